// Mounts every call of the table under /api. The gate judges each call, and the BFF or the upstream answers it.
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
import { writtenFrom, type Gate, type Written } from './gate.ts'
import type { Limits } from './limits.ts'
import type { SignIn } from './login.ts'
import type { BffHandlers } from './bff-handlers.ts'
import { gone, isClosed, onceClosed } from './edge.ts'
import { crossSite } from './security.ts'
import type { Principal, Sessions } from './session.ts'
import { createTags } from './tags.ts'
import { DEADLINES, type Upstream } from './upstream.ts'

const JSON_LIMIT = 64 * 1024
const SIGN_IN_LIMIT = 4 * 1024
/** Enough for the answer of a passkey. */
const SECOND_STEP_LIMIT = 16 * 1024
/** Length in bytes from which writing a reply delays other requests noticeably. */
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
  bffHandlers: BffHandlers
  /** Id of the build, sent with every reply. */
  build: string
  log: Log
}

export function createRouter({ env, calls, gate, sessions, limits, upstream, signIn, bffHandlers, build, log }: Parts) {
  const tags = createTags()
  const forward = createForward(upstream)
  const router = Router({ strict: true, caseSensitive: true })
  /** Calls in progress that change a person's record, including calls whose client has disconnected. */
  const changing = new Set<Promise<void>>()
  router.use((req, res, next) => {
    res.setHeader('X-Build', build)
    // All paths of the table consist of letters, digits, hyphens and slashes. Any other path is refused before it is decoded.
    if (/[^\w\-/]/.test(req.originalUrl.split('?')[0] ?? '') || req.originalUrl.includes('#'))
      throw new Refusal(400, 'Endereço inválido.', { reason: 'path' })
    // Refuse other methods: Express would answer HEAD with the handler of GET, and OPTIONS by itself. The table has neither.
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
        // If the session ended during this request, the browser may already have a new cookie, so the cookie is not cleared.
        if (sessions.presented(req) && !known) sessions.clear(res)
        throw new Refusal(401, messages.signedOut, { reason })
      }
      const { me, hash, person } = await who().catch(async (error: unknown) => {
        if (asRefusal(error).status === 401) await limits.stranger(req, 'call', sessions.ended(req))
        throw error
      })
      res.locals.user = me.id
      // Every answer carries the id of the running time entry, so pages need not ask for it.
      if (person.tempo !== undefined) res.setHeader('X-Timer', person.tempo ?? 0)
      // The header also tells the number of unread notices, unless this call marks them as read.
      if (person.avisos !== undefined && row.name !== 'PUT /notices') res.setHeader('X-Notices', person.avisos)
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
        // The slot is held until the client has read the reply, so unread replies count as running calls.
        onceClosed(req, res, release)
      }
    }

  for (const row of calls) {
    const method = row.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete'
    // Express 5 would read '{id}' as an optional group, so it is translated to ':id' here, and only here.
    const path = row.path.replace(/\{(\w+)\}/g, ':$1')
    const named: RequestHandler = (_req, res, next) => {
      res.locals.call = row.name
      next()
    }
    if (row.name === 'POST /auth' || row.name === 'POST /auth/second') {
      const [step, largest] = row.name === 'POST /auth' ? [signIn.first, SIGN_IN_LIMIT] : [signIn.second, SECOND_STEP_LIMIT]
      router.post(path, named, async (req, res) => {
        crossSite(env, req)
        const release = limits.acquireBody(req)
        res.json(row.reply.parse(await step(req, res, await readJson(req, res, largest).finally(release))))
      })
    } else {
      // `bffHandlers` has a function for each call that the BFF answers, and the schemas of the call have parsed the input, so the cast is safe.
      const answer = row.answeredByBff && (bffHandlers[row.name as keyof BffHandlers] as (given: object) => Promise<unknown>)
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
          // If the client disconnected while the call was judged, do not forward the call.
          if (isClosed(req, res)) throw gone()
          if (answer) {
            const requestId = String(res.getHeader('X-Request-Id'))
            const value = await answer({ who, principal, requestId, ...allowed.judged })
            if (row.method === 'GET') await gate.mustStillBe(who, principal)
            return send(res, writtenFrom(row.reply.parse(value)))
          }
          const refund = row.asksPassword ? await limits.secret(principal.me.id) : undefined
          const asked = performance.now()
          const changed = async () => {
            if (row.changesPerson !== undefined) await sessions.changed(principal, row.changesPerson, allowed.judged.body, row.endsSessions)
          }
          const perhapsChanged = async () => {
            await changed()
            // A slow upstream may still write the change until its deadline, so react to the change once more after the deadline.
            if (row.changesPerson !== undefined) setTimeout(() => void changed(), DEADLINES.total).unref()
          }
          const held = tags.heldTag(req, allowed)
          const reply = await forward(req, res, principal.token, allowed, held).catch(async (error: unknown) => {
            await perhapsChanged()
            throw error
          })
          // The upstream no longer accepts the token, so end the session.
          if (reply.status === 401) {
            await sessions.end(req)
            sessions.clear(res)
          }
          // Only a clear refusal (4xx) proves that nothing was changed. After a 5xx, the change may have been made.
          if (reply.status < 400) await changed()
          else if (reply.status >= 500) await perhapsChanged()
          // Only a 400 may mean a wrong password. The change is made whether or not the counter answers.
          if (reply.status !== 400) await refund?.().catch(() => undefined)
          if (row.method === 'GET' || row.safe) await gate.mustStillBe(who, principal)
          if (row.file !== undefined && reply.file)
            await sendFile(res, row.file(allowed.judged), reply.body, reply.file, DEADLINES.slow - (performance.now() - asked))
          else if (reply.status === 304 && held !== undefined)
            res
              .setHeader('ETag', req.headers['if-none-match'] ?? '')
              .status(304)
              .end()
          else {
            const written = gate.written(allowed, reply)
            // Checking the reply has blocked other requests, so let them run before a long reply is written.
            if (reply.body.length > LONG) await setImmediate()
            const tag = tags.tagFor(allowed, reply.tag)
            if (tag !== undefined) res.setHeader('ETag', tag)
            send(res, written)
          }
        }),
      )
    }
  }

  router.post('/logout', async (req, res) => {
    res.locals.call = 'POST /logout'
    crossSite(env, req)
    // The person is needed only to compare it with the header. A failure is ignored, so that signing out works even if the upstream is silent.
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
      // Logged here in addition to the answer's own line, because the session ends even if the client disconnects.
      log.info({ requestId: res.getHeader('X-Request-Id'), user: ended.user }, 'sign-out')
    } else await limits.stranger(req, 'call')
    sessions.clear(res)
    sessions.forgetEmail(res)
    res.set('Clear-Site-Data', '"cache", "storage"').json({})
  })

  router.use(() => {
    throw new Refusal(404, failure(404), { reason: 'no such call' })
  })
  return { router, settled: () => Promise.allSettled(changing) }
}

/** Refuses a request from a page that was drawn for one person if another person has since signed in from another tab. */
function mustBeDrawnFor(req: Request, id: number) {
  const drawnFor = req.headers['x-person']
  if (drawnFor !== undefined && drawnFor !== String(id)) throw new Refusal(409, messages.anotherPerson, { reason: 'another person' })
}

/**
 * Sends JSON like res.json(), but without the look-ups and comparisons that it makes for other kinds of clients, which take 10 % of the time of a small
 * call. A short body is sent as a string and not as bytes, because Node then writes it together with the headers, which saves another 10 %.
 */
function send(res: Response, { json, bytes }: Written) {
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': bytes.length }).end(bytes.length > LONG ? bytes : json)
}
