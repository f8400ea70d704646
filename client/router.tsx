// The pages as routes: the guard, what each asks for on entering, and the error screens.
import { createContext, redirect, type RouteObject } from 'react-router'
import { pages, type Page } from '../shared/pages.ts'
import type { Ask } from './api/address.ts'
import { mayOpen, type Boot } from './boot.ts'
import { screens, shell } from './screens.ts'
import { NotFound, ScreenError } from './shell/errors.tsx'
import { Root } from './shell/Root.tsx'

export interface RouteTools {
  me: Boot['me']
  ask: Ask
  /** On the server, which draws the page: its time, ms. */
  now?: number
  /** A page that may not be opened was asked for: says so, and names where to stay. */
  denied: () => string
}
export const toolsContext = createContext<RouteTools>()

/** The row of pages.ts that a matched route shows. */
export type PageHandle = (typeof pages)[number]

const routeOf = (page: PageHandle): RouteObject => {
  const { load, enter } = screens[page.path satisfies Page]
  return {
    id: page.path,
    path: page.path,
    caseSensitive: true,
    handle: page,
    lazy: { Component: async () => (await load()).default },
    ErrorBoundary: ScreenError,
    loader: async ({ context, request }) => {
      const { me, ask, now, denied } = context.get(toolsContext)
      if (!mayOpen(me, page)) {
        const stay = denied()
        // Going back in the browser's history has left already.
        return redirect(stay.split('?')[0] === page.path ? '/home' : stay)
      }
      // A prefetch that fails is not the page's failure: the screen asks again and shows its own error.
      await enter?.({ ask }).catch(() => undefined)
      if (now !== undefined) {
        const { drawn } = await load()
        await drawn?.({ ask, search: new URL(request.url).searchParams, now }).catch(() => undefined)
      }
      return null
    },
    // What a screen keeps in the URL (search, sort, filters) is no reason to ask again.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  }
}

const isBare = (page: PageHandle) => page.menu === 'public' || 'wall' in page

export const routes: RouteObject[] = [
  {
    id: 'root',
    Component: Root,
    ErrorBoundary: ScreenError,
    children: [
      ...pages.filter(isBare).map(routeOf),
      {
        id: 'shell',
        lazy: { Component: async () => (await shell.load()).default },
        ErrorBoundary: ScreenError,
        children: [...pages.filter((page) => !isBare(page)).map(routeOf), { id: 'not-found', path: '*', Component: NotFound }],
      },
    ],
  },
]
