// Every page: its path, its title, the menu it needs, and whether the tasks drawer may open there.
import type { Menu } from './call.ts'

interface PageRow {
  path: `/${string}`
  title: string
  menu: Menu
  drawer: boolean
  /** Runs on the wall: a deploy reloads it at once. */
  wall?: true
}

export const pages = [
  { path: '/', title: 'Entrar', menu: 'public', drawer: false },
  { path: '/home', title: 'Home', menu: 'session', drawer: true },
  { path: '/clientes', title: 'Clientes', menu: '/clientes', drawer: true },
  { path: '/painel-onde-estou', title: 'Painel Onde Estou', menu: '/painel-onde-estou', drawer: false, wall: true },
] as const satisfies readonly PageRow[]

export type Page = (typeof pages)[number]['path']
