// The secret address of a person's calendar, to which calendar programs subscribe. Its key is a token of the API that only reads this calendar, so the
// call behind the address is judged like any other: by the table, for the person to whom the key belongs.
import { hash } from 'node:crypto'
import type { RequestHandler } from 'express'
import { agendaFile } from '../../shared/agenda-file.ts'
import type { ReplyOf } from '../../shared/call.ts'
import type { CallOf } from '../../shared/calls.ts'
import { CALENDAR_KEY } from '../../shared/features/account.ts'
import { failure } from '../../shared/messages.ts'
import { onceClosed } from './edge.ts'
import { Refusal } from './errors.ts'
import type { Gate } from './gate.ts'
import type { Limits } from './limits.ts'
import type { Sessions } from './session.ts'

const CALL = 'GET /calendar-feed'
type Feed = ReplyOf<CallOf<typeof CALL>>

export function createSubscription({ gate, sessions, limits }: { gate: Gate; sessions: Sessions; limits: Limits }): RequestHandler {
  return async (req, res, next) => {
    const [, key = ''] = /^(.*)\.ics$/.exec(String(req.params['file'])) ?? []
    if (!CALENDAR_KEY.test(key)) return next()
    res.locals.call = CALL
    await limits.feed(req)
    const who = async () => {
      const principal = await sessions.ofToken(key)
      if (!principal) throw new Refusal(404, failure(404), { reason: 'no such calendar' })
      return principal
    }
    // Somebody who guesses keys is limited like any stranger.
    const { me, hash: ofKey } = await who().catch(async (error: unknown) => {
      await limits.stranger(req, 'call')
      throw error
    })
    res.locals.user = me.id
    await limits.session(ofKey)
    res.locals.counted = true
    onceClosed(req, res, limits.acquire(me.id))
    // The gate parsed the reply by the schema of the call, so the cast is safe.
    const events = (await gate.ask(CALL, { who, requestId: String(res.getHeader('X-Request-Id')) })) as Feed
    const file = agendaFile(events, { name: `Agenda de ${me.name}`, hours: EVERY })
    const tag = `"${hash('sha256', file, 'base64url')}"`
    res.set({ ETag: tag, 'Cache-Control': 'private, no-cache' })
    if (req.get('if-none-match') === tag) return void res.status(304).end()
    res.type('text/calendar').send(file)
  }
}

/** Number of hours after which a calendar program should ask again. */
const EVERY = 1
