// The pages as routes: the guard, what each asks for on entering, and the error screens.
import type { ComponentType } from 'react'
import { createContext, redirect, replace, useParams, type RouteObject } from 'react-router'
import type { CallName } from '../shared/calls.ts'
import { ID, isBareWall, pages } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'
import { mayOpen, type Boot } from './boot.ts'
import { partOf } from './parts.ts'
import { ScreenError } from './shell/errors.tsx'
import { Root } from './shell/Root.tsx'
import { giveUpTyped } from './ui/typedAhead.ts'

export interface RouteTools {
  me: Boot['me']
  /** The calls this person may make. */
  may: (call: CallName) => boolean
  ask: Ask
  /** On the server, which draws the page: its time, ms. */
  now?: number
  /** A page that may not be opened was asked for: says so, and names where to stay. */
  denied: () => string
  /** A page's code did not come: says so, and names where to stay. */
  failed: (error: unknown) => string
}
export const toolsContext = createContext<RouteTools>()

const components = new Map<string, ComponentType>()
/** Gets what a route is drawn by, before it is drawn. */
export async function loadCode(id: string) {
  const part = await partOf(id)
  const code = await part?.load()
  if (code) components.set(id, code.default)
  return code
}
/** Not a lazy route, which would put an error in the place of what is shown when its code does not come. */
const drawnBy = (id: string) =>
  function Part() {
    const Component = components.get(id)
    return Component && <Component />
  }

/** What is no id leads to no record. */
export const isRecord = ({ id }: { id?: string | undefined }) => id === undefined || ID.test(id)
/** The screen of a page, or that there is none. */
const screenOf = (id: string) => {
  const [Page, Nothing] = [drawnBy(id), drawnBy('not-found')]
  return function Screen() {
    return isRecord(useParams()) ? <Page /> : <Nothing />
  }
}

/** Gets a route's code, and what it asks for on entering. What does not come is no failure of the part: it asks again and shows its own error. */
async function entered(id: string, { ask, may }: RouteTools) {
  const part = await partOf(id)
  const [code] = await Promise.all([loadCode(id), part?.enter?.({ ask, may }).catch(() => undefined)])
  return code
}

/** Of what is no page. */
const partRoute = (id: string) =>
  ({
    id,
    Component: drawnBy(id),
    loader: async ({ context }) => {
      await entered(id, context.get(toolsContext))
      return null
    },
  }) satisfies RouteObject

/** The row of pages.ts that a matched route shows. */
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
    const { me, ask, now, denied, failed } = tools
    if (!mayOpen(me, page)) {
      giveUpTyped()
      const stay = denied()
      // Going back in the browser's history has left already.
      return redirect(stay.split('?')[0] === new URL(request.url).pathname ? '/home' : stay)
    }
    try {
      const code = await entered(page.path, tools)
      if (now !== undefined)
        await code?.drawn?.({ ask, search: new URL(request.url).searchParams, id: params['id'] ?? '', now, me: me?.id ?? 0 }).catch(() => undefined)
    } catch (error) {
      giveUpTyped()
      return replace(failed(error))
    }
    return null
  },
  // What a screen keeps in the URL (search, sort, filters) is no reason to ask again.
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
