// Signing in. The upstream's token is stored in the session here. It leaves the server only inside the sealed cookie.
import type { Request, Response } from 'express'
import { z } from 'zod'
import { Credentials, Person, SecondStep } from '../../shared/features/auth.ts'
import { messages as secondFactor, SecondCredentials } from '../../shared/features/second-factor.ts'
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

/** The upstream's message in a refusal. */
const Said = z.object({ message: z.string() })

interface Accepted {
  person: Person
  token: string
}

/**
 * The person whom the upstream accepted, or the second step that it asks for. Undefined if the upstream refused. Throws if it did neither: that is a
 * fault of the upstream, so the attempt is not counted as failed.
 */
function verdict(call: string, { status, body }: Answer): Accepted | SecondStep | undefined {
  if (status >= 500 || status === 429) throw new Refusal(503, messages.unavailable, { reason: `${call}: ${status}` })
  const said = status === 200 ? jsonOf(body) : undefined
  const second = parsed(SecondStep, said)
  if (second?.success) return second.data
  const person = parsed(Person, said)
  const token = parsed(Token, said)
  if (status < 400 && !person?.success) throw new Refusal(502, failure(502), { reason: `${call}: ${status}, does not match its schema` })
  if (!person?.success || person.data.status !== 'A') return undefined
  if (!token?.success) throw new Refusal(502, failure(502), { reason: `${call}: token missing or not valid in a header` })
  return { person: person.data, token: token.data.token }
}

/** The second step as the browser holds it: sealed together with the e-mail, whose limits also count the answers to it. */
const Sealed = z.object({ desafio: z.string(), email: z.string() })
/** Time in seconds for the second step. */
const PATIENCE = 5 * 60

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

  /** Writes one line and counts one outcome. */
  const outcome = (req: Request, res: Response, word: string, user?: number) => {
    metrics.signIns.inc({ outcome: word })
    const line = { requestId: res.getHeader('X-Request-Id'), signIn: word, user }
    if (word === 'limited') log.measured(res.locals.from, 'sign-in', line)
    else log.info(line, 'sign-in')
  }

  /**
   * Sends one step of a sign-in to the upstream and begins the session if the step was the last one. Throws 401 with the message for a refusal, and
   * 429 beyond the limits of the account.
   */
  async function step(req: Request, res: Response, email: string, call: '/auth' | '/auth/second', body: unknown): Promise<Person | SecondStep> {
    const attempt = await limits.signIn(req, email).catch((error: unknown) => {
      outcome(req, res, 'limited')
      throw error
    })
    const bytes = Buffer.from(JSON.stringify(body))
    let refusedWith: string = signIn.refused
    const { asked, answered } = await queued(req, res, attempt.isAtHome && queue.of(email) < FIRST ? email : undefined, async () => {
      const asked = await sessions.changes()
      const answer = await upstream.ask('POST', call, null, DEADLINES.firstByte, { body: bytes })
      const said = call === '/auth/second' ? parsed(Said, jsonOf(answer.body)) : undefined
      if (said?.success) refusedWith = said.data.message
      return { asked, answered: verdict(`POST ${call}`, answer) }
    }).catch(async (error: unknown) => {
      await attempt.unanswered()
      throw error
    })
    if (!answered) {
      outcome(req, res, 'refused')
      await attempt.failed()
      throw new Refusal(401, refusedWith, { reason: call === '/auth' ? 'credentials' : 'second factor' })
    }
    if ('desafio' in answered) {
      outcome(req, res, 'second step')
      // The password alone proves nothing yet: its attempt stays counted until the second step succeeds.
      await attempt.failed()
      return { ...answered, desafio: await sessions.seal({ desafio: answered.desafio, email }, PATIENCE) }
    }
    await attempt.succeeded()
    await sessions.begin(req, res, answered.token, answered.person, asked)
    sessions.rememberEmail(res, email)
    res.locals.user = answered.person.id
    res.locals.counted = true
    outcome(req, res, 'accepted', answered.person.id)
    return answered.person
  }

  /** The input, if it matches its schema. Throws 400 if not. */
  const given = <S extends z.ZodType>(schema: S, input: unknown): z.output<S> => {
    const { data, error } = schema.safeParse(input)
    if (error) throw new Refusal(400, error.issues[0]?.message ?? messages.invalidForm, { reason: 'input', fields: fieldsOf(error) })
    return data
  }

  return {
    /** Opens a session, or asks for the second step. Throws 400 for a malformed e-mail, 401 for a wrong e-mail or password. */
    first: (req: Request, res: Response, input: unknown) => {
      const credentials = given(Credentials, input)
      return step(req, res, credentials.email.toLowerCase(), '/auth', credentials)
    },
    /** Opens a session with the answer to the second step. Throws 401 for a wrong answer, or if the step has expired. */
    second: async (req: Request, res: Response, input: unknown) => {
      const answer = given(SecondCredentials, input)
      const opened = Sealed.safeParse(await sessions.open(answer.desafio, PATIENCE))
      if (!opened.success) {
        await limits.stranger(req, 'call')
        throw new Refusal(401, secondFactor.startAgain, { reason: 'second step expired or not ours' })
      }
      const { desafio, email } = opened.data
      return step(req, res, email, '/auth/second', { ...answer, desafio })
    },
  }
}
