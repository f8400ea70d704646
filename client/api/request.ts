// The browser's only road to the server.
import type { CallName } from '../../shared/calls.ts'
import { failure, messages } from '../../shared/messages.ts'
import { urlOf, type AnyInput, type Args, type ReadName, type Reply } from './address.ts'
import { answeredBy } from './build.ts'
import { askClock } from './clock.ts'
import { heard } from './connection.ts'
import { Failure } from './failure.ts'
import { heardRunning } from './running.ts'
import { drawnFor, menuLost, sessionEnded } from './session.ts'

interface ErrorBody {
  message?: unknown
  requestId?: string
  fields?: Record<string, string>
}

/** Of an attempt to make something, which is made once however often it is tried again. Not randomUUID(), which a page without TLS has not. */
export const newAttempt = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** ms: the server answers within 60 s, if only that it has no answer. */
const DEADLINE = 65_000

interface Options {
  signal?: AbortSignal | undefined
  /** Its answer is taken as it comes. */
  isFile?: boolean
  /** What it makes is that attempt. */
  attempt?: string
}

export async function request(name: CallName, args: unknown = {}, { signal, isFile = false, attempt }: Options = {}): Promise<unknown> {
  const input = args as AnyInput
  const method = name.slice(0, name.indexOf(' '))
  const heardClock = askClock()
  let response: Response
  let body: unknown
  try {
    response = await fetch(`/api${urlOf(name, input)}`, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method !== 'GET' && { 'X-CSRF': '1' }),
        ...(method === 'POST' && attempt !== undefined && { 'Idempotency-Key': attempt }),
        // The cookie of the session would send what one person typed as another who signed in in another tab.
        ...drawnFor(),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      signal: AbortSignal.any([AbortSignal.timeout(DEADLINE), ...(signal ? [signal] : [])]),
    })
    body = response.ok ? await (isFile ? response.blob() : response.json()) : jsonOf(await response.text())
  } catch {
    heard(false)
    throw new Failure(0, messages.noAnswer)
  }
  // A proxy's page says that we did not answer.
  heard(body !== undefined)
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (date) heardClock(date)
  answeredBy(response.headers.get('X-Build'))
  // That answer says it itself, and newer.
  if (name !== 'GET /track/check') heardRunning(response.headers.get('X-Timer'))
  if (response.ok) return body
  const refusedBy = response.headers.get('X-Refused')
  const isMenuLost = refusedBy === 'menu'
  const isEnded = response.status === 401 && name !== 'POST /auth'
  if (isMenuLost) menuLost()
  else if (isEnded) sessionEnded()
  // The page is being left. A caller that went on could draw the refusal, or overtake the way out by a navigation of its own.
  if (isMenuLost ? attempt === undefined : isEnded && method === 'GET') return new Promise(() => undefined)
  // A form marks its draft as not stored before the page is gone.
  if (isMenuLost) throw new Failure(401, '')
  // Every error of ours has this body; another's may be anything.
  const { message, fields, requestId = null } = Object(body) as ErrorBody
  // A proxy's page, and whoever asked it, know no more than we do.
  const isKnown = typeof message === 'string' && (response.status < 500 || refusedBy === 'upstream' || response.status === 501)
  throw new Failure(response.status, typeof message === 'string' ? message : failure(response.status), { fields, requestId, mayBeDone: !isKnown })
}

/** Undefined where it is no JSON, as a proxy's page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The gate parsed the reply by the row's schema: that is the proof of the casts below.

/** One fresh answer, never from the cache. */
export const read = <N extends ReadName>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>
/** A file, as it comes. */
export const readFile = <N extends ReadName>(name: N, ...[input]: Args<N>) => request(name, input, { isFile: true }) as Promise<Blob>
/** Sends a write (or a filter) once; no retry. */
export const send = <N extends Exclude<CallName, `GET ${string}`>>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>
export type Send = typeof send
/** The same of an attempt: what it makes is made once, and sent again it is answered as the first time. */
export const sendAs =
  (attempt: string): Send =>
  (name, ...[input]) =>
    request(name, input, { attempt }) as never
