// The embedded API as an express app: the channel, the rows of the table, the errors.
import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import express, { type Express, type Request } from 'express'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { failure, messages } from '../../shared/messages.ts'
import type { sessions } from '../../shared/sessions.ts'
import { IdText } from '../../shared/wire.ts'
import { asChangeOf, readsNoted } from './audit.ts'
import { auth, callerOf, revokeToken } from './auth.ts'
import { calendar } from './calendar.ts'
import { cars } from './cars.ts'
import { clients } from './clients.ts'
import { compromises } from './compromises.ts'
import type { Db } from './db/sql.ts'
import { departments } from './departments.ts'
import { answerErrors, refusal, type Log } from './errors.ts'
import { home } from './home.ts'
import type { Api, Given, Handlers } from './implement.ts'
import { panel } from './panel.ts'
import type { pending } from './pending.ts'
import { regions } from './regions.ts'
import { tasks } from './tasks.ts'
import { userTasks } from './user-tasks.ts'
import { users } from './users.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createApi(options: Api & { secret: string; log: Log }): Express {
  const handlers: Omit<Handlers<typeof calls>, (typeof pending)[number] | (typeof sessions)[number]['name']> = {
    ...auth(options),
    ...home(options),
    ...clients,
    ...cars,
    ...regions,
    ...tasks,
    ...departments,
    ...users,
    ...compromises(options),
    ...panel(options),
    ...calendar(options),
    ...userTasks,
  }
  const app = express().disable('x-powered-by').disable('etag').enable('strict routing').enable('case sensitive routing')

  // Only the BFF that started this process's API knows the word: without it nothing is here, sign-in included.
  const channel = digest(options.secret)
  app.use((req, _res, next) => next(timingSafeEqual(digest(req.get('x-channel') ?? ''), channel) ? undefined : refusal(404, failure(404))))
  app.use(express.json({ limit: '64kb' }))

  app.get('/readyz', async (_req, res) => {
    await options.db.execute(sql`select 1`)
    res.json({})
  })
  app.delete('/auth', async (req, res) => {
    await revokeToken(options.db, bearer(req))
    res.json({})
  })

  const noteRead = readsNoted(options)
  const table: readonly Row[] = calls
  for (const row of table) {
    if (row.own) continue
    // Handlers has one function for each name of the table that is not pending, and what it is given is parsed by its own row.
    const handle = handlers[row.name as keyof typeof handlers] as ((given: Given<Row>) => Promise<unknown>) | undefined
    const method = row.method.toLowerCase() as 'get'
    app[method](row.path.replaceAll(/\{(\w+)\}/g, ':$1'), async (req, res) => {
      const me = row.menu === 'public' ? { id: 0, token: '' } : await callerOf(options, bearer(req))
      if (!handle) throw refusal(501, 'Ainda não disponível.')
      const path = Object.fromEntries(Object.entries(req.params).map(([name, value]) => [name, IdText.parse(value)]))
      const given = { me, path, query: row.query?.parse(req.query), body: row.body?.parse(req.body) }
      const answer = (db: Db) => handle({ db, ...given })
      // A sign-in computes for long, and notes its writes itself.
      const reply = await (row.safe ? answer(options.db) : asChangeOf(options.db, me, row.name, answer))
      if (row.safe) await noteRead(me, row.name, given, reply)
      res.json(reply)
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
