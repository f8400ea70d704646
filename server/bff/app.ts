// Puts the BFF together. The order of the middleware is the order in which a request passes it.
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
import { createBffHandlers } from './bff-handlers.ts'
import { createRouter } from './router.ts'
import { openRegistry } from './registry.ts'
import type { Build } from './build.ts'
import { createPages } from './render.ts'
import { FILE_CSP, headers, refuseMalformed } from './security.ts'
import { createSessions } from './session.ts'
import { createSubscription } from './subscription.ts'
import { createUpstream } from './upstream.ts'

declare global {
  namespace Express {
    /** Values for the log line of an answer: the call or 'page', the id of the person, and the reason for a refusal. */
    interface Locals {
      call?: string
      user?: number | undefined
      /** True if a rate limit has counted the request. The log line of a counted request is always written. */
      counted?: true
      /**
       * The client's network. If no limit counts the request, this network's share of log lines is used. Read on arrival: a closed connection has no
       * address.
       */
      from: string
      reason?: string | undefined
    }
  }
}

export interface Parts {
  env: Env
  clock: Clock
  log: Log
  /** URL of the upstream, and the secret that the embedded API expects. */
  upstream: { url: string; secret?: string }
  build: Build
  /** The folder of the project. */
  root: string
  /** The middleware of Vite, only in development. It runs before our routes. */
  dev?: RequestHandler
  /** The table of calls. A test may pass a table of its own. */
  table?: readonly Row[]
}

/** Time in ms during which an answer of /readyz is reused. */
const READY = 1_000

export interface Bff {
  app: Express
  /** Makes /readyz tell the load balancer that this server accepts no new work. */
  drain: () => void
  close: () => Promise<void>
}

export function createApp({ env, clock, log, upstream: { url, secret }, build, root, dev, table = calls }: Parts): Bff {
  const metrics = createMetrics(log)
  const upstream = createUpstream(url, secret)
  const registry = openRegistry(env, clock)
  const limits = createLimits(env)
  const sessions = createSessions({ env, clock, upstream, registry, log })
  const gate = createGate({ env, calls: table, upstream, log, metrics })
  const signIn = createSignIn({ env, upstream, sessions, limits, log, metrics })
  const pages = createPages({ env, clock, gate, sessions, limits, signIn, build, log, metrics })
  let draining = false
  /**
   * Whether everything that a call needs is working: the upstream with its database, the registry, and the counters of the rate limits. Only one
   * check runs at a time, and its result is reused for a second.
   */
  const ready = shared(READY, async () => {
    const [{ status }] = await Promise.all([upstream.ready(), registry.answers(), limits.answers()])
    return status < 500
  })

  /** Limits how many request bodies of strangers are read at the same time. */
  const few: RequestHandler = (req, res, next) => {
    onceClosed(req, res, limits.acquireBody(req))
    next()
  }

  void limits.mayForget().then((forgets) => {
    if (forgets) log.warn('REDIS_URL: a crash of this Redis may revive ended sessions; set appendonly yes and appendfsync always')
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
    // Requests through a proxy on this machine come from loopback, just like requests of local programs. If there may be a proxy, only the token
    // tells the two apart. The Host must be loopback too, because a foreign page could reach this address through a host name of its own.
    const direct =
      isPrivate(env) &&
      isLoopback((req.socket.remoteAddress ?? '').replace('::ffff:', '')) &&
      isLoopback((req.headers.host ?? '').replace(/:\d+$/, '')) &&
      // HTTP/1.0 is refused, because some proxies use it and send no header that would reveal them.
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
    bffHandlers: createBffHandlers({ gate, sessions }),
    build: build.id,
    log,
  })
  app.use('/api', router)

  app.get('/agenda/:file', createSubscription({ gate, sessions, limits }))

  // The build compresses static files. Compressing the answers to calls and pages is left to the proxy that terminates TLS.
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
      // A change may have been made even if its answer was lost. End the sessions that it ends before the registry closes.
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

/** The names of the files in a folder. Read once at startup, so that no request waits for the disk to report a missing file. */
const namesIn = (folder: string) =>
  existsSync(folder) ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [`/${entry.name}`] : [])) : []

/** Paths of the files at fixed addresses: the icon, and the wall screen's service worker and offline page. */
const fixedFiles = (folder: string) => namesIn(folder).filter((name) => ![...ENCODINGS.values()].includes(extname(name)))

/** Serves the files of a folder. Sends the compressed copy that the build made, if there is one and the client accepts its encoding. */
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
        // The error answer that replaces the file must not inherit the cache headers of the file, so they are removed.
        for (const name of res.getHeaderNames()) res.removeHeader(name)
        res.setHeaders(before)
        next(error)
      })
    }
    // A pipelined request opens its file only once its response is the next one on the connection. Otherwise every queued request would hold a file
    // open, and would never close it if the connection ended.
    if (res.socket) answer()
    else res.once('socket', answer)
  }
}

/** Compares a token in constant time, so that the time taken does not reveal how much of the token is right. */
const isToken = (authorization = '', token: string) =>
  timingSafeEqual(hash('sha256', authorization, 'buffer'), hash('sha256', `Bearer ${token}`, 'buffer'))

/** Calls `ask` at most once every `ms` milliseconds; all callers share the answer. A failure is treated as false. */
function shared(ms: number, ask: () => Promise<boolean>) {
  let said: Promise<boolean> | undefined
  return () =>
    (said ??= ask()
      .catch(() => false)
      .finally(() => setTimeout(() => (said = undefined), ms).unref()))
}

/** Writes one log line and increases one counter for every answer: person, call and result, never a body. */
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
