// The second factor: an authenticator app, passkeys and recovery codes.
import '../../ui/feedback/message.css'
import { Button, TextInput } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { dateBr } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/second-factor.ts'
import { messages as common, signIn } from '../../../shared/messages.ts'
import { Failure, isMissing } from '../../api/failure.ts'
import { send, type Send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import type { Reply } from '../../api/address.ts'
import { useBoot, useMe } from '../../boot.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Secret } from '../../ui/form/Secret.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { numberBr } from '../../ui/number.ts'
import { Part } from '../../ui/Part.tsx'
import { useFetching } from '../../ui/useFetching.ts'
import { Window } from '../../ui/Window.tsx'
import css from './account.module.css'

type App = Reply<'PUT /account/totp-secret'>

const passwordRule = (text: string) => (text === '' ? signIn.passwordRequired : null)

export function SecondFactor() {
  const me = useMe()
  const { notice } = useBoot()
  const { data, error, mutate } = useFresh('GET /account/factors')
  const [app, setApp] = useState<App | null>(null)
  const [codes, setCodes] = useState({ codigos: [] as string[], said: '' })
  const adding = useOpened('aplicativo', { senhaAtual: '' }, async () => undefined)
  const naming = useOpened('passkey', { senhaAtual: '', nome: '' }, async () => undefined)
  const removing = useOpened('segundo fator', { senhaAtual: '', passkey: null as number | null }, async () => undefined)
  if (!data && isMissing(error)) return null
  const hasAny = data !== undefined && (data.aplicativo !== null || data.passkeys.length > 0)
  const made = async (codigos: string[], said: string) => {
    // Whoever already has codes gets no new ones.
    if (codigos.length === 0) notify.success(said)
    setCodes({ codigos, said })
    await mutate()
  }
  const kept = () => {
    notify.success(codes.said)
    setCodes({ codigos: [], said: '' })
  }
  const begin = async ({ senhaAtual }: { senhaAtual: string }, _: number | null, sendForm: Send) => {
    setApp(await sendForm('PUT /account/totp-secret', { body: { senhaAtual } }))
    return ''
  }
  const addPasskey = async ({ senhaAtual, nome }: { senhaAtual: string; nome: string }) => {
    const options = await send('POST /account/passkey-options', { body: { senhaAtual } })
    const { startRegistration } = await import('@simplewebauthn/browser')
    // The options came from the same library on the server, so the casts are safe.
    const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
    const passkey = await startRegistration({ optionsJSON }).catch(() => {
      // The person refused, or the browser lets the device do nothing.
      throw new Failure(400, messages.noPasskey)
    })
    const body = { id: me.id, nome, passkey } as Parameters<typeof send<'PUT /account/passkeys'>>[1]['body']
    await made((await send('PUT /account/passkeys', { body })).codigos, messages.passkeyAdded)
    return ''
  }
  const remove = async ({ senhaAtual, passkey }: { senhaAtual: string; passkey: number | null }) => {
    await send('DELETE /account/factors', { body: { id: me.id, senhaAtual, passkey } })
    await mutate()
    return passkey === null ? messages.removed : messages.passkeyRemoved
  }
  const addTitle = { title: 'Ativar aplicativo autenticador', failed: common.database }
  const nameTitle = { title: 'Adicionar chave de acesso', failed: messages.noPasskey }
  const removeTitle = {
    title: removing.opened?.values.passkey == null ? 'Desativar segundo fator' : 'Remover chave de acesso',
    failed: common.database,
  }
  return (
    <Part title="Segundo fator">
      <div className={css.body}>
        {notice === 'segundo-fator' && (
          <p className="problem" data-warn role="alert">
            <TriangleAlert aria-hidden /> {messages.required}
          </p>
        )}
        <p>
          Além da senha, o sistema pede um código de um aplicativo autenticador, ou uma chave de acesso do seu aparelho. Cadastrar um deles encerra as
          suas outras sessões.
        </p>
        {!data && (error ? <Failed title={common.database} error={error} retry={mutate} /> : <Loading />)}
      </div>
      {hasAny && (
        <ul>
          {data.aplicativo !== null && (
            <li>
              <span>
                Aplicativo autenticador
                <br />
                <small>Desde {dateBr(data.aplicativo)}</small>
              </span>
            </li>
          )}
          {data.passkeys.map(({ id, nome, desde, uso }) => (
            <li key={id}>
              <span>
                {nome}
                <br />
                <small>
                  Chave de acesso desde {dateBr(desde)}
                  {uso && ` · último uso em ${dateBr(uso)}`}
                </small>
              </span>
              <Button variant="default" size="xs" aria-label={`Remover ${nome}`} onClick={() => removing.create({ passkey: id })}>
                Remover
              </Button>
            </li>
          ))}
          <li>
            <span>
              Códigos de recuperação
              <br />
              <small>{data.codigos === 1 ? 'Resta 1' : `Restam ${numberBr(data.codigos)}`}</small>
            </span>
          </li>
        </ul>
      )}
      {data && (
        <div className={css.body}>
          <div className={css.actions}>
            <Button variant="default" size="sm" onClick={() => adding.create()}>
              {data.aplicativo === null ? 'Ativar aplicativo' : 'Trocar aplicativo'}
            </Button>
            <Button variant="default" size="sm" onClick={() => naming.create()}>
              Adicionar chave de acesso
            </Button>
            {hasAny && (
              <Button variant="default" size="sm" onClick={() => removing.create()}>
                Desativar
              </Button>
            )}
          </div>
        </div>
      )}
      <FormModal isSingle editing={adding} create={addTitle} change={addTitle} rules={{ senhaAtual: passwordRule }} save={begin}>
        {({ getInputProps }) => (
          <Secret data-autofocus label="Senha atual" required autoComplete="current-password" {...getInputProps('senhaAtual')} />
        )}
      </FormModal>
      <FormModal
        isSingle
        editing={naming}
        create={nameTitle}
        change={nameTitle}
        rules={{ senhaAtual: passwordRule, nome: (text) => (text.trim() === '' ? 'Nome precisa ser preenchido.' : null) }}
        save={addPasskey}
      >
        {({ getInputProps }) => (
          <>
            <Secret data-autofocus label="Senha atual" required autoComplete="current-password" {...getInputProps('senhaAtual')} />
            <TextInput label="Nome" required maxLength={50} placeholder="Celular, notebook, chave USB" {...getInputProps('nome')} />
          </>
        )}
      </FormModal>
      <FormModal isSingle editing={removing} create={removeTitle} change={removeTitle} rules={{ senhaAtual: passwordRule }} save={remove}>
        {({ getInputProps, values: { passkey } }) => (
          <>
            <p className="form-whose">
              {passkey === null
                ? 'A senha volta a bastar para entrar.'
                : `Remover ${data?.passkeys.find(({ id }) => id === passkey)?.nome ?? 'a chave de acesso'}.`}
            </p>
            <Secret data-autofocus label="Senha atual" required autoComplete="current-password" {...getInputProps('senhaAtual')} />
          </>
        )}
      </FormModal>
      <Confirm app={app} close={() => setApp(null)} done={made} />
      <Codes codes={codes.codigos} close={kept} />
    </Part>
  )
}

/** Shows the secret of a new app, and asks for the app's first code. */
function Confirm({ app, close, done }: { app: App | null; close: () => void; done: (codes: string[], said: string) => Promise<unknown> }) {
  const me = useMe()
  const [code, setCode] = useState('')
  const { loading, problem, fetched } = useFetching()
  const confirm = async () => {
    const answer = await fetched(() => send('PUT /account/totp', { body: { id: me.id, codigo: code } }))
    if (!answer) return
    setCode('')
    close()
    await done(answer.codigos, messages.confirmed)
  }
  return (
    <Window title="Ativar aplicativo autenticador" size={440} opened={app !== null} close={close}>
      {app && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void confirm()
          }}
        >
          <div className={css.body}>
            <p>Leia este código com o aplicativo, ou digite nele a chave. Depois digite aqui os seis números que ele mostra.</p>
            <img className={css.qr} src={`data:image/svg+xml,${encodeURIComponent(app.qr)}`} alt="Código QR da chave" width={180} height={180} />
            <code className={css.code}>{app.segredo.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
            <TextInput
              data-autofocus
              label="Código"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              error={problem?.message}
              onChange={({ currentTarget: { value } }) => setCode(value)}
            />
          </div>
          <div className="window-foot">
            <Button variant="default" size="md" onClick={close}>
              Cancelar
            </Button>
            <Button type="submit" size="md" loading={loading}>
              Confirmar
            </Button>
          </div>
        </form>
      )}
    </Window>
  )
}

/** Recovery codes, which are shown once. */
const Codes = ({ codes, close }: { codes: string[]; close: () => void }) => (
  <Window title="Códigos de recuperação" size={440} opened={codes.length > 0} stays close={close}>
    <div className={css.body}>
      <p>Cada um entra uma vez no lugar do segundo fator. Guarde-os agora: eles não aparecem de novo.</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code className={css.code}>{code}</code>
          </li>
        ))}
      </ul>
    </div>
    <div className="window-foot">
      <Button variant="default" size="md" data-autofocus onClick={() => void navigator.clipboard?.writeText(codes.join('\n'))}>
        Copiar
      </Button>
      <Button size="md" onClick={close}>
        Guardei
      </Button>
    </div>
  </Window>
)
