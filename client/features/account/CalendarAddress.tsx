import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { dateBr } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/account.ts'
import { messages as common } from '../../../shared/messages.ts'
import { isMissing } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Part } from '../../ui/Part.tsx'
import type { Asking } from '../../ui/Question.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import css from './account.module.css'

const Question = lazyPart(() => import('../../ui/Question.tsx'))

/** The secret address to which a calendar program subscribes. The server keeps only its hash, so the address is shown once. */
export function CalendarAddress() {
  const { data, error, mutate } = useFresh('GET /calendar-address')
  const [address, setAddress] = useState('')
  const [asking, ask] = useState<Asking | null>(null)
  const { loading, fetched } = useFetching()
  if (!data && isMissing(error)) return null
  const make = async () => {
    const { chave } = await send('PUT /calendar-address')
    setAddress(`${location.origin}/agenda/${chave}.ics`)
    return {}
  }
  const create = async () => {
    if (!(await fetched(make))) return
    notify.success(messages.addressMade)
    await mutate()
  }
  const renew = () =>
    ask({
      title: 'Renovar o endereço?',
      name: null,
      note: 'O de agora deixa de valer: assine de novo, com o novo, onde ele está em uso.',
      act: 'Renovar',
      run: make,
      done: messages.addressMade,
    })
  const end = () =>
    ask({
      title: 'Encerrar o endereço?',
      name: null,
      note: 'Os calendários que o assinam deixam de receber a sua agenda.',
      act: 'Encerrar',
      run: () => send('DELETE /calendar-address').then((done) => (setAddress(''), done)),
      done: messages.addressEnded,
    })
  const copy = async () => {
    // Pages without TLS have no clipboard. The address is then selected, to be copied by hand.
    await navigator.clipboard?.writeText(address).then(
      () => notify.success('Endereço copiado!'),
      () => undefined,
    )
  }
  return (
    <Part title="Assinar calendário">
      <div className={css.body} id="calendario">
        <p>
          Google Agenda, Outlook, Apple e Thunderbird mostram a sua agenda, um ano para trás e um para a frente, com um endereço secreto: quem o tem,
          lê a sua agenda.
        </p>
        {!data && (error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />)}
        {address && (
          <TextInput
            readOnly
            label="Endereço"
            description="Copie agora: ele não aparece de novo."
            value={address}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        )}
        {data && (
          <div className={css.actions}>
            {address && (
              <Button size="sm" onClick={() => void copy()}>
                Copiar
              </Button>
            )}
            {data.desde === null ? (
              <Button variant="default" size="sm" loading={loading} onClick={() => void create()}>
                Criar endereço
              </Button>
            ) : (
              <>
                <Button variant="default" size="sm" onClick={renew}>
                  Renovar
                </Button>
                <Button variant="default" size="sm" onClick={end}>
                  Encerrar
                </Button>
                <small>Desde {dateBr(data.desde)}</small>
              </>
            )}
          </div>
        )}
      </div>
      <Question asking={asking} close={() => ask(null)} saved={mutate} />
    </Part>
  )
}
