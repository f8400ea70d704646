// Connections to the upstream: its one origin, the agents, and the calls that the BFF itself makes (pages, stored records, the person of a session).
import { isUtf8 } from 'node:buffer'
import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http'
import { Agent as TlsAgent, request as tlsRequest } from 'node:https'
import type { Socket } from 'node:net'
import type { z } from 'zod'
import type { Row } from '../../shared/call.ts'
import { failure } from '../../shared/messages.ts'
import { Refusal } from './errors.ts'

const CONNECT = 2_000
export const DEADLINES = { lookUp: 5_000, page: 5_000, gap: 10_000, firstByte: 15_000, total: 30_000, slow: 60_000 }
export const LARGEST_REPLY = 16 * 1024 * 1024
export const LARGEST_FILE = 25 * 1024 * 1024
/** Approximate maximum number of values in a reply. */
const VALUES = 1_000_000
const [QUOTE, BACKSLASH] = Buffer.from('"\\')
/** Maximum number of chunks of a reply that are kept separately. Each takes some hundred bytes of memory, however short the chunk is. */
const PIECES = 1_000
/** Maximum number of informational responses before the answer, for example 103 with links. */
const EARLY = 10

export interface Answer {
  status: number
  /** The bytes of the reply. For a file, only its first bytes. */
  body: Buffer
  /** The ETag of the reply. */
  tag?: string | undefined
  /** Only for a file: the rest that was not read yet, and the announced total length, or 0 if none was announced. */
  file?: { rest: AsyncGenerator<Buffer, undefined>; length: number }
}

/**
 * The JSON of an answer. Undefined if the answer is not JSON, is not UTF-8, or has far more values than any company's data. So many values would fill
 * the memory before the first one is checked.
 */
