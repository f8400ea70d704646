// Starts every page but the sign-in page, with the router.
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router'
import { mutate } from 'swr'
import { messages } from '../shared/messages.ts'
import { backTo } from '../shared/pages.ts'
import { keyOf } from './api/address.ts'
import { read } from './api/request.ts'
import type { Boot } from './boot.ts'
import { isRecord, loadCode, routes, toolsContext } from './router.tsx'
import { denied } from './shell/notices.ts'
import { notify } from './ui/feedback/notify.ts'

/** Loads the code of the page at the present address, and returns the page. */
export async function routed(boot: Boot) {
  // The components must be loaded before the router exists, so that hydration finds the markup that the server sent.
  const matches = matchRoutes(routes, location) ?? []
  // The root route has no code of its own to load.
  for (const { route } of matches) if (route.id && route.loader) await loadCode(route.id)
  if (!matches.every(({ params }) => isRecord(params))) await loadCode('not-found')

  const seeded = new Set(boot.cache.map(([key]) => key))
  const router = createBrowserRouter(routes, {
    hydrationData: { loaderData: Object.fromEntries(matches.map(({ route }) => [route.id, null])) },
    getContext: () => {
      const context = new RouterContextProvider()
      context.set(toolsContext, {
        me: boot.me,
        may: (call) => boot.may.includes(call),
        denied: () => {
          denied()
          return backTo(location.pathname + location.search)
        },
        failed: () => {
          notify.error(messages.notOpened)
          const { pathname, search } = router.state.location
          return pathname + search
        },
        ask: async (name, ...args) => {
          const key = keyOf(name, args[0])
          const answer = mutate(key, read(name, ...args), { revalidate: false, populateCache: true }).then(() => void seeded.add(key))
          if (seeded.has(key)) answer.catch(() => undefined)
          else await answer
        },
      })
      return context
    },
  })

  return <RouterProvider router={router} />
}
