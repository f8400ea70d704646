// Signing in. The upstream's token is stored in the session here. It leaves the server only inside the sealed cookie.
import type { Request, Response } from 'express'
import { z } from 'zod'
import { Credentials, Person } from '../../shared/features/auth.ts'
import { failure, messages, signIn } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { gone, onceClosed } from './edge.ts'
import { fieldsOf, Refusal } from './errors.ts'
import { networkOf } from './address.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import { createFairQueue } from './fair-queue.ts'
import type { Sessions } from './session.ts'
import { DEADLINES, jsonOf, parsed, type Answer, type Upstream } from './upstream.ts'

/**
 * How many sign-ins are verified at the same time: as many as the embedded API's queue of password hashes holds. Each network gets at most EACH of
 * them.
 */
const AT_ONCE = 32
const EACH = 8
const WAITING = 200
/** How many simultaneous sign-ins per account get priority: as many as one person makes. */
const FIRST = 2

/** The part of an answer with the token. The token must fit into a header. */
const Token = z.object({ token: z.string().regex(/^[\x21-\x7e]+$/) })

/**
 * The person whom the upstream accepted. Undefined if the upstream refused. Throws if it did neither: that is a fault of the upstream, so the attempt
 * is not counted as failed.
 */
function verdict({ status, body }: Answer) {
  if (status >= 500 || status === 429) throw new Refusal(503, messages.unavailable, { reason: `POST /auth: ${status}` })
  const said = status === 200 ? jsonOf(body) : undefined
  const person = parsed(Person, said)
  const token = parsed(Token, said)
  if (status < 400 && !person?.success) throw new Refusal(502, failure(502), { reason: `POST /auth: ${status}, does not match its schema` })
  if (!person?.success || person.data.status !== 'A') return undefined
  if (!token?.success) throw new Refusal(502, failure(502), { reason: 'POST /auth: token missing or not valid in a header' })
  return { person: person.data, token: token.data.token }
}

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({
  env,
  upstream,
  sessions,
  limits,
  log,
  metrics,
}: {
  env: Env
  upstream: Upstream
  sessions: Sessions
  limits: Limits
  log: Log
  metrics: Metrics
}) {
  // Each attempt costs the upstream a password hash, and some addresses make many attempts, so each network gets only a share of the slots.
  const queue = createFairQueue({ atOnce: AT_ONCE, each: env.CALLS_PER_MINUTE === 0 ? AT_ONCE : EACH, waiting: WAITING })

  /**
   * Calls `work` when the caller's network gets a slot. An account that signed in from this address before (`atHome`) is queued apart from its
   * network and has priority. Throws what the queue and `work` throw.
   */
  async function queued<T>(req: Request, res: Response, atHome: string | undefined, work: () => Promise<T>) {
    const leaving = new AbortController()
    const off = onceClosed(req, res, () => leaving.abort(gone()))
    const late = setTimeout(() => leaving.abort(new Refusal(503, messages.unavailable, { reason: 'sign-in queue timeout' })), DEADLINES.total)
    const leave = await queue.take(atHome ?? networkOf(req), leaving.signal, atHome !== undefined).finally(() => {
      clearTimeout(late)
      off()
    })
    return work().finally(leave)
  }

  /** Opens a session. Throws 400 for a malformed e-mail, 401 for a wrong e-mail or password, and 429 beyond the limits. */
  return async (req: Request, res: Response, input: unknown): Promise<Person> => {
    const given = Credentials.safeParse(input)
    if (!given.success) {
      throw new Refusal(400, given.error.issues[0]?.message ?? messages.invalidForm, { reason: 'input', fields: fieldsOf(given.error) })
    }
    const email = given.data.email.toLowerCase()
    const outcome = (word: string, user?: number) => {
      metrics.signIns.inc({ outcome: word })
      const line = { requestId: res.getHeader('X-Request-Id'), signIn: word, user }
      if (word === 'limited') log.measured(res.locals.from, 'sign-in', line)
      else log.info(line, 'sign-in')
    }
    const attempt = await limits.signIn(req, email).catch((error: unknown) => {
      outcome('limited')
      throw error
    })
    const body = Buffer.from(JSON.stringify(given.data))
    const { asked, answered } = await queued(req, res, attempt.isAtHome && queue.of(email) < FIRST ? email : undefined, async () => ({
      asked: await sessions.changes(),
      answered: verdict(await upstream.ask('POST', '/auth', null, DEADLINES.firstByte, { body })),
    })).catch(async (error: unknown) => {
      await attempt.unanswered()
      throw error
    })
    if (!answered) {
      outcome('refused')
      await attempt.failed()
      throw new Refusal(401, signIn.refused, { reason: 'credentials' })
    }
    await attempt.succeeded()
    await sessions.begin(req, res, answered.token, answered.person, asked)
    res.locals.user = answered.person.id
    res.locals.counted = true
    outcome('accepted', answered.person.id)
    return answered.person
  }
}
