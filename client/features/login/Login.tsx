import '../../plain.css'
import '../../ui/feedback/message.css'
import { CircleAlert, Eye, EyeOff } from 'lucide-react'
import { useState, type ReactNode, type SubmitEvent } from 'react'
import { messages, signIn } from '../../../shared/messages.ts'
import { backTo, withNotice } from '../../../shared/pages.ts'
import { Failure } from '../../api/failure.ts'
import { send } from '../../api/request.ts'
import { useBoot } from '../../boot.ts'
import { loginNotices } from '../../shell/notices.ts'
import { Mark } from '../../shell/Mark.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import css from './login.module.css'

const Second = lazyPart(() => import('./Second.tsx'))

/** Rough pattern of an e-mail address, which catches typing errors. The server checks the exact syntax. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

type Errors = Partial<Record<'email' | 'password', string>>

export default function Login() {
  const { notice, email, insecure, second: served, back } = useBoot()
  const [errors, setErrors] = useState<Errors>(
    notice === 'email' ? { email: signIn.emailInvalid } : notice === 'senha' ? { password: signIn.passwordRequired } : {},
  )
  const [problem, setProblem] = useState(notice && !errors.email && !errors.password ? loginNotices[notice] : undefined)
  const [busy, setBusy] = useState(false)
  const [second, setSecond] = useState(served)
  const [revealed, setRevealed] = useState(false)

  /** With JavaScript, the form is sent in the background. Without it, the browser posts the same form, and the server responds with this page. */
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const text = (name: string) => form.querySelector<HTMLInputElement>(`[name=${name}]`)?.value ?? ''
    const given = { email: text('email'), password: text('password') }
    const found = check(given)
    setErrors(found)
    setProblem(undefined)
    if (Object.keys(found).length) {
      notify.warn(messages.invalidForm)
      form.querySelector<HTMLInputElement>(`[name=${found.email ? 'email' : 'password'}]`)?.focus()
      return
    }
    setBusy(true)
    try {
      const answer = await send('POST /auth', { body: given })
      if ('desafio' in answer) setSecond(answer)
      else location.assign(withNotice(backTo(back), 'bem-vindo'))
    } catch (error) {
      setBusy(false)
      if (!(error instanceof Failure)) throw error
      setErrors(error.fields)
      const named = error.fields['email'] ? 'email' : 'password'
      setProblem(error.fields[named] ? undefined : error.message)
      form.querySelector<HTMLInputElement>(`[name=${named}]`)?.select()
    }
  }

  return (
    <main className={css.login}>
      <title>Entrar · csnoteweb</title>
      {second ? (
        <Second step={second} className={css.card} back={back} isWrong={notice === 'codigo'} />
      ) : (
        <form className={css.card} method="post" action="/" noValidate onSubmit={submit}>
          <Mark size={32} />
          <h1 tabIndex={-1}>Bem vindo</h1>
          {problem && (
            <p className="problem" role="alert" data-calm={notice === 'ate-logo' || undefined}>
              <CircleAlert aria-hidden />
              {problem}
            </p>
          )}
          <input type="hidden" name="volta" value={back} />
          <Field name="email" label="E-mail" error={errors.email}>
            <input {...field('email', errors.email)} type="email" autoComplete="username" autoFocus={!email} defaultValue={email} />
          </Field>
          <Field name="password" label="Senha" error={errors.password}>
            <input
              {...field('password', errors.password)}
              type={revealed ? 'text' : 'password'}
              autoComplete="current-password"
              autoFocus={email !== ''}
            />
            <button
              type="button"
              className={`icon-button ${css.reveal}`}
              aria-label="Mostrar a senha"
              aria-pressed={revealed}
              onClick={() => setRevealed(!revealed)}
            >
              {revealed ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
            </button>
          </Field>
          <button type="submit" className="button" data-primary disabled={busy} aria-busy={busy}>
            Conectar
          </button>
          <small>Esqueceu a senha? Peça a um supervisor.</small>
          {insecure && <small data-warn>Esta conexão não é protegida: a senha viaja aberta na rede.</small>}
        </form>
      )}
    </main>
  )
}

/** Props of an input, including the link to its error message. */
const field = (name: 'email' | 'password', error: string | undefined) => ({
  id: name,
  name,
  ...(error && { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
})

function Field({ name, label, error, children }: { name: string; label: string; error: string | undefined; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      {children}
      {error && <p id={`${name}-error`}>{error}</p>}
    </div>
  )
}

function check({ email, password }: { email: string; password: string }): Errors {
  const emailError = !email.trim() ? signIn.emailRequired : EMAIL.test(email) ? undefined : signIn.emailInvalid
  return { ...(emailError && { email: emailError }), ...(!password && { password: signIn.passwordRequired }) }
}
