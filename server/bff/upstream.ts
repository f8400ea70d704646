// The road to the upstream: one origin, one agent, and the server's own calls (pages, stored records, who is signed in).
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
/** The most values in a reply, about. */
const VALUES = 1_000_000
const [QUOTE, BACKSLASH] = Buffer.from('"\\')
/** Pieces of a reply that are kept one by one: each takes some hundred bytes, however short it is. */
const PIECES = 1_000
/** What may come before the answer, like 103 with links. */
const EARLY = 10

export interface Answer {
  status: number
  /** Of a file: its first bytes. */
  body: Buffer
  /** Of a file: what is still to be read, and how long the whole says it is; 0: it does not say. */
  file?: { rest: AsyncGenerator<Buffer, undefined>; length: number }
}

/** The JSON of an answer; undefined where it is none or not in UTF-8, or has more values than any company's: they would fill the memory before the first is looked at. */
export function jsonOf(body: Buffer): unknown {
  try {
    return (mostValues(body) > VALUES && values(body) > VALUES) || !isUtf8(body) ? undefined : JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** What a value follows. */
const BEFORE_VALUE = new Uint8Array(256)
for (const byte of Buffer.from(',[{')) BEFORE_VALUE[byte] = 1

/** As many as commas between them, lists and records, those of texts too: a look that takes a quarter of the time. */
function mostValues(body: Buffer) {
  let count = 0
  if (body.length > VALUES) for (let at = 0; at < body.length; at += 1) count += BEFORE_VALUE[body[at] ?? 0] ?? 0
  return count
}

/** The same without those of texts. */
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

/** What zod's validate() runs with; safeParse() takes it too (the version is pinned, tests/bff/misbehaving.test.ts sees it work). */
const FIRST: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/** What an upstream said, by its schema, up to the first thing that is wrong: however much is, no more is collected. Undefined when it is nested deeper than the stack. */
export function parsed<S extends z.ZodType>(schema: S, json: unknown) {
  try {
    return schema.safeParse(json, FIRST)
  } catch {
    return undefined
  }
}

/** No answer, or not a whole one. `timeout` tells 504 from 502. */
export class NoAnswer extends Refusal {
  constructor(reason: string, timeout: boolean) {
    const status = timeout ? 504 : 502
    super(status, failure(status), { reason: `upstream: ${reason}` })
  }
}

export type Upstream = ReturnType<typeof createUpstream>

/** `secret`: the embedded API's word for this process; another upstream has none. */
export function createUpstream(url: string, secret?: string) {
  const target = new URL(url)
  const tls = target.protocol === 'https:'
  const newAgent = () => {
    // Free sockets go before the upstream's own 5 s of patience end.
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
  // What a rule looks up and the data of pages have sockets of their own: calls that hang take none of theirs, and neither takes those of who it is.
  const agent = newAgent()
  const asking = newAgent()
  const identifying = newAgent()
  // Signing in and out, which may take an upstream its time, holds up nobody who is signed in.
  const signing = newAgent()

  /** Every header that reaches the upstream: built here, never a client's. */
  const headersFor = (token: string | null, body?: Uint8Array, forRule = false): Record<string, string> => ({
    host: target.host,
    accept: 'application/json',
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(secret !== undefined && { 'x-channel': secret, ...(forRule && { 'x-for-rule': '1' }) }),
    ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
  })

  interface More {
    body?: Uint8Array
    /** Whoever asked has gone: nobody needs the answer. */
    signal?: AbortSignal
    /** A rule reads it, and tells nobody of it. */
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
    // Not resolve(collect(…)): the deadline holds while the reply is being read, too.
    request.on('response', (response) => void collect(response).then(resolve, reject))
    request.on('error', (error) => reject(failed(error, method === 'GET' && request.reusedSocket)))
    mustAnswer(request, reject)
    request.end(body)
    return promise.finally(() => clearTimeout(timer))
  }

  /** One answer of the upstream, whole. Throws NoAnswer. A GET on a socket that was just closed is asked once more; a write never. */
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
    /** Its answer to whether it can work. Another's API is asked for nobody, as anyone would; our own asks its database. */
    ready: () => ask('GET', secret === undefined ? '/auth' : '/readyz', null, DEADLINES.lookUp),
    close: () => {
      agent.destroy()
      asking.destroy()
      identifying.destroy()
      signing.destroy()
    },
  }
}

/** A kept-alive socket that the upstream had closed: nothing was asked. */
export class Stale extends NoAnswer {
  constructor() {
    super('reset', false)
  }
}

/** What a request's error means. `again`: it may be asked once more. */
export const failed = (error: NodeJS.ErrnoException, again: boolean) =>
  again && error.code === 'ECONNRESET' ? new Stale() : new NoAnswer(error.message, error.code === 'ETIMEDOUT')

/** An upstream that does something else than answer. Of switched protocols Node says nothing at all without a listener. */
export function mustAnswer(request: ClientRequest, fail: (error: NoAnswer) => void) {
  let early = 0
  request.once('upgrade', (_response, socket) => {
    socket.destroy()
    fail(new NoAnswer('switched protocols', false))
  })
  request.on('information', () => {
    if ((early += 1) <= EARLY) return
    fail(new NoAnswer('only early answers', false))
    request.destroy()
  })
}

/** A file's answer, as soon as it can be told what it is. No pause over 10 s. */
export async function begin(response: IncomingMessage): Promise<Answer> {
  response.setTimeout(DEADLINES.gap, () => response.destroy(Object.assign(new Error('gap'), { code: 'ETIMEDOUT' })))
  // A response without an encoding gives bytes. Whoever leaves off reading destroys it.
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

/** A reply read whole: 16 MB at most, and no pause over 10 s. */
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
    .on('end', () => resolve({ status: response.statusCode ?? 502, body: Buffer.concat([...body, ...pieces]) }))
    .on('error', (error: NodeJS.ErrnoException) => reject(new NoAnswer(error.message, error.code === 'ETIMEDOUT')))
    // An upstream that dies mid-body says neither 'end' nor always 'error'.
    .on('close', () => response.complete || reject(new NoAnswer('cut reply', false)))
  return promise
}
