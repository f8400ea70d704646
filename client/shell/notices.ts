// The texts that are said on arriving somewhere.
import type { Person } from '../../shared/features/auth.ts'
import { messages, signIn } from '../../shared/messages.ts'
import { pages } from '../../shared/pages.ts'
import type { Notice } from '../boot.ts'
import { notify } from '../ui/feedback/notify.ts'

/** What the sign-in page says in itself, with JavaScript or without. */
export const loginNotices: Partial<Record<Notice, string>> = {
  'sessao-encerrada': 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
  recusado: signIn.refused,
  email: signIn.emailInvalid,
  senha: signIn.passwordRequired,
  'muitas-tentativas': signIn.tooMany,
  indisponivel: messages.unavailable,
  'ate-logo': 'Você saiu. Até logo!',
}

export function sayNotice(notice: Notice, me: Person | null) {
  if (notice === 'bem-vindo' && me) notify.info(signIn.welcome(me.name))
  if (notice === 'acesso-negado') notify.error(messages.denied)
  if (notice === 'sessao-encerrada') notify.error(messages.signedOut)
}

/** A page that the access list does not hold was asked for. */
export const denied = () => notify.error(messages.denied)

/** Takes the notice out of the address before the router reads it: a reload says nothing again. */
export function dropNotice() {
  const url = new URL(location.href)
  if (!url.searchParams.has('aviso')) return
  url.searchParams.delete('aviso')
  history.replaceState(history.state, '', url)
}

let offered = false
/** The server runs another build: a wall takes it up at once, a person is asked. */
export function newBuild(path: string) {
  if (pages.some((page) => page.path === path && 'wall' in page)) return location.reload()
  if (offered) return
  offered = true
  notify.info('Nova versão disponível.', { lasting: true, action: { label: 'Recarregar', run: () => location.reload() } })
}
