// Boot data: the facts that the server embeds once in a page's HTML. The session token is never among them.
import { createContext, use } from 'react'
import type { Person, SecondStep } from '../shared/features/auth.ts'
import type { CallName } from '../shared/calls.ts'
import type { Page } from '../shared/pages.ts'

export interface Boot {
  /** The signed-in person; null on the sign-in page. */
  me: Person | null
  /** The calls that this person's access list allows. Only used to hide controls; the server's gate makes the real decision. */
  may: CallName[]
  /** Build id, which changes with every deploy. */
  build: string
  /** The server's clock in ms when the page was rendered. */
  now: number
  /** When the session ends, in ms; null without a session. */
  ends: number | null
  theme: 'light' | 'dark' | 'auto'
  /** True when the person pinned the menu open beside the page. */
  pinned: boolean
  /** The chosen grid columns, in the format of their cookie. */
  columns: string
  /** Code of a notice that survived a redirect. */
  notice: Notice | null
  /** The e-mail of a sign-in form that was submitted without JavaScript and refused, or of the session that has ended. */
  email: string
  /** The second step of a sign-in form that was submitted without JavaScript. */
  second: SecondStep | null
  /** The address to open after signing in. */
  back: string
  /**
   * The wall that this browser shows instead of Home, so that a television returns to its wall after a sign-in or a restart. A person chose it in
   * this browser. Null if no wall replaces this page.
   */
  wall: Page | null
  /** True when the server accepts connections from other machines without TLS. */
  insecure: boolean
  /** The page's data, by SWR key. */
  cache: [key: string, data: unknown][]
}

/** All notice codes that an address may carry as ?aviso=<code>. */
export type Notice =
  | 'bem-vindo'
  | 'sessao-encerrada'
  | 'acesso-negado'
  | 'segundo-fator'
  | 'codigo'
  | 'recusado'
  | 'email'
  | 'senha'
  | 'muitas-tentativas'
  | 'indisponivel'
  | 'ate-logo'

export const BootContext = createContext<Boot | null>(null)

export function useBoot(): Boot {
  const boot = use(BootContext)
  if (!boot) throw new Error('BootContext is missing above this component')
  return boot
}

/** The signed-in person. Throws on a page that needs no session. */
export function useMe(): Person {
  const { me } = useBoot()
  if (!me) throw new Error('This component is for signed-in pages only')
  return me
}

/** Tells whether the person may make a call. Controls that would start a refused call are hidden. */
export function useMay() {
  const { may } = useBoot()
  return (call: CallName) => may.includes(call)
}

/**
 * Whether the person is a supervisor or works in the finance department. Only they may create a service control, choose its owner, set its hourly
 * cost and its watched flag, and see other people's commissions.
 */
export const useHasFinance = () => useMay()('POST /service-time-control')

/** Whether the person's access list holds one of the menus that the page requires. */
export const mayOpen = (me: Person | null, page: { menu: 'public' | 'session' | Page | readonly Page[] }) => {
  if (page.menu === 'public') return true
  if (!me) return false
  if (page.menu === 'session') return true
  const held = me.acessos.flatMap((group) => group.items.map((item) => item.route))
  return [page.menu].flat().some((route) => held.includes(route))
}
