// Parts of pages that screens.ts does not list: the frame, the not-found page and the sign-in page. Every visit begins with the sign-in page, which
// therefore does not load screens.ts.
import type { ComponentType } from 'react'
import type { CallName } from '../shared/calls.ts'
import type { Page } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'

export interface Loaded {
  /** The module that `load` imports, as the build manifest names it. The server uses it to preload the code; the browser bundle leaves it out. */
  module: string | false
  load: () => Promise<{ default: ComponentType; drawn?: Drawn }>
}

/**
 * Loads, on the server, the data that a screen would otherwise request in the browser. `search` and `id` come from the page's address; `now` is the
 * server's time in ms; `me` is the id of the person the page is drawn for; `may` says whether that person may make a call.
 */
export type Drawn = (tools: { ask: Ask; search: URLSearchParams; id: string; now: number; me: number; may: Tools['may'] }) => Promise<unknown>

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

/** PATIENCE: maximum time in ms that a page waits for the running timer. PAUSE: after a longer wait, the time in ms during which no page waits. */
const PATIENCE = 1000
const PAUSE = 30_000
let late = -PAUSE

/** The frame around every page except the sign-in page and the wall, which load without it. */
export const shell: Screen = {
  module: onServer && 'client/shell/Shell.tsx',
  load: () => import('./shell/Shell.tsx'),
  // The running timer is shown on every page, but no page waits long for it. If the server's request was too slow, the browser requests the timer
  // itself.
  ...(onServer && {
    enter: async ({ ask, may }: Tools) => {
      if (!may('GET /track/check') || performance.now() - late < PAUSE) return
      const came = ask('GET /track/check').then(() => true)
      if (!(await Promise.race([came, new Promise((resolve) => setTimeout(resolve, PATIENCE))]))) late = performance.now()
    },
  }),
}

/** The page for an address that no route matches. */
export const notFound: Loaded = { module: onServer && 'client/shell/NotFound.tsx', load: () => import('./shell/NotFound.tsx') }

/** The parts above, by route id. */
export const basicParts = new Map<string | undefined, Screen>(Object.entries({ [SIGN_IN]: signIn, shell, 'not-found': notFound }))
