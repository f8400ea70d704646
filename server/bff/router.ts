// Mounts every row under /api: judged by the gate, answered by us or by the upstream.
import { setImmediate } from 'node:timers/promises'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import type { Row } from '../../shared/call.ts'
import { failure, messages } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { readJson } from './body.ts'
import { Refusal, asRefusal } from './errors.ts'
import { sendFile } from './file.ts'
import { createForward } from './forward.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'
import type { SignIn } from './login.ts'
import type { Own } from './own.ts'
import { gone, isClosed, onceClosed } from './edge.ts'
import { crossSite } from './security.ts'
import type { Principal, Sessions } from './session.ts'
import { DEADLINES, type Upstream } from './upstream.ts'

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
  log: Log
}

export function createRouter({ env, calls, gate, sessions, limits, upstream, signIn, own, build, log }: Parts) {
  const forward = createForward(upstream)
  const router = Router({ strict: true, caseSensitive: true })
  /** The changes of people that are on their way, those too whose asker has left. */
  const changing = new Set<Promise<void>>()
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
      const { me, hash, person } = await who().catch(async (error: unknown) => {
        if (asRefusal(error).status === 401) await limits.stranger(req, 'call', sessions.ended(req))
        throw error
      })
      res.locals.user = me.id
      // Whatever is asked says what runs, so that no page has to ask for it.
      if (person.tempo !== undefined) res.setHeader('X-Timer', person.tempo ?? 0)
      await limits.session(hash)
      res.locals.counted = true
      mustBeDrawnFor(req, me.id)
      const release = limits.acquire(me.id)
      const work = answer(req, res, who)
      if (row.changesPerson !== undefined) changing.add(work)
      try {
        await work
      } finally {
        changing.delete(work)
        // A reply that nobody reads is kept as long as one that is being made.
        onceClosed(req, res, release)
      }
    }

  for (const row of calls) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    // In Express 5 '{id}' would be an optional group: this is the one place that knows.
    const path = row.path.replace(/\{(\w+)\}/g, ':$1')
    const named: RequestHandler = (_req, res, next) => {
      res.locals.call = row.name
      next()
    }
    if (row.name === 'POST /auth') {
      router.post(path, named, async (req, res) => {
        crossSite(env, req)
        const release = limits.acquireBody(req)
        res.json(row.reply.parse(await signIn(req, res, await readJson(req, res, SIGN_IN_LIMIT).finally(release))))
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
            body: () => readJson(req, res, row.largest ?? JSON_LIMIT, row.upload && row.largest),
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
          const perhapsChanged = async () => {
            await changed()
            // An upstream that goes on may write it until then.
            if (row.changesPerson !== undefined) setTimeout(() => void changed(), DEADLINES.total).unref()
          }
          const reply = await forward(req, res, principal.token, allowed).catch(async (error: unknown) => {
            await perhapsChanged()
            throw error
          })
          // The upstream no longer knows the token: so does no one.
          if (reply.status === 401) {
            await sessions.end(req)
            sessions.clear(res)
          }
          // Only a clear no is known to have changed nothing.
          if (reply.status < 400) await changed()
          else if (reply.status >= 500) await perhapsChanged()
          if (row.method === 'GET' || row.safe) await gate.mustStillBe(who, principal)
          if (row.file !== undefined && reply.file)
            await sendFile(res, row.file(allowed.judged), reply.body, reply.file, DEADLINES.slow - (performance.now() - asked))
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
    res.locals.call = 'POST /logout'
    crossSite(env, req)
    // A silent upstream keeps nobody from leaving.
    const principal =
      req.headers['x-person'] === undefined
        ? undefined
        : await sessions
            .asking(req)()
            .catch(() => undefined)
    if (principal) mustBeDrawnFor(req, principal.me.id)
    const ended = await sessions.end(req)
    if (ended) {
      res.locals.user = ended.user
      res.locals.counted = true
      // Not with the answer: whoever hangs up has ended it all the same.
      log.info({ requestId: res.getHeader('X-Request-Id'), user: ended.user }, 'sign-out')
    } else await limits.stranger(req, 'call')
    sessions.clear(res)
    res.set('Clear-Site-Data', '"cache", "storage"').json({})
  })

  router.use(() => {
    throw new Refusal(404, failure(404), { reason: 'no such call' })
  })
  return { router, settled: () => Promise.allSettled(changing) }
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
