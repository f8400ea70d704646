// The embedded API as an express app: the secret channel, a route for each row of the table of calls, and the error handler.
import { createHash, timingSafeEqual } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import express, { type Express, type Request } from 'express'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { failure, messages } from '../../shared/messages.ts'
import type { sessions } from '../../shared/features/sessions.ts'
import { IdText } from '../../shared/wire.ts'
import { Written } from './answer-limits.ts'
import { once } from './answered.ts'
import { asChangeOf, readsNoted } from './audit.ts'
import { auth, callerOf, mustStillBe, revokeToken } from './auth.ts'
import { account } from './features/account.ts'
import { notices } from './features/notices.ts'
import { aging } from './features/aging.ts'
import { bankFiles } from './features/bank-files.ts'
import { calendar } from './features/calendar.ts'
import { cancellation } from './features/cancellation.ts'
import { appointments } from './features/appointments.ts'
import type { Db } from './db/sql.ts'
import { answerErrors, refusal, type Log } from './errors.ts'
import { home } from './features/home.ts'
import type { Api, Handler, Handlers } from './handlers.ts'
import { wall } from './features/wall.ts'
import { pendingBoard } from './features/pending-board.ts'
import { nfse } from './features/nfse.ts'
import { nfseMonth } from './features/nfse-month.ts'
import { secondFactor } from './features/second-factor.ts'
import { secondCopy } from './features/second-copy.ts'
import { registers } from './registers.ts'
import type { Documents } from './nfse/documents.ts'
import { createPersonLimiter } from './person-limiter.ts'
import { createTags, timeNoted } from './tags.ts'
import { sprints } from './features/sprints.ts'
import { commissionClosings } from './features/commission-closings.ts'
import { commissions } from './features/commissions.ts'
import '../../shared/issues.ts'
import { ledger } from './features/ledger.ts'
import { overview } from './features/overview.ts'
import { projects } from './features/projects.ts'
import { serviceHours } from './features/service-hours.ts'
import { track } from './features/track.ts'
import { trackDashboards } from './features/track-dashboards.ts'
import { trackMonths } from './features/track-months.ts'
import { trackVisits } from './features/track-visits.ts'
import { userTasks } from './features/user-tasks.ts'

const nobody = { id: 0, token: '', version: 0 }
/** Stands for the answer that the caller has already. */
const NOT_MODIFIED = {}
/** The calls that the key of a calendar address may make: those that say whose it is, and what is in the calendar. */
const BY_KEY = new Set(['GET /auth', 'GET /calendar-feed'])
const digest = (text: string) => createHash('sha256').update(text).digest()

