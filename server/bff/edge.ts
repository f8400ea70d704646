// Limits on what one connection may cost, no matter who is behind it.
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Express, Request, Response } from 'express'
import { failure } from '../../shared/messages.ts'
import type { Log } from '../log.ts'
import { Refusal } from './errors.ts'
import { networkOfSocket } from './address.ts'

/**
 * Maximum number of simultaneous connections from all addresses together. The proxy that terminates TLS must limit each address, because only the
 * proxy sees the addresses.
 */
const CONNECTIONS = 8_000
/** Time limits in ms. Only the tests of these limits change them. */
export const LIMITS = {
  /** Time within which a client has to read some of its response. */
  stalled: 30_000,
  /** Pause between two checks of the connections. */
  look: 5_000,
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
}
/** Maximum number of pipelined requests on one connection. Browsers and proxies send at most one ahead. */
const AHEAD = 16

/** Status of the answer to a request that Node could not parse, by error code. For any other code it is 400. */
const UNREADABLE = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** Creates the HTTP server with the limits of this file. */
export function createEdge(app: Express, log: Log): Server {
  const listen = notTooFarAhead(app)
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: LIMITS.headers,
      requestTimeout: LIMITS.request,
      keepAliveTimeout: LIMITS.keepAlive,
      connectionsCheckingInterval: LIMITS.look,
    },
    listen,
  )
  // With more connections, no file descriptors would be left for files, the registry and the connections to the API.
  server.maxConnections = CONNECTIONS
  server.on('drop', (dropped) => log.measured(networkOfSocket(dropped ?? {}), 'answered', { call: 'unknown', status: 503, reason: 'connections' }))
  // 0 means no limit. With a limit, Node would silently drop excess headers; refuseMalformed() refuses a request with more than 64 instead.
  server.maxHeadersCount = 0
  // Requests with Expect are passed on and refused by refuseMalformed(), so that the refusal has the usual headers and body.
  for (const event of ['checkContinue', 'checkExpectation'] as const) server.on(event, listen)
  // The server has no WebSockets, so a request for an upgrade is closed without an answer.
  server.on('upgrade', (_req, socket) => socket.destroy())
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = UNREADABLE.get(error.code ?? '') ?? 400
    if (error.code !== 'ECONNRESET') log.measured(networkOfSocket(socket as Socket), 'answered', { call: 'unknown', status, reason: error.code })
    if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`)
    socket.destroy()
  })
  destroyStalled(server)
  return server
}

/** Closes a connection that sends too many requests ahead, because each of them is kept in memory until its turn. */
function notTooFarAhead(app: Express): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    // Requests that arrived in the same chunk are still parsed after the socket is destroyed. Ignore them.
    if (socket.destroyed) return
    const ahead = (waiting.get(socket) ?? 0) + 1
    if (ahead > AHEAD) return void socket.destroy()
    waiting.set(socket, ahead)
    res.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    // Express would parse the target before our code runs. If the target is not a path, replace it with '//', which Express can parse and
    // refuseMalformed() refuses.
    if (!req.url?.startsWith('/')) req.url = '//'
    app(req, res)
  }
}

/**
 * Closes the connection of a client that stops reading its response. Node's own timeout would also close the connections of clients that wait for our
 * answer.
 */
function destroyStalled(server: Server) {
  const { stalled, look: pause } = LIMITS
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    // 0 turns off the warning about many listeners: every pipelined request adds one for the end of the socket.
    socket.setMaxListeners(0)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    for (const socket of sockets) {
      // The timeout of the socket also notices progress within one large chunk, so clients that read slowly stay connected. It is set only while data
      // waits to be read.
      const waits = socket.writableLength > 0
      if (waits !== (socket.timeout === stalled)) socket.setTimeout(waits ? stalled : 0)
    }
  }, pause)
  look.unref()
  server.once('close', () => clearInterval(look))
}

/** Whether the client can no longer take the answer. */
export const isClosed = (req: Request, res: Response) => res.closed || req.socket.destroyed

/** The refusal for a client that has disconnected. */
export const gone = () => new Refusal(499, failure(499), { reason: 'gone' })

/**
 * Calls `run` once the whole response was sent or the client has disconnected, or immediately if that has already happened. Returns a function that
 * cancels the call.
 */
export function onceClosed(req: Request, res: Response, run: () => void): () => void {
  // Listen to the socket too: a response that waits behind another one on its connection does not close when the client disconnects.
  const { socket } = req
  const off = () => {
    res.off('close', done)
    socket.off('close', done)
  }
  let closed = false
  const done = () => {
    off()
    // A closing socket also closes its response, while the listeners of the socket are still being called. `run` must be called only once.
    if (closed) return
    closed = true
    run()
  }
  if (isClosed(req, res)) run()
  else {
    res.on('close', done)
    socket.on('close', done)
  }
  return off
}
