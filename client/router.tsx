// The pages as routes: the access guard, each page's requests on entering, and the error screens.
import type { ComponentType } from 'react'
import { createContext, redirect, replace, useParams, type RouteObject } from 'react-router'
import type { CallName } from '../shared/calls.ts'
import { ID, isBareWall, pages } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'
import { mayOpen, type Boot } from './boot.ts'
import { basicParts } from './parts.ts'
import { ScreenError } from './shell/errors.tsx'
import { Root } from './shell/Root.tsx'
import { giveUpTyped } from './ui/typedAhead.ts'

export interface RouteTools {
  me: Boot['me']
  /** Whether the person's access list allows a call. */
  may: (call: CallName) => boolean
  ask: Ask
  /** The server's time in ms; only set while the server renders. */
  now?: number
  /** Reports that a page is not allowed and returns the address to stay on. */
  denied: () => string
  /** Reports that a page's code failed to load and returns the address to stay on. */
  failed: (error: unknown) => string
}
export const toolsContext = createContext<RouteTools>()

/** The part that a route draws. A route id is the page's path, except for 'shell' and 'not-found'. */
const partOf = async (id: string) => basicParts.get(id) ?? new Map(Object.entries((await import('./screens.ts')).screens)).get(id)

const components = new Map<string, ComponentType>()
/** Loads the component of a route before the route is drawn. */
export async function loadCode(id: string) {
  const part = await partOf(id)
  const code = await part?.load()
  if (code) components.set(id, code.default)
  return code
}
/**
 * Draws a component that is already loaded. `lazy` routes are not used, because a failure to load their code replaces the current page with an error.
 */
const drawnBy = (id: string) =>
  function Part() {
    const Component = components.get(id)
    return Component && <Component />
  }

/** False for an address with a malformed id, which cannot be the address of a record. */
export const isRecord = ({ id }: { id?: string | undefined }) => id === undefined || ID.test(id)
/** The page's screen, or the not-found page when the id is malformed. */
const screenOf = (id: string) => {
  const [Page, Nothing] = [drawnBy(id), drawnBy('not-found')]
  return function Screen() {
    return isRecord(useParams()) ? <Page /> : <Nothing />
  }
}

/** Loads a route's code and its data. A failed data request does not fail the route: the screen requests it again and shows its own error. */
async function entered(id: string, { ask, may }: RouteTools) {
  const part = await partOf(id)
  const [code] = await Promise.all([loadCode(id), part?.enter?.({ ask, may }).catch(() => undefined)])
  return code
}

/** Route of a part that is not a page. */
const partRoute = (id: string) =>
  ({
    id,
    Component: drawnBy(id),
    loader: async ({ context }) => {
      await entered(id, context.get(toolsContext))
      return null
    },
  }) satisfies RouteObject

/** The entry of `pages` (pages.ts) that a matched route shows. */
export type PageHandle = (typeof pages)[number]

const routeOf = (page: PageHandle): RouteObject => ({
  id: page.path,
  path: page.path,
  caseSensitive: true,
  handle: page,
  Component: screenOf(page.path),
  ErrorBoundary: ScreenError,
  loader: async ({ context, request, params }) => {
    if (!isRecord(params)) {
      await loadCode('not-found')
      return null
    }
    const tools = context.get(toolsContext)
    const { me, may, ask, now, denied, failed } = tools
    if (!mayOpen(me, page)) {
      giveUpTyped()
      const stay = denied()
      // After Back or Forward, the address is already that of the denied page, so staying there is impossible.
      return redirect(stay.split('?')[0] === new URL(request.url).pathname ? '/home' : stay)
    }
    try {
      const code = await entered(page.path, tools)
      // The build for browsers leaves this out.
      if (import.meta.env.SSR && now !== undefined)
        await code
          ?.drawn?.({ ask, may, search: new URL(request.url).searchParams, id: params['id'] ?? '', now, me: me?.id ?? 0 })
          .catch(() => undefined)
    } catch (error) {
      giveUpTyped()
      return replace(failed(error))
    }
    return null
  },
  // A change of the query string (search, sort, filters) does not reload the page's data.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
})

const isBare = (page: PageHandle) => page.menu === 'public' || isBareWall(page)

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: ScreenError,
    children: [
      ...pages.filter(isBare).map(routeOf),
      {
        ...partRoute('shell'),
        shouldRevalidate: () => false,
        ErrorBoundary: ScreenError,
        children: [...pages.filter((page) => !isBare(page)).map(routeOf), { ...partRoute('not-found'), path: '*' }],
      },
    ],
  },
]
