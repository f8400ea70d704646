// Mounts every row under /api and forwards what the gate let through, with http-proxy-middleware.
import { IncomingMessage, ServerResponse, type ClientRequest } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import express, { Router, type Request, type RequestHandler, type Response } from 'express'
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin, type Plugin } from 'http-proxy-middleware'
import type { Row } from '../../shared/call.ts'
import { failure, messages } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { Refusal, asRefusal } from './errors.ts'
import type { Allowed, Gate } from './gate.ts'
import { parseJson } from './json.ts'
import type { Limits } from './limits.ts'
import type { SignIn } from './login.ts'
import type { Own } from './own.ts'
import { gone, isClosed, onceClosed } from './edge.ts'
import { crossSite } from './security.ts'
import type { Principal, Sessions } from './session.ts'
import { begin, collect, DEADLINES, failed, LARGEST_FILE, neverUpgraded, NoAnswer, Stale, type Answer, type Upstream } from './upstream.ts'

const JSON_LIMIT = 64 * 1024
const SIGN_IN_LIMIT = 4 * 1024
/** Bytes of a reply that takes long enough for others to wait. */
const LONG = 128 * 1024
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

interface Parts {
  env: Env
  calls: readonly Row[]
  gate: Gate
  sessions: Sessions
  limits: Limits
  upstream: Upstream
  signIn: SignIn
  own: Own
  /** The build's id, on every reply. */
  build: string
}

export function createProxy({ env, calls, gate, sessions, limits, upstream, signIn, own, build }: Parts) {
  const forward = createForward(upstream)
  const router = Router({ strict: true, caseSensitive: true })
  router.use((req, res, next) => {
    res.setHeader('X-Build', build)
    // A path of the table has letters, digits, hyphens and slashes: whatever else it holds is not decoded, it is refused.
    if (/[^\w\-/]/.test(req.originalUrl.split('?')[0] ?? '') || req.originalUrl.includes('#'))
      throw new Refusal(400, 'Endereço inválido.', { reason: 'path' })
    // Express answers HEAD with GET's handler and OPTIONS by itself; the table has neither.
    if (!METHODS.includes(req.method)) throw new Refusal(404, failure(404), { reason: 'method' })
    next()
  })

  const guarded =
    (row: Row, answer: (req: Request, res: Response, who: () => Promise<Principal>) => Promise<void>): RequestHandler =>
    async (req, res) => {
      crossSite(env, req)
      const asking = sessions.asking(req)
      let known = false
      const who = async () => {
        const principal = await asking()
        known ||= principal !== undefined
        if (principal) return principal
        const reason = sessions.presented(req) ? 'bad or ended cookie' : 'no session'
        // One that ended while it was asked with may have been replaced in the browser since.
        if (sessions.presented(req) && !known) sessions.clear(res)
        throw new Refusal(401, messages.signedOut, { reason })
      }
      const { me, hash } = await who().catch(async (error: unknown) => {
        if (asRefusal(error).status === 401) await limits.stranger(req, 'call', sessions.ended(req))
        throw error
      })
      res.locals['user'] = me.id
      await limits.session(hash)
      mustBeDrawnFor(req, me.id)
      const land = limits.fly(me.id)
      try {
        await answer(req, res, who)
      } finally {
        // A reply that nobody reads is kept as long as one that is being made.
        onceClosed(req, res, land)
      }
    }

  for (const row of calls) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    // In Express 5 '{id}' would be an optional group: this is the one place that knows.
    const path = row.path.replace(/\{(\w+)\}/g, ':$1')
    const named: RequestHandler = (_req, res, next) => {
      res.locals['call'] = row.name
      next()
    }
    if (row.name === 'POST /auth') {
      router.post(path, named, async (req, res) => {
        crossSite(env, req)
        const land = limits.read(req)
        res.json(row.reply.parse(await signIn(req, res, await readJson(req, res, SIGN_IN_LIMIT).finally(land))))
      })
    } else {
      // Own has one function for each row that is the BFF's, and what it is given was parsed by that row.
      const answer = row.own && (own[row.name as keyof Own] as (given: object) => Promise<unknown>)
      router[method](
        row.alias ? [path, row.alias] : path,
        named,
        guarded(row, async (req, res, who) => {
          const raw = {
            path: req.params as Record<string, string>,
            query: new URLSearchParams(req.url.split('?')[1] ?? ''),
            body: () => readJson(req, res, row.largest ?? JSON_LIMIT),
          }
          const allowed = await gate.allow(row, who, raw, limits.allowed)
          const { principal } = allowed
          // Who hung up while it was judged did not ask for it any more.
          if (isClosed(req, res)) throw gone()
          if (answer) {
            const requestId = String(res.getHeader('X-Request-Id'))
            const value = await answer({ who, principal, requestId, ...allowed.judged })
            if (row.method === 'GET') await gate.mustStillBe(who, principal)
            return send(res, row.reply.parse(value))
          }
          const asked = performance.now()
          const changed = async () => {
            if (row.changesPerson !== undefined) await sessions.changed(principal, row.changesPerson, allowed.judged.body)
          }
          const reply = await forward(req, res, principal.token, allowed).catch(async (error: unknown) => {
            await changed()
            // An upstream that goes on may write it until then.
            if (row.changesPerson !== undefined) setTimeout(() => void changed(), DEADLINES.total).unref()
            throw error
          })
          // The upstream no longer knows the token: so does no one.
          if (reply.status === 401) {
            await sessions.end(req)
            sessions.clear(res)
          }
          // Only a clear no is known to have changed nothing.
          if (reply.status < 400 || reply.status >= 500) await changed()
          if (row.method === 'GET' || row.safe) await gate.mustStillBe(who, principal)
          if (row.file !== undefined && reply.file)
            await sendFile(res, row.file, reply.body, reply.file, DEADLINES.slow - (performance.now() - asked))
          else {
            const value = gate.answered(row, principal, reply)
            // Checked in one go; others are answered before it is written.
            if (reply.body.length > LONG) await setImmediate()
            send(res, value)
          }
        }),
      )
    }
  }

  router.post('/logout', async (req, res) => {
    res.locals['call'] = 'POST /logout'
    crossSite(env, req)
    // A silent upstream keeps nobody from leaving.
    const principal =
      req.headers['x-person'] === undefined
        ? undefined
        : await sessions
            .asking(req)()
            .catch(() => undefined)
    if (principal) mustBeDrawnFor(req, principal.me.id)
    if (!(await sessions.end(req))) await limits.stranger(req, 'call')
    sessions.clear(res)
    res.set('Clear-Site-Data', '"cache", "storage"').json({})
  })

  router.use(() => {
    throw new Refusal(404, failure(404), { reason: 'no such call' })
  })
  return router
}