export function jsonOf(body: Buffer): unknown {
  try {
    return (mostValues(body) > VALUES && values(body) > VALUES) || !isUtf8(body) ? undefined : JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** The bytes that come before each JSON value. Counting them limits the number of values before anything is parsed. */
const BEFORE_VALUE = new Uint8Array(256)
for (const byte of Buffer.from(',[{')) BEFORE_VALUE[byte] = 1

/**
 * Counts the bytes that come before a value, including those inside texts, so the result may be too high. Takes a quarter of the time that values()
 * takes.
 */
function mostValues(body: Buffer) {
  let count = 0
  if (body.length > VALUES) for (let at = 0; at < body.length; at += 1) count += BEFORE_VALUE[body[at] ?? 0] ?? 0
  return count
}

/** Counts only the bytes that come before a value and are not inside a text. */
function values(body: Buffer) {
  let count = 0
  let inside = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (byte === QUOTE) inside = !inside
    else if (!inside) count += BEFORE_VALUE[byte] ?? 0
    else if (byte === BACKSLASH) at += 1
  }
  return count
}

/** The context that validate() of zod uses. safeParse() accepts it too; the version of zod is pinned, and tests/bff/misbehaving.test.ts checks it. */
const FIRST: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/**
 * Parses an answer of the upstream by its schema. Stops at the first error, so that a bad answer cannot produce a long list of errors. Undefined if
 * the answer is nested too deeply for the stack.
 */
export function parsed<S extends z.ZodType>(schema: S, json: unknown) {
  try {
    return schema.safeParse(json, FIRST)
  } catch {
    return undefined
  }
}

/** Thrown if the upstream gives no complete answer. With `timeout`, the status is 504 instead of 502. */
export class NoAnswer extends Refusal {
  constructor(reason: string, timeout: boolean) {
    const status = timeout ? 504 : 502
    super(status, failure(status), { reason: `upstream: ${reason}` })
  }
}

export type Upstream = ReturnType<typeof createUpstream>

/** Connects to the upstream. `secret` identifies this process to the embedded API. Another upstream has no secret. */
export function createUpstream(url: string, secret?: string) {
  const target = new URL(url)
  const tls = target.protocol === 'https:'
  const newAgent = () => {
    // Close idle sockets before the upstream closes them: the embedded API does so after 5 s.
    const options = { keepAlive: true, maxSockets: 64, timeout: 4_000 }
    const agent = tls ? new TlsAgent(options) : new Agent(options)
    const connect = agent.createConnection.bind(agent)
    agent.createConnection = (options, done) => {
      const socket = connect(options, done) as Socket
      const timer = setTimeout(() => socket.destroy(Object.assign(new Error('connect timeout'), { code: 'ETIMEDOUT' })), CONNECT)
      socket.once(tls ? 'secureConnect' : 'connect', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
      return socket
    }
    return agent
  }
  // Separate agents, so that calls that hang cannot take the sockets of other requests: one for calls, one for records that rules read and data of
  // pages, and one for the look-up of a session's person.
  const agent = newAgent()
  const asking = newAgent()
  const identifying = newAgent()
  // The upstream may take long to sign somebody in or out. With sockets of their own, such calls do not delay people who are signed in.
  const signing = newAgent()

  /** Builds all headers of a request to the upstream. No header is copied from the client. */
  const headersFor = (token: string | null, body?: Uint8Array, forRule = false): Record<string, string> => ({
    host: target.host,
    accept: 'application/json',
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(secret !== undefined && { 'x-channel': secret, ...(forRule && { 'x-for-rule': '1' }) }),
    ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
  })

  interface More {
    body?: Uint8Array
    /** Aborted when the caller has disconnected and nobody needs the answer any more. */
    signal?: AbortSignal
    /** True if the read serves only to judge a rule, so that its result is shown to nobody. */
    forRule?: boolean
  }

  function once(method: Row['method'], path: string, token: string | null, deadline: number, { body, signal, forRule }: More): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const request = (tls ? tlsRequest : httpRequest)({
      host: target.hostname,
      port: target.port || (tls ? 443 : 80),
      method,
      path: target.pathname.replace(/\/$/, '') + path,
      headers: headersFor(token, body, forRule),
      agent: path !== '/auth' ? asking : method === 'GET' ? identifying : signing,
      ...(signal && { signal }),
    })
    const timer = setTimeout(() => {
      reject(new NoAnswer('deadline', true))
      request.destroy()
    }, deadline)
    // Not resolve(collect(…)), which would end the deadline too early: it must also hold while the reply is being read.
    request.on('response', (response) => void collect(response).then(resolve, reject))
    request.on('error', (error) => reject(failed(error, method === 'GET' && request.reusedSocket)))
    mustAnswer(request, reject)
    request.end(body)
    return promise.finally(() => clearTimeout(timer))
  }

  /**
   * Makes one request and returns the complete answer. Throws NoAnswer. If the upstream had just closed the socket, a GET is sent once more, a write
   * never.
   */
  async function ask(method: Row['method'], path: string, token: string | null, deadline: number, more: More = {}) {
    try {
      return await once(method, path, token, deadline, more)
    } catch (error) {
      if (error instanceof Stale) return once(method, path, token, deadline, more)
      throw error
    }
  }

  return {
    target,
    agent,
    headersFor,
    ask,
    /**
     * Asks the upstream whether it can work. The embedded API checks its database. Any other API gets a request without a token, as any stranger
     * could send it.
     */
    ready: () => ask('GET', secret === undefined ? '/auth' : '/readyz', null, DEADLINES.lookUp),
    close: () => {
      agent.destroy()
      asking.destroy()
      identifying.destroy()
      signing.destroy()
    },
  }
}

/** The upstream had already closed the socket that was kept open, so it never received the request. */
export class Stale extends NoAnswer {
  constructor() {
    super('reset', false)
  }
}

/** Turns the error of a request into NoAnswer. `again` is true if the request may be sent again. */
export const failed = (error: NodeJS.ErrnoException, again: boolean) =>
  again && error.code === 'ECONNRESET' ? new Stale() : new NoAnswer(error.message, error.code === 'ETIMEDOUT')

/** Fails a request if the upstream does anything but answer. Without the listener, Node would not report that the upstream switched protocols. */
export function mustAnswer(request: ClientRequest, fail: (error: NoAnswer) => void) {
  let early = 0
  request.once('upgrade', (_response, socket) => {
    socket.destroy()
    fail(new NoAnswer('switched protocols', false))
  })
  request.on('information', () => {
    if ((early += 1) <= EARLY) return
    fail(new NoAnswer('only informational responses', false))
    request.destroy()
  })
}

/** An answer that contains a file. Resolves as soon as enough bytes have arrived to recognise the file's type. No pause may exceed 10 s. */
export async function begin(response: IncomingMessage): Promise<Answer> {
  response.setTimeout(DEADLINES.gap, () => response.destroy(Object.assign(new Error('gap'), { code: 'ETIMEDOUT' })))
  // A response without an encoding yields bytes, so the cast is safe. The iterator is used directly, because leaving a for-await loop early destroys
  // the response.
  const rest = response[Symbol.asyncIterator]() as AsyncGenerator<Buffer, undefined>
  let body = Buffer.alloc(0)
  try {
    while (body.length < 100) {
      const { value } = await rest.next()
      if (!value) break
      body = Buffer.concat([body, value])
    }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new NoAnswer(message, code === 'ETIMEDOUT')
  }
  return { status: response.statusCode ?? 502, body, file: { rest, length: Number(response.headers['content-length'] ?? 0) } }
}

/** Reads a complete reply of at most 16 MB. No pause between two chunks may exceed 10 s. */
export function collect(response: IncomingMessage): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const pieces: Buffer[] = []
  const body: Buffer[] = []
  let size = 0
  response
    .setTimeout(DEADLINES.gap, () => response.destroy(Object.assign(new Error('gap'), { code: 'ETIMEDOUT' })))
    .on('data', (chunk: Buffer) => {
      pieces.push(chunk)
      if (pieces.length === PIECES) body.push(Buffer.concat(pieces.splice(0)))
      if ((size += chunk.length) > LARGEST_REPLY) {
        reject(new NoAnswer('reply too large', false))
        response.destroy()
      }
    })
    .on('end', () => resolve({ status: response.statusCode ?? 502, body: Buffer.concat([...body, ...pieces]), tag: response.headers.etag }))
    .on('error', (error: NodeJS.ErrnoException) => reject(new NoAnswer(error.message, error.code === 'ETIMEDOUT')))
    // If the upstream dies while it sends the body, there is no 'end' and not always an 'error', so 'close' is handled too.
    .on('close', () => response.complete || reject(new NoAnswer('cut reply', false)))
  return promise
}