/** `origin` is that of the product's address, if it has one. `share` is the number of calls of one person that may use the database at the same time. `wake` starts the work on queued documents. */
export function createApi(
  options: Api & { origin?: string | undefined; share: number; secret: string; log: Log; documents: Documents; wake: () => void },
): Express {
  const parts = { ...options, clock: timeNoted(options.clock) }
  const handlers: Omit<Handlers<typeof calls>, (typeof sessions)[number]['name']> = {
    ...auth(parts),
    ...secondFactor(parts),
    ...account(parts),
    ...notices(parts),
    ...home(parts),
    ...registers,
    ...appointments(parts),
    ...wall(parts),
    ...pendingBoard,
    ...calendar(parts),
    ...userTasks,
    ...track(parts),
    ...trackDashboards(parts),
    ...trackMonths(parts),
    ...trackVisits(parts),
    ...sprints(parts),
    ...projects(parts),
    ...serviceHours(parts),
    ...commissions(parts),
    ...commissionClosings(parts),
    ...ledger(parts),
    ...overview(parts),
    ...aging(parts),
    ...bankFiles(parts),
    ...nfseMonth(parts),
    ...secondCopy(parts),
    ...cancellation(parts),
    ...nfse(parts),
  }
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing')

  // Only the BFF that started this API knows the secret. To anybody else every address is a 404, even that of the sign-in.
  const channel = digest(options.secret)
  app.use((req, _res, next) => next(timingSafeEqual(digest(req.get('x-channel') ?? ''), channel) ? undefined : refusal(404, failure(404))))
  app.get('/readyz', async (_req, res) => {
    await options.db.execute(sql`select 1`)
    res.json({})
  })
  app.delete('/auth', async (req, res) => {
    await revokeToken(options.db, bearer(req))
    res.json({})
  })

  const noteRead = readsNoted(options)
  const tags = createTags(options)
  const runForPerson = createPersonLimiter(options.share)
  // Everybody shares the queue of password hashes, including people who are signing in. A signed-in person may have only one hash in it at a time.
  const prepareForPerson = createPersonLimiter(1)
  const table: readonly Row[] = calls
  for (const row of table) {
    if (row.answeredByBff) continue
    // Handlers has one entry for each row that the API answers, so the cast is safe. The row also parses the handler's input.
    const handler = handlers[row.name as keyof typeof handlers] as Handler
    const method = row.method.toLowerCase() as 'get'
    app[method](row.path.replaceAll(/\{(\w+)\}/g, ':$1'), express.json({ limit: row.largest ?? '64kb' }), async (req, res) => {
      const me = row.menu === 'public' ? nobody : await callerOf(options, bearer(req), BY_KEY.has(row.name))
      const path = Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, IdText.parse(value)]))
      const given = { me, path, query: row.query?.parse(req.query), body: row.body?.parse(req.body), forRule: req.get('x-for-rule') !== undefined }
      const reads = row.safe && typeof handler === 'function'

      /** Throws if the caller has disconnected. Such a caller sees a failure and retries, so nothing may be stored for it any more. */
      const throwIfDisconnected = async () => {
        // The embedded database blocks this thread, so a disconnect becomes visible only after this pause.
        await setImmediate()
        if (req.socket.readableEnded || res.destroyed) throw refusal(503, messages.unavailable)
      }
      // Slow preparation takes none of the person's database slots, so it delays nobody, not even other calls of the same person.
      const first = <T>(prepare: () => Promise<T>) => (me === nobody ? prepare() : prepareForPerson(me.id, () => throwIfDisconnected().then(prepare)))
      const work =
        typeof handler === 'function' ? (db: Db) => handler({ db, ...given }) : await first(() => handler.before({ db: options.db, ...given }))
      // The answer to a sign-in is not stored, because it contains the token.
      const key = row.method === 'POST' && me !== nobody ? req.get('idempotency-key') : undefined
      const attempt = key === undefined ? undefined : { key, sent: [path, given.body] }
      let tag: ((length: number) => string | undefined) | undefined
      const answer = async () => {
        await throwIfDisconnected()
        if (reads) {
          const isCurrent = row.method === 'GET' && (await tags.isCurrent(req.get('if-none-match'), req.originalUrl, me))
          const noted = isCurrent ? { reply: NOT_MODIFIED, tag: undefined } : await tags.noted(req.originalUrl, me, () => work(options.db))
          tag = noted.tag
          // A read for a rule is not recorded in the audit; the call that the rule protects is.
          if (!given.forRule) await noteRead(me, row.name, given, noted.reply)
          return noted.reply
        }
        return asChangeOf(options.db, me, row.name, async (tx) => {
          const reply = await once(tx, me, row.name, attempt, () => work(tx))
          if (me !== nobody) await mustStillBe(tx, me)
          await throwIfDisconnected()
          return reply
        })
      }
      // Sign-ins skip the queue for the database, because they have already waited in the queue of password hashes.
      const reply = await (me === nobody ? answer() : runForPerson(me.id, answer))
      // Wake the queue only now: the transaction has ended, so other connections can see the new jobs.
      if (!reads && (row.menu === '/nfse' || row.menu === '/onde-estou')) options.wake()
      if (reply === NOT_MODIFIED) return void res.status(304).end()
      if (reply instanceof Uint8Array) return void res.type('application/octet-stream').send(reply)
      const json = reply instanceof Written ? reply.json : JSON.stringify(reply)
      const etag = row.method === 'GET' ? tag?.(json.length) : undefined
      if (etag !== undefined) res.set('ETag', etag)
      res.type('json').send(json)
    })
  }

  app.use((_req, _res, next) => next(refusal(404, failure(404))))
  app.use(answerErrors(options.log))
  return app
}

function bearer(req: Request) {
  const [, token] = /^Bearer ([\w-]+)$/.exec(req.get('authorization') ?? '') ?? []
  if (token === undefined) throw refusal(401, messages.signedOut)
  return token
}
