// Notices that are shown when a page opens.
import type { Person } from '../../shared/features/auth.ts'
import { messages, signIn } from '../../shared/messages.ts'
import { pages } from '../../shared/pages.ts'
import type { Notice } from '../boot.ts'
import { notify } from '../ui/feedback/notify.ts'

/** Notices that the sign-in page shows inside its form, with or without JavaScript. */
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

/** Reports a page that the access list does not contain. */
export const denied = () => notify.error(messages.denied)

/** Removes the notice from the address before the router reads it, so that a reload does not repeat it. */
export function dropNotice() {
  const url = new URL(location.href)
  if (!url.searchParams.has('aviso')) return
  url.searchParams.delete('aviso')
  history.replaceState(history.state, '', url)
}

let offered = false
/** Runs when the server has another build: a wall reloads at once, and on other pages a toast offers the reload. */
export function newBuild(path: string) {
  if (pages.some((page) => page.path === path && 'wall' in page)) return location.reload()
  if (offered) return
  offered = true
  notify.info('Nova versão disponível.', { lasting: true, action: { label: 'Recarregar', run: () => location.reload() } })
}
