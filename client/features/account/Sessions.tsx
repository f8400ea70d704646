import { Button } from '@mantine/core'
import { useState } from 'react'
import { dateBr, dayBr } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/sessions.ts'
import { messages as common } from '../../../shared/messages.ts'
import { send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr } from '../../ui/number.ts'
import { Part } from '../../ui/Part.tsx'
import type { Asking } from '../../ui/Question.tsx'
import css from './account.module.css'

const Question = lazyPart(() => import('../../ui/Question.tsx'))

/** The person's own sessions. Only the others can be ended here; this one ends with 'Sair'. */
export function Sessions() {
  const { data, error, mutate } = useFresh('GET /account/sessions')
  const [asking, ask] = useState<Asking | null>(null)
  const others = data?.filter(({ esta }) => esta === 'N') ?? []
  const end = (name: string, entrada?: string) =>
    ask({
      title: entrada === undefined ? 'Encerrar as outras sessões?' : 'Encerrar esta sessão?',
      name,
      note: 'Para continuar ali será preciso entrar de novo.',
      act: 'Encerrar',
      run: () => send('DELETE /account/sessions', { body: { entrada } }),
      done: entrada === undefined ? messages.allEnded : messages.ended,
    })
  return (
    <Part title="Sessões" note={data && numberBr(data.length)}>
      {!data && (error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />)}
      <ul>
        {data?.map(({ entrada, aparelho, desde, uso, esta }) => (
          <li key={entrada}>
            <span>
              {aparelho || 'Aparelho desconhecido'} {esta === 'S' && '(esta)'}
              <br />
              <small>
                Desde {dateBr(desde)} · último uso em {dayBr(uso)}, às {uso.slice(11, 13)}h
              </small>
            </span>
            {esta === 'N' && (
              <Button
                variant="default"
                size="xs"
                aria-label={`Encerrar a de ${dateBr(desde)}`}
                onClick={() => end(`${aparelho}, desde ${dateBr(desde)}`, entrada)}
              >
                Encerrar
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <div className={css.body}>
          <Button variant="default" size="sm" onClick={() => end(`${numberBr(others.length)} sessões`)}>
            Encerrar as outras
          </Button>
        </div>
      )}
      <Question asking={asking} close={() => ask(null)} saved={mutate} />
    </Part>
  )
}
