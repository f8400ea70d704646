// The only module that sends calls to the server.
import type { CallName } from '../../shared/calls.ts'
import { failure, messages } from '../../shared/messages.ts'
import { urlOf, type AnyInput, type Args, type ReadName, type Reply } from './address.ts'
import { answeredBy } from './build.ts'
import { askClock } from './clock.ts'
import { heard } from './connection.ts'
import { Failure } from './failure.ts'
import { tellUnread } from './noticed.ts'
import { heardRunning } from './running.ts'
import { drawnFor, menuLost, sessionEnded } from './session.ts'

interface ErrorBody {
  message?: unknown
  requestId?: string
  fields?: Record<string, string>
}

/**
 * Idempotency key for a request that creates something: retries with the same key create it once. randomUUID() is not used because pages without TLS
 * lack it.
 */
export const newAttempt = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** Timeout in ms. The server always responds within 60 s, even if only with an error. */
const DEADLINE = 65_000

/** `any`: whether this page has sent something that may have changed what came with it. */
export const sent = { any: false }

interface Options {
  signal?: AbortSignal | undefined
  /** True to return the response body as a Blob. */
  isFile?: boolean
  /** Idempotency key of the request. */
  attempt?: string
}

/** Latest replies with an ETag, by call and address. If a reply has not changed, the server answers 304 without a body. */
const held = new Map<string, { tag: string; body: unknown }>()
const HELD = 50

export async function request(name: CallName, args: unknown = {}, { signal, isFile = false, attempt }: Options = {}): Promise<unknown> {
  const input = args as AnyInput
  const method = name.slice(0, name.indexOf(' '))
  if (method !== 'GET') sent.any = true
  const heardClock = askClock()
  const url = urlOf(name, input)
  const earlier = method === 'GET' ? held.get(url) : undefined
  let response: Response
  let body: unknown
  try {
    response = await fetch(`/api${url}`, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method !== 'GET' && { 'X-CSRF': '1' }),
        ...(method === 'POST' && attempt !== undefined && { 'Idempotency-Key': attempt }),
        // Names the person this page was drawn for. The cookie alone does not: if somebody else signs in in another tab, this page's input would be
        // stored as theirs.
        ...drawnFor(),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(earlier && { 'If-None-Match': earlier.tag }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      signal: AbortSignal.any([AbortSignal.timeout(DEADLINE), ...(signal ? [signal] : [])]),
    })
    if (response.status === 304) body = earlier?.body
    else body = response.ok ? await (isFile ? response.blob() : response.json()) : jsonOf(await response.text())
  } catch {
    heard(false)
    throw new Failure(0, messages.noAnswer)
  }
  // A response that is not JSON comes from a proxy, so our server did not answer.
  heard(body !== undefined)
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (date) heardClock(date)
  answeredBy(response.headers.get('X-Build'))
  // The header of GET /track/check is ignored, because the body has a newer state of the running timer.
  if (name !== 'GET /track/check') heardRunning(response.headers.get('X-Timer'))
  const unread = response.headers.get('X-Notices')
  if (unread) tellUnread(unread)
  if (response.ok || response.status === 304) {
    if (method === 'GET') hold(url, response.headers.get('ETag'), body)
    return body
  }
  const refusedBy = response.headers.get('X-Refused')
  const isMenuLost = refusedBy === 'menu'
  const isEnded = response.status === 401 && !name.startsWith('POST /auth')
  // The promise never settles if the browser is leaving this page. A caller that continued could show the refusal or start its own navigation.
  const never = new Promise<never>(() => undefined)
  if (isMenuLost) {
    menuLost()
    // This rejection lets a form mark its draft as not stored before the page unloads.
    if (attempt !== undefined) throw new Failure(401, '')
    return never
  }
  if (isEnded) {
    sessionEnded()
    if (method === 'GET') return never
  }
  // Our own server always sends these fields. A proxy may send anything, so the code below checks `message` first.
  const { message, fields, requestId = null } = Object(body) as ErrorBody
  // After a proxy's error page, the outcome is unknown. After a 5xx from our own server, it is known only if the API sent the error ('upstream') or
  // for a 501.
  const isKnown = typeof message === 'string' && (response.status < 500 || refusedBy === 'upstream' || response.status === 501)
  throw new Failure(response.status, typeof message === 'string' ? message : failure(response.status), { fields, requestId, mayBeDone: !isKnown })
}

/** Keeps the newest replies that have a tag. */
function hold(url: string, tag: string | null, body: unknown) {
  held.delete(url)
  if (tag) held.set(url, { tag, body })
  const [oldest] = held.keys()
  if (held.size > HELD && oldest !== undefined) held.delete(oldest)
}

/** Undefined when the text is not JSON, such as a proxy's page. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// The server's gate has validated each reply against its schema, which makes the casts below safe.

/** Sends a read and returns a fresh reply, never one from the cache. */
export const read = <N extends ReadName>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>
/** Downloads a file. */
export const readFile = <N extends ReadName>(name: N, ...[input]: Args<N>) => request(name, input, { isFile: true }) as Promise<Blob>
/** Sends a write, or a POST that only filters, once and without retries. */
export const send = <N extends Exclude<CallName, `GET ${string}`>>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>
export type Send = typeof send
/** `send` with an idempotency key: repeating the request creates nothing more and returns the first response. */
export const sendAs =
  (attempt: string): Send =>
  (name, ...[input]) =>
    request(name, input, { attempt }) as never
