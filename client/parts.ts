// What a page is drawn by that is no screen of its own, and the screen that every visit begins with.
import type { ComponentType } from 'react'
import type { CallName } from '../shared/calls.ts'
import type { Page } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'

export interface Loaded {
  /** The module that `load` imports, as the build's manifest names it: what the server tells the browser to fetch early. Left out of the browser's code. */
  module: string | false
  load: () => Promise<{ default: ComponentType; drawn?: Drawn }>
}

/** What a page brings along that its screen asks for by itself in the browser. `search` and `id`: of its address; `now`: the server's time, ms; `me`: who it is drawn for. */
export type Drawn = (tools: { ask: Ask; search: URLSearchParams; id: string; now: number; me: number }) => Promise<unknown>

interface Tools {
  ask: Ask
  may: (call: CallName) => boolean
}
export interface Screen extends Loaded {
  enter?: (tools: Tools) => Promise<unknown>
}

const onServer = import.meta.env.SSR

export const SIGN_IN = '/' satisfies Page
export const signIn: Screen = { module: onServer && 'client/features/login/Login.tsx', load: () => import('./features/login/Login.tsx') }

/** ms that a page is held back by what it shows beside its screen; and how long none is, after one was. */
const PATIENCE = 1000
const PAUSE = 30_000
let late = -PAUSE

/** The frame around every page but the sign-in's and the wall's, which load without it. */
export const shell: Screen = {
  module: onServer && 'client/shell/Shell.tsx',
  load: () => import('./shell/Shell.tsx'),
  // The time that runs stands on every page, and no page waits long for it: the browser asks for what did not come, and by itself from then on.
  ...(onServer && {
    enter: async ({ ask, may }: Tools) => {
      if (!may('GET /track/check') || performance.now() - late < PAUSE) return
      const came = ask('GET /track/check').then(() => true)
      if (!(await Promise.race([came, new Promise((resolve) => setTimeout(resolve, PATIENCE))]))) late = performance.now()
    },
  }),
}

/** What an address shows that no page has. */
export const notFound: Loaded = { module: onServer && 'client/shell/NotFound.tsx', load: () => import('./shell/NotFound.tsx') }

/** The parts above, by the id of their route. */
export const own = new Map<string | undefined, Screen>(Object.entries({ [SIGN_IN]: signIn, shell, 'not-found': notFound }))
/** What a route of router.tsx draws: by its id, which is a page's path but for the two above. */
export const partOf = async (route: string) =>
  own.get(route) ?? new Map<string, Screen>(Object.entries((await import('./screens.ts')).screens)).get(route)
