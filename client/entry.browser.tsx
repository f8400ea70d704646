import { setNonce } from 'get-nonce'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { watchBuild } from './api/build.ts'
import { setClock } from './api/clock.ts'
import { answers } from './api/connection.ts'
import { setPerson } from './api/session.ts'
import type { Boot } from './boot.ts'
import { Document, type Assets } from './Document.tsx'
import { SIGN_IN } from './parts.ts'
import { dropNotice, newBuild } from './shell/notices.ts'
import { signInPage } from './shell/signInPage.tsx'
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

// The router is not needed for the sign-in page, so its code is not loaded there.
const content = location.pathname === SIGN_IN ? await signInPage() : await (await import('./routed.tsx')).routed(boot)

const assets: Assets = {
  styles: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map((link) => link.getAttribute('href') ?? ''),
  modules: [],
}
// A transition hydrates in small steps, so the page responds to input meanwhile.
startTransition(() => {
  hydrateRoot(
    document,
    <Document boot={boot} json={json} nonce={nonce} assets={assets}>
      {content}
    </Document>,
  )
})