/** A page that was drawn for one person sends nothing in the name of another, who signed in in another tab. */
function mustBeDrawnFor(req: Request, id: number) {
  const drawnFor = req.headers['x-person']
  if (drawnFor !== undefined && drawnFor !== String(id)) throw new Refusal(409, messages.anotherPerson, { reason: 'another person' })
}

/**
 * What res.json does, less what it looks up and compares for callers of other kinds: a tenth of a small call.
 * A text, not bytes: Node writes it together with the headers, which is another tenth.
 */
function send(res: Response, value: unknown) {
  const json = JSON.stringify(value)
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(json) }).end(json)
}

/** Name and type are ours, by what the bytes are; never opened in the page. `left`: ms until it must be whole. */
async function sendFile(res: Response, name: string, first: Buffer, { rest, length }: NonNullable<Answer['file']>, left: number) {
  const isPdf = first.subarray(0, 5).toString('latin1') === '%PDF-'
  const isXml = first.subarray(0, 100).toString().trimStart().startsWith('<?xml')
  if ((!isPdf && !isXml) || length > LARGEST_FILE) {
    await rest.return(undefined)
    throw new NoAnswer(length > LARGEST_FILE ? 'file too large' : 'neither PDF nor XML', false)
  }
  const [type, extension] = isPdf ? ['application/pdf', 'pdf'] : ['application/xml', 'xml']
  res.writeHead(200, {
    'Content-Type': type,
    ...(length > 0 && { 'Content-Length': length }),
    'Content-Disposition': `attachment; filename="${name}.${extension}"`,
  })
  const whole = async function* () {
    let size = first.length
    yield first
    for await (const chunk of rest) {
      if ((size += chunk.length) > LARGEST_FILE) throw new NoAnswer('file too large', false)
      yield chunk
    }
  }
  // Whoever stops, upstream or browser, stops both: a file that was cut is a download that failed, never a short file.
  await pipeline(whole, res, { signal: AbortSignal.timeout(Math.max(0, Math.round(left))) })
}

