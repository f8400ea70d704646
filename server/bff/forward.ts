// What the gate let through goes to the upstream, with http-proxy-middleware.
import { IncomingMessage, ServerResponse, type ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import type { Request, Response } from 'express'
import { createProxyMiddleware, debugProxyErrorsPlugin, proxyEventsPlugin, type Plugin } from 'http-proxy-middleware'
import { gone, onceClosed } from './edge.ts'
import { Refusal } from './errors.ts'
import type { Allowed } from './gate.ts'
import { begin, collect, DEADLINES, failed, mustAnswer, NoAnswer, Stale, type Answer, type Upstream } from './upstream.ts'

/** One call through http-proxy-middleware: the request it sees was built here, and its response goes nowhere but to us. */
export function createForward(upstream: Upstream) {
  /** What the proxy sends, and who waits for the answer. Not a WeakMap beside it: that made every call a third slower. */
  interface Outgoing extends IncomingMessage {
    answered: (response: IncomingMessage) => void
    /** Told as often as the proxy notices; only the first counts. */
    fail: (error: Error) => void
    sent?: ClientRequest
  }
  const proxy = createProxyMiddleware<Outgoing>({
    target: upstream.target.href,
    agent: upstream.agent,
    selfHandleResponse: true,
    // Its own, less the log, which builds an address for every call. They are typed for the plainest request.
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

  async function attempt(req: Request, res: Response, token: string, { row, url, body }: Allowed): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    /** Of who hangs up everything is called off but the change of a person's record: it has to be known whether it was made. */
    const mayLeave = row.changesPerson === undefined
    // Nothing of the client's but the socket: its headers never reach the proxy, let alone its hooks.
    const outgoing = Object.assign(new IncomingMessage(mayLeave ? req.socket : new Socket()), {
      method: row.method,
      url,
      httpVersionMajor: 1,
      httpVersionMinor: 1,
      complete: true,
      answered: (response: IncomingMessage) => {
        clearTimeout(firstByte)
        // Not resolve(collect(…)): the deadline holds while the reply is being read, too.
        void (row.file !== undefined && response.statusCode === 200 ? begin(response) : collect(response)).then(resolve, reject)
      },
      fail: reject,
    })
    outgoing.headers = { ...upstream.headersFor(token, body), ...onceOnly(row, req) }
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
    // Who hung up waits for nothing; the proxy itself says nothing then.
    const off =
      mayLeave &&
      onceClosed(req, res, () => {
        reject(gone())
        stop()
      })
    // An error was told to `fail` above; the second telling has nowhere to go.
    void proxy(outgoing, sink, () => undefined)
    try {
      return await promise
    } finally {
      clearTimeout(total)
      clearTimeout(firstByte)
      if (off) off()
    }
  }

  /** A GET on a socket that the upstream had just closed is asked once more; a write never. */
  return async (req: Request, res: Response, token: string, allowed: Allowed): Promise<Answer> => {
    try {
      return await attempt(req, res, token, allowed)
    } catch (error) {
      if (error instanceof Stale) return attempt(req, res, token, allowed)
      throw error
    }
  }
}

const KEY = /^[\w-]{16,64}$/
/** Of what is made: the key by which an API that knows it does not make the same twice, when the answer was lost. One that is none protects nobody: 400. */
function onceOnly(row: Allowed['row'], req: Request) {
  const key = row.method === 'POST' && !row.safe ? req.get('idempotency-key') : undefined
  if (key === undefined) return {}
  if (!KEY.test(key)) throw new Refusal(400, 'Chave de envio inválida.', { reason: 'idempotency-key' })
  return { 'idempotency-key': key }
}
