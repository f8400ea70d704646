import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router'
import { mutate } from 'swr'
import { messages } from '../shared/messages.ts'
import { backTo } from '../shared/pages.ts'
import { keyOf } from './api/address.ts'
import { watchBuild } from './api/build.ts'
import { setClock } from './api/clock.ts'
import { answers } from './api/connection.ts'
import { read } from './api/request.ts'
import { setPerson } from './api/session.ts'
import type { Boot } from './boot.ts'
import { Document, type Assets } from './Document.tsx'
import { isRecord, loadCode, routes, toolsContext } from './router.tsx'
import { denied, dropNotice, newBuild } from './shell/notices.ts'
import { notify } from './ui/feedback/notify.ts'
import { keepTyped } from './ui/typedAhead.ts'

/** Time in ms in which even a slow machine opens the form that the address names, counted from the start of this script. */
const OPENED = 5_000

const json = document.getElementById('boot')?.textContent ?? 'null'
// The server wrote this JSON: see `embed` in entry.server.tsx.
const boot = JSON.parse(json) as Boot
const nonce = document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? ''
// Mantine's scroll lock inserts a style element, which needs the nonce.
setNonce(nonce)
// This script may have loaded slowly, so the server's time is assigned to the moment when the page's first byte arrived. The cast is safe: entries of
// type 'navigation' are always PerformanceNavigationTiming.
const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
const drawing = page?.serverTiming?.find(({ name }) => name === 'drawing')?.duration ?? 0
setClock(boot.now + drawing, page?.responseStart)
if (boot.me) setPerson(boot.me.id)
if (boot.wall) location.replace(boot.wall)
watchBuild(boot.build, () => newBuild(location.pathname))

// After a deploy the server no longer has the code of screens that an open tab has not loaded yet, so the tab moves to the new build. If the server
// does not answer, the tab stays: a reload would only lose the page shown.
addEventListener('vite:preloadError', () => {
  void answers().then((alive) => alive && newBuild(location.pathname))
})

dropNotice()
// A form named in the address opens some time after the page appears, so keystrokes are kept until it opens. Without such a form, they go to the
// screen.
if (new URLSearchParams(location.search).has('acao')) keepTyped(undefined, OPENED)

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

const assets: Assets = {
  styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? ''),
  modules: [],
}
// A transition hydrates in small steps, so the page responds to input meanwhile.
startTransition(() => {
  hydrateRoot(
    document,
    <Document boot={boot} json={json} nonce={nonce} assets={assets}>
      <RouterProvider router={router} />
    </Document>,
  )
})
