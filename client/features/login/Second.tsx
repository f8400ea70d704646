// The second step of a sign-in: a code, or a passkey.
import { useRef, useState, useSyncExternalStore, type SubmitEvent } from 'react'
import type { SecondStep } from '../../../shared/features/auth.ts'
import { messages } from '../../../shared/features/second-factor.ts'
import { Failure } from '../../api/failure.ts'
import { backTo, withNotice } from '../../../shared/pages.ts'
import { send } from '../../api/request.ts'
import { Mark } from '../../shell/Mark.tsx'

type Answer = Pick<Parameters<typeof send<'POST /auth/second'>>[1]['body'], 'codigo' | 'passkey'>

interface Props {
  step: SecondStep
  /** The address to open after signing in. */
  back: string
  /** True if a form without JavaScript was submitted with a wrong code. */
  isWrong: boolean
  /** The class of the card, whose styles the sign-in page has loaded already. */
  className: string | undefined
}

export default function Second({ step: { desafio, meios, passkey }, back, isWrong, className }: Props) {
  const [problem, setProblem] = useState(isWrong ? messages.wrongCode : undefined)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // A passkey works only where the browser has WebAuthn, which it has not without TLS.
  const hasPasskeys = useSyncExternalStore(
    () => () => undefined,
    () => passkey !== null && 'PublicKeyCredential' in window,
    () => false,
  )
  const answer = async (given: () => Promise<Answer>) => {
    setProblem(undefined)
    setBusy(true)
    try {
      await send('POST /auth/second', { body: { desafio, ...(await given()) } })
      location.assign(withNotice(backTo(back), 'bem-vindo'))
    } catch (error) {
      setBusy(false)
      // The browser says in its own words why it used no passkey, or the person closed its dialog.
      setProblem(error instanceof Failure ? error.message : messages.noPasskey)
      field.current?.select()
    }
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void answer(async () => ({ codigo: field.current?.value ?? '' }))
  }
  const usePasskey = () =>
    answer(async () => {
      const { startAuthentication } = await import('@simplewebauthn/browser')
      // The options came from the same library on the server, and its answer has the shape of the body, so the casts are safe.
      const optionsJSON = passkey as Parameters<typeof startAuthentication>[0]['optionsJSON']
      return { passkey: (await startAuthentication({ optionsJSON })) as Answer['passkey'] }
    })
  return (
    <form className={className} method="post" action="/" noValidate onSubmit={submit}>
      <Mark size={32} />
      <h1 tabIndex={-1}>Segunda etapa</h1>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <input type="hidden" name="volta" value={back} />
      <input type="hidden" name="desafio" value={desafio} />
      {hasPasskeys && (
        <button type="button" className="button" disabled={busy} onClick={() => void usePasskey()}>
          Usar chave de acesso
        </button>
      )}
      <div className="field">
        <label htmlFor="codigo">Código</label>
        <input ref={field} id="codigo" name="codigo" autoComplete="one-time-code" autoFocus aria-describedby="codigo-hint" />
        <small id="codigo-hint">
          {meios.includes('aplicativo') ? 'Do aplicativo autenticador, ou um código de recuperação.' : 'Um código de recuperação.'}
        </small>
      </div>
      <button type="submit" className="button" data-primary disabled={busy} aria-busy={busy}>
        Confirmar
      </button>
      <a className="button" href="/">
        Voltar
      </a>
    </form>
  )
}
