// Renders a request to HTML. Only server/bff/render.ts loads this file.
import { renderToPipeableStream, type PipeableStream } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, matchRoutes, RouterContextProvider, StaticRouterProvider } from 'react-router'
import { keyOf, urlOf, type AnyInput } from './api/address.ts'
import type { Boot } from './boot.ts'
import { Document, type Assets } from './Document.tsx'
import { isRecord, routes, toolsContext } from './router.tsx'
import { basicParts, SIGN_IN, type Screen } from './parts.ts'
import { signInPage } from './shell/signInPage.tsx'

const { screens } = await import('./screens.ts')

/** The modules that a page loads besides the entry, as the build manifest names them. */
export function modulesOf(url: string) {
  const parts = new Map<string | undefined, Screen>([...basicParts, ...Object.entries(screens)])
  const ids = (matchRoutes(routes, url) ?? []).map(({ route }) => route.id)
  // The sign-in page loads neither the router nor screens.ts: see entry.browser.tsx and parts.ts.
  return [...(ids.includes(SIGN_IN) ? [] : ['client/routed.tsx', 'client/screens.ts']), ...ids.flatMap((id) => parts.get(id)?.module || [])]
}

/** Makes a read call through the gate, with the person's own session. Rejects if the call is refused or gets no answer. */
export type ServerAsk = (name: string, asked: { path: Record<string, number>; query: string; body: unknown }) => Promise<unknown>

export interface Page {
  url: string
  boot: Boot
  nonce: string
  assets: Assets
  scripts: string[]
  ask: ServerAsk
  /** Address to which the person is redirected if the page is denied. */
  denied: string
}

const handler = createStaticHandler(routes)
const EMBEDDED = 256 * 1024

export type Rendered = { redirect: string } | { status: number; draw: (signal: AbortSignal) => Promise<PipeableStream> }

/** Loads the page's data. `draw` renders the complete page; it rejects with the signal's reason on abort. */
export async function render({ url, boot, nonce, assets, scripts, ask, denied }: Page): Promise<Rendered> {
  const cache: Boot['cache'] = []
  const requestContext = new RouterContextProvider()
  requestContext.set(toolsContext, {
    me: boot.me,
    may: (call) => boot.may.includes(call),
    now: boot.now,
    denied: () => denied,
    failed: (error) => {
      throw error
    },
    ask: async (name, ...[input]) => {
      const [, query = ''] = urlOf(name, input).split('?')
      const { path = {}, body } = (input ?? {}) as AnyInput
      const data = await ask(name, { path, query, body })
      if (JSON.stringify(data).length <= EMBEDDED) cache.push([keyOf(name, input), data])
    },
  })
  const context = await handler.query(new Request(new URL(url, 'http://localhost')), { requestContext })
  if (context instanceof Response) return { redirect: context.headers.get('Location') ?? '/' }
  // The page's own code failed to load. The caller logs the error and sends the static error page, which depends on nothing that could fail too.
  const [error] = Object.values(context.errors ?? {})
  if (context.statusCode >= 500) throw error
  const isNothing = context.matches.some(({ route, params }) => route.id === 'not-found' || !isRecord(params))
  const isSignIn = context.matches.some(({ route }) => route.id === SIGN_IN)
  const status = isNothing ? 404 : context.statusCode
  // Only the data that has arrived by now is copied. The browser requests the missing data itself.
  const seeded = { ...boot, cache: [...cache] }
  const tree = (
    <Document boot={seeded} json={embed(seeded)} nonce={nonce} assets={assets}>
      {isSignIn ? (
        await signInPage()
      ) : (
        <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, context)} context={context} hydrate={false} nonce={nonce} />
      )}
    </Document>
  )
  return { status, draw }

  function draw(signal: AbortSignal) {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<PipeableStream>()
    const stream = renderToPipeableStream(tree, {
      nonce,
      bootstrapModules: scripts,
      // Sends the whole page at once: a part that streams in later would need a script to move it into place.
      progressiveChunkSize: Infinity,
      onAllReady: () => resolve(stream),
      onShellError: reject,
      onError: reject,
    })
    signal.addEventListener('abort', () => stream.abort(signal.reason))
    return promise
  }
}

/** JSON in which no text can close the surrounding script element. */
const embed = (value: unknown) => JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