const parsers = new Map<number, RequestHandler>()
/** The bytes of a body, `limit` at most. */
function parserOf(limit: number) {
  const parser = parsers.get(limit) ?? express.raw({ limit, inflate: false, type: () => true })
  parsers.set(limit, parser)
  return parser
}

/** The body as JSON, or undefined when none was sent. 415 for any other type or an encoding, 413 over the limit. */
async function readJson(req: Request, res: Response, limit: number): Promise<unknown> {
  const type = req.headers['content-type']
  const sent = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (!sent) return undefined
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(type ?? ''))
    throw new Refusal(415, 'O corpo do pedido deve ser JSON.', { reason: 'content-type' })
  if (req.headers['content-encoding'] !== undefined) throw new Refusal(415, 'O corpo do pedido deve ser JSON.', { reason: 'content-encoding' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  parserOf(limit)(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('body'))))
  await promise
  // express.raw() gives the bytes, whole.
  return parseJson(req.body as Buffer)
}

/** One call through http-proxy-middleware: the request it sees was built here, and its response goes nowhere but to us. */
function createForward(upstream: Upstream) {
  /** What the proxy sends, and who waits for the answer. Not a WeakMap beside it: that made every call a third slower. */
  interface Outgoing extends IncomingMessage {
    answered: (response: IncomingMessage) => void
    /** Told as often as the proxy notices; only the first counts. */
    fail: (error: Error) => void
    sent?: ClientRequest
  }
  const proxy = createProxyMiddleware<Outgoing>({
    target: upstream.target.href,
    agent: upstream.agent,
    selfHandleResponse: true,
    // Its own, less the log, which builds an address for every call. They are typed for the plainest request.
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin] as unknown[] as Plugin<Outgoing>[],
    on: {
      proxyReq: (sent, outgoing) => {
        outgoing.sent = sent
        neverUpgraded(sent, outgoing.fail)
      },
      proxyRes: (response, outgoing) => outgoing.answered(response),
      error: (error: NodeJS.ErrnoException, outgoing) =>
        outgoing.fail(failed(error, outgoing.method === 'GET' && outgoing.sent?.reusedSocket === true)),
    },
  })

  async function attempt(req: Request, res: Response, token: string, { row, url, body }: Allowed): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    // Nothing of the client's but the socket: its headers never reach the proxy, let alone its hooks.
    const outgoing = Object.assign(new IncomingMessage(req.socket), {
      method: row.method,
      url,
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      complete: true,
      answered: (response: IncomingMessage) => {
        clearTimeout(firstByte)
        // Not resolve(collect(…)): the deadline holds while the reply is being read, too.
        void (row.file !== undefined && response.statusCode === 200 ? begin(response) : collect(response)).then(resolve, reject)
      },
      fail: reject,
    })
    outgoing.headers = upstream.headersFor(token, body)
    if (body) outgoing.push(body)
    outgoing.push(null)
    const sink = new ServerResponse(outgoing)
    const stop = () => sink.emit('close')
    const late = () => {
      reject(new NoAnswer('deadline', true))
      stop()
    }
    const total = setTimeout(late, row.slow ? DEADLINES.slow : DEADLINES.total)
    const firstByte = setTimeout(late, DEADLINES.firstByte)
    // Who hung up waits for nothing; the proxy itself says nothing then.
    const off = onceClosed(req, res, () => {
      reject(gone())
      stop()
    })
    // An error was told to `fail` above; the second telling has nowhere to go.
    void proxy(outgoing, sink, () => undefined)
    try {
      return await promise
    } finally {
      clearTimeout(total)
      clearTimeout(firstByte)
      off()
    }
  }

  /** A GET on a socket that the upstream had just closed is asked once more; a write never. */
  return async (req: Request, res: Response, token: string, allowed: Allowed): Promise<Answer> => {
    try {
      return await attempt(req, res, token, allowed)
    } catch (error) {
      if (error instanceof Stale) return attempt(req, res, token, allowed)
      throw error
    }
  }
}
