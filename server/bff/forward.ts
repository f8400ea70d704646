// Forwards an allowed call to the upstream with http-proxy-middleware.
import { IncomingMessage, ServerResponse, type ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import type { Request, Response } from 'express'
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin, type Plugin } from 'http-proxy-middleware'
import { gone, onceClosed } from './edge.ts'
import { Refusal } from './errors.ts'
import type { Allowed } from './gate.ts'
import { begin, collect, DEADLINES, failed, mustAnswer, NoAnswer, Stale, type Answer, type Upstream } from './upstream.ts'

/**
 * Returns the function that makes one call through http-proxy-middleware. The proxy gets a request built here and returns the response only to us.
 */
export function createForward(upstream: Upstream) {
  /** The request for the proxy, with the callbacks for its answer. The callbacks are properties, because a WeakMap made every call a third slower. */
  interface Outgoing extends IncomingMessage {
    answered: (response: IncomingMessage) => void
    /** Called by the proxy each time it notices a failure. Only the first failure has an effect. */
    fail: (error: Error) => void
    sent?: ClientRequest
  }
  const proxy = createProxyMiddleware<Outgoing>({
    target: upstream.target.href,
    agent: upstream.agent,
    selfHandleResponse: true,
    // The default plugins without the logger, which builds an address for every call. The cast is needed because their types accept only a plain
    // request.
    ejectPlugins: true,
    plugins: [debugProxyErrorsPlugin, proxyEventsPlugin] as unknown[] as Plugin<Outgoing>[],
    on: {
      proxyReq: (sent, outgoing) => {
        outgoing.sent = sent
        mustAnswer(sent, outgoing.fail)
      },
      proxyRes: (response, outgoing) => outgoing.answered(response),
      error: (error: NodeJS.ErrnoException, outgoing) =>
        outgoing.fail(failed(error, outgoing.method === 'GET' && outgoing.sent?.reusedSocket === true)),
    },
  })

  async function attempt(req: Request, res: Response, token: string, { row, url, body }: Allowed, tag?: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    /** Whether the call is cancelled if the client disconnects. A call that changes a person is not: we must learn whether the change was made. */
    const mayLeave = row.changesPerson === undefined
    // Only the socket of the client is passed on, so the headers of the client never reach the proxy or its hooks.
    const outgoing = Object.assign(new IncomingMessage(mayLeave ? req.socket : new Socket()), {
      method: row.method,
      url,
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      complete: true,
      answered: (response: IncomingMessage) => {
        clearTimeout(firstByte)
        // Not resolve(collect(…)), which would end the deadline too early: it must also hold while the reply is being read.
        void (row.file !== undefined && response.statusCode === 200 ? begin(response) : collect(response)).then(resolve, reject)
      },
      fail: reject,
    })
    outgoing.headers = { ...upstream.headersFor(token, body), ...onceOnly(row, req), ...(tag !== undefined && { 'if-none-match': tag }) }
    if (body) outgoing.push(body)
    outgoing.push(null)
    const sink = new ServerResponse(outgoing)
    const stop = () => sink.emit('close')
    const late = () => {
      reject(new NoAnswer('deadline', true))
      stop()
    }
    const total = setTimeout(late, row.slow ? DEADLINES.slow : DEADLINES.total)
    const firstByte = setTimeout(late, DEADLINES.firstByte)
    // If the client disconnects, stop waiting. The proxy does not report this.
    const off =
      mayLeave &&
      onceClosed(req, res, () => {
        reject(gone())
        stop()
      })
    // The error was already passed to `fail`, so the callback ignores it.
    void proxy(outgoing, sink, () => undefined)
    try {
      return await promise
    } finally {
      clearTimeout(total)
      clearTimeout(firstByte)
      if (off) off()
    }
  }

  /**
   * If the upstream had just closed the socket, a GET is sent once more. A write is never sent again. With `tag`, the upstream answers 304 if the reply
   * with this tag is still current.
   */
  return async (req: Request, res: Response, token: string, allowed: Allowed, tag?: string): Promise<Answer> => {
    try {
      return await attempt(req, res, token, allowed, tag)
    } catch (error) {
      if (error instanceof Stale) return attempt(req, res, token, allowed, tag)
      throw error
    }
  }
}

const KEY = /^[\w-]{16,64}$/
/**
 * Passes on the idempotency key of a creating call. An API that supports the key does not create the record again if the first answer was lost. A
 * malformed key is answered 400, because it would not prevent a second record.
 */
function onceOnly(row: Allowed['row'], req: Request) {
  const key = row.method === 'POST' && !row.safe ? req.get('idempotency-key') : undefined
  if (key === undefined) return {}
  if (!KEY.test(key)) throw new Refusal(400, 'Chave de envio inválida.', { reason: 'idempotency-key' })
  return { 'idempotency-key': key }
}
