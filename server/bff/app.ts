// The BFF, read top to bottom.
import { hash, timingSafeEqual } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { extname, join } from 'node:path'
import cookieParser from 'cookie-parser'
import express, { type Express, type RequestHandler } from 'express'
import { calls } from '../../shared/calls.ts'
import type { Row } from '../../shared/call.ts'
import type { Clock } from '../../shared/clock.ts'
import { failure } from '../../shared/messages.ts'
import { isLoopback, isPrivate, trusted, type Env } from '../env.ts'
import type { Log } from '../log.ts'
import { onceClosed } from './edge.ts'
import { onError } from './error-handler.ts'
import { Refusal } from './errors.ts'
import { createGate } from './gate.ts'
import { networkOf } from './address.ts'
import { createLimits } from './limits.ts'
import { createSignIn } from './login.ts'
import { createMetrics } from './metrics.ts'
import { createOwn } from './own.ts'
import { createRouter } from './router.ts'
import { openRegistry } from './registry.ts'
import type { Build } from './build.ts'
import { createPages } from './render.ts'
import { FILE_CSP, headers, refuseMalformed } from './security.ts'
import { createSessions } from './session.ts'
import { createUpstream } from './upstream.ts'

declare global {
  namespace Express {
    /** What an answer's line of the log says: the call or 'page', the person's id, why it was refused. */
    interface Locals {
      call?: string
      user?: number | undefined
      /** A limit counted it: it has its own line. */
      counted?: true
      /** Whom the lines of what no limit counts are measured by: asked when it comes, for of a connection that is gone nobody knows it. */
      from: string
      reason?: string | undefined
    }
  }
}

export interface Parts {
  env: Env
  clock: Clock
  log: Log
  /** Where the upstream is, and the embedded API's secret. */
  upstream: { url: string; secret?: string }
  build: Build
  /** The project's folder. */
  root: string
  /** Development: Vite's own middleware, before everything that is ours. */
  dev?: RequestHandler
  /** The table; a test may bring its own. */
  table?: readonly Row[]
}

/** ms for which an answer of /readyz is good. */
const READY = 1_000

export interface Bff {
  app: Express
  /** No new work: /readyz says so to whoever balances. */
  drain: () => void
  close: () => Promise<void>
}

export function createApp({ env, clock, log, upstream: { url, secret }, build, root, dev, table = calls }: Parts): Bff {
  const metrics = createMetrics(log)
  const upstream = createUpstream(url, secret)
  const registry = openRegistry(env, clock)
  const limits = createLimits(env)
  const sessions = createSessions({ env, clock, upstream, registry, log })
  const gate = createGate({ calls: table, upstream, log, metrics })
  const signIn = createSignIn({ env, upstream, sessions, limits, log, metrics })
  const pages = createPages({ env, clock, gate, sessions, limits, signIn, build, log, metrics })
  let draining = false
  /** What a call needs: the upstream with its database, the registry, the limits. One question at a time, and one answer for a second, whoever asks. */
  const ready = shared(READY, async () => {
    const [{ status }] = await Promise.all([upstream.ready(), registry.answers(), limits.answers()])
    return status < 500
  })

  /** Before a stranger's body is read. */
  const few: RequestHandler = (req, res, next) => {
    onceClosed(req, res, limits.acquireBody(req))
    next()
  }

  void limits.mayForget().then((forgets) => {
    if (forgets) log.warn('REDIS_URL: when this Redis falls, sessions that were ended may live again; set appendonly yes and appendfsync always')
  })

  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('case sensitive routing', true)
  app.set('strict routing', true)
  app.set('query parser', 'simple')
  app.set('trust proxy', env.TRUST_PROXY.length ? trusted(env.TRUST_PROXY) : false)
  app.set('dev', dev !== undefined)

  app.use(headers(clock))
  app.get('/healthz', (_req, res) => void res.json({}))
  app.get('/readyz', async (_req, res) => {
    res.status(!draining && (await ready()) ? 200 : 503).json({})
  })
  app.get('/metrics', async (req, res) => {
    // A proxy on this machine is as near as whoever looks from it: where there may be one, only the token tells them apart.
    // A name of somebody's own that leads here is how a foreign page would read it.
    const direct =
      isPrivate(env) &&
      isLoopback((req.socket.remoteAddress ?? '').replace('::ffff:', '')) &&
      isLoopback((req.headers.host ?? '').replace(/:\d+$/, '')) &&
      // As some proxies come that say nothing of themselves.
      req.httpVersion !== '1.0' &&
      !['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => name in req.headers)
    const allowed = env.METRICS_TOKEN ? isToken(req.headers.authorization, env.METRICS_TOKEN) : direct
    if (!allowed) {
      await limits.stranger(req, 'call')
      throw new Refusal(404, failure(404))
    }
    res.type(metrics.registry.contentType).send(await metrics.registry.metrics())
  })

  app.use(observe({ log, metrics }))
  app.use(refuseMalformed(env))
  if (dev) app.use(dev)
  app.use(cookieParser())

  const { router, settled } = createRouter({
    env,
    calls: table,
    gate,
    sessions,
    limits,
    upstream,
    signIn,
    own: createOwn({ gate, sessions }),
    build: build.id,
    log,
  })
  app.use('/api', router)

  // What never changes was compressed by the build; what is made for one person is, by the proxy with TLS.
  const client = join(root, 'dist/client')
  app.use('/assets', files(join(client, 'assets'), { 'Cache-Control': 'public, max-age=31536000, immutable' }, false))
  app.get(fixedFiles(client), files(client, { 'Cache-Control': 'no-cache', 'Content-Security-Policy': FILE_CSP }, true))

  app.post('/', few, express.urlencoded({ extended: false, limit: '4kb', inflate: false, parameterLimit: 8 }), pages.form)
  app.get('/{*any}', pages.show)
  app.use(() => {
    throw new Refusal(404, failure(404), { reason: 'no such page' })
  })
  app.use(onError(log))

  return {
    app,
    drain: () => void (draining = true),
    close: async () => {
      upstream.close()
      // A change that is not answered any more may have been made: the sessions that it ends, end while the registry can be told.
      await settled()
      sessions.close()
      limits.close()
      await registry.close()
    },
  }
}

const ENCODINGS = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
])

