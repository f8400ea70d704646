// What the server tells a page once, in its HTML. Never the token.
import { createContext, use } from 'react'
import type { Person } from '../shared/features/auth.ts'
import type { CallName } from '../shared/calls.ts'
import type { Page } from '../shared/pages.ts'

export interface Boot {
  /** Who is signed in; null on the sign-in page. */
  me: Person | null
  /** The calls this person may make, as far as the person alone decides. A courtesy: the gate decides. */
  may: CallName[]
  /** Changes with every deploy. */
  build: string
  /** The server's clock when the page was rendered, ms. */
  now: number
  /** When the sign-in ends, ms; null without one. */
  ends: number | null
  theme: 'light' | 'dark' | 'auto'
  /** The menu's width was pinned to the frame. */
  pinned: boolean
  /** The columns chosen for grids, as their cookie says it. */
  columns: string
  /** A text that survived a redirect, by its code. */
  notice: Notice | null
  /** What was typed into the sign-in form that was refused without JavaScript. */
  email: string
  /** Where that form wanted to go. */
  back: string
  /** The wall that this browser begins with instead of Home, as a person chose there: a television after a sign-in or a restart. Null: this page. */
  wall: Page | null
  /** The server runs without TLS beyond this machine. */
  insecure: boolean
  /** The page's data, by SWR key. */
  cache: [key: string, data: unknown][]
}

/** The closed list of texts that travel as ?aviso=<code>. */
export type Notice =
  'bem-vindo' | 'sessao-encerrada' | 'acesso-negado' | 'recusado' | 'email' | 'senha' | 'muitas-tentativas' | 'indisponivel' | 'ate-logo'

export const BootContext = createContext<Boot | null>(null)

export function useBoot(): Boot {
  const boot = use(BootContext)
  if (!boot) throw new Error('BootContext is missing above this component')
  return boot
}

/** Who is signed in. Only under a page that needs a session. */
export function useMe(): Person {
  const { me } = useBoot()
  if (!me) throw new Error('This component is for signed-in pages only')
  return me
}

/** Whether a call may be made: what it would start is not shown otherwise. */
export function useMay() {
  const { may } = useBoot()
  return (call: CallName) => may.includes(call)
}

/** Whether somebody is a supervisor or of the finance department: who may create a control, say whose it is, what an hour costs and what is watched, and see commissions of others. */
export const useHasFinance = () => useMay()('POST /service-time-control')

/** Whether the person holds what a page asks for. */
export const mayOpen = (me: Person | null, page: { menu: 'public' | 'session' | Page | readonly Page[] }) => {
  if (page.menu === 'public') return true
  if (!me) return false
  if (page.menu === 'session') return true
  const held = me.acessos.flatMap((group) => group.items.map((item) => item.route))
  return [page.menu].flat().some((route) => held.includes(route))
}
