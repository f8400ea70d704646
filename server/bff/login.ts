// Sign in and out. The token enters the session here and leaves nowhere.
import type { Request, Response } from 'express'
import { z } from 'zod'
import { Credentials, messages as texts, Person } from '../../shared/auth.ts'
import { failure, messages } from '../../shared/messages.ts'
import type { Log } from '../log.ts'
import { fieldsOf, Refusal } from './errors.ts'
import type { Limits } from './limits.ts'
import type { Metrics } from './metrics.ts'
import type { Sessions } from './session.ts'
import { DEADLINES, jsonOf, type Upstream } from './upstream.ts'

/** A token that a header can carry. */
const Token = z.object({ token: z.string().regex(/^[\x21-\x7e]+$/) })

export type SignIn = ReturnType<typeof createSignIn>

export function createSignIn({
  upstream,
  sessions,
  limits,
  log,
  metrics,
}: {
  upstream: Upstream
  sessions: Sessions
  limits: Limits
  log: Log
  metrics: Metrics
}) {
  /** Opens a session. Throws 400 for what is no e-mail, 401 for a pair that is not one, 429 beyond the limits. */
  return async (req: Request, res: Response, input: unknown): Promise<Person> => {
    const given = Credentials.safeParse(input)
    if (!given.success) {
      throw new Refusal(400, given.error.issues[0]?.message ?? messages.invalidForm, { reason: 'input', fields: fieldsOf(given.error) })
    }
    const email = given.data.email.toLowerCase()
    const outcome = (word: string) => {
      metrics.signIns.inc({ outcome: word })
      log.info({ requestId: res.getHeader('X-Request-Id'), signIn: word }, 'sign-in')
    }
    await limits.signIn.check(req, email).catch((error: unknown) => {
      outcome('limited')
      throw error
    })
    const answer = await upstream.ask('POST', '/auth', null, DEADLINES.firstByte, Buffer.from(JSON.stringify(given.data)))
    if (answer.status >= 500 || answer.status === 429) throw new Refusal(503, messages.unavailable, { reason: `POST /auth: ${answer.status}` })
    const said = answer.status === 200 ? jsonOf(answer.body) : undefined
    const person = Person.safeParse(said)
    const token = Token.safeParse(said)
    // Neither a no nor anyone's name: its fault, no one's session, and not the person's failed attempt.
    if (answer.status < 400 && !person.success) throw new Refusal(502, failure(502), { reason: `POST /auth: ${answer.status}, not of its schema` })
    if (!person.success || person.data.status !== 'A' || !token.success) {
      outcome('refused')
      await limits.signIn.failed(req, email)
      throw new Refusal(401, texts.refused, { reason: 'credentials' })
    }
    await sessions.begin(req, res, token.data.token, person.data)
    await limits.signIn.succeeded(req, email)
    outcome('accepted')
    return person.data
  }
}