/** Listed at the start, so that no page waits for the disk to say no. */
const namesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`/${entry.name}`] : [])) : []

/** The addresses of the files that have one of their own: the icon, the wall's worker. */
const fixedFiles = (folder: string) => namesIn(folder).filter((name) => ![...ENCODINGS.values()].includes(extname(name)))

/** A folder's files, each as the build compressed it where that is there and the client takes it. */
function files(folder: string, own: Record<string, string>, fallthrough: boolean): RequestHandler {
  const names = new Set(namesIn(folder))
  const serve = express.static(folder, {
    fallthrough,
    cacheControl: false,
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    setHeaders: (res, path) => {
      res.setHeaders(new Map(Object.entries(own)))
      for (const [encoding, ending] of ENCODINGS)
        if (path.endsWith(ending)) res.type(extname(path.slice(0, -ending.length))).set('Content-Encoding', encoding)
    },
  })
  return (req, res, next) => {
    const { path, url } = req
    const before = new Map(Object.entries(res.getHeaders()).filter((header): header is [string, string] => header[1] !== undefined))
    const answer = () => {
      const offered = [...ENCODINGS].filter(([, ending]) => names.has(path + ending))
      if (offered.length) res.vary('Accept-Encoding')
      const [, ending = ''] = offered.find(([encoding]) => req.acceptsEncodings(encoding)) ?? []
      req.url = path + ending
      serve(req, res, (error?: unknown) => {
        req.url = url
        // What is answered instead is not this file, and is kept by nobody.
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        res.setHeaders(before)
        next(error)
      })
    }
    // Opened when it is this request's turn on its connection: those written ahead would each hold a file open, for good if the connection ends.
    if (res.socket) answer()
    else res.once('socket', answer)
  }
}

/** Compared in the same time, whatever it is. */
const isToken = (authorization = '', token: string) =>
  timingSafeEqual(hash('sha256', authorization, 'buffer'), hash('sha256', `Bearer ${token}`, 'buffer'))

/** One answer to whoever asks, good for `ms`; no answer is false. */
function shared(ms: number, ask: () => Promise<boolean>) {
  let said: Promise<boolean> | undefined
  return () =>
    (said ??= ask()
      .catch(() => false)
      .finally(() => setTimeout(() => (said = undefined), ms).unref()))
}

/** One line of log and one count for every answer: who, which call, what became of it; never a body. */
function observe({ log, metrics }: { log: Log; metrics: ReturnType<typeof createMetrics> }): RequestHandler {
  return (req, res, next) => {
    const start = performance.now()
    const from = networkOf(req)
    res.locals.from = from
    onceClosed(req, res, () => {
      const ms = Math.round((performance.now() - start) * 10) / 10
      const { call = req.path.startsWith('/api') ? 'unknown' : 'page', user, counted, reason } = res.locals
      const status = res.writableFinished ? res.statusCode : 499
      metrics.calls.inc({ call, verdict: status })
      metrics.seconds.observe({ call }, ms / 1000)
      const line = { requestId: res.getHeader('X-Request-Id'), user, call, status, ms, reason }
      if (counted) log.info(line, 'answered')
      else log.measured(from, 'answered', line)
    })
    next()
  }
}
