// Limits on what one connection may cost, whoever is behind it.
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Express, Request, Response } from 'express'
import { failure } from '../../shared/messages.ts'
import type { Log } from '../log.ts'
import { Refusal } from './errors.ts'
import { networkOfSocket } from './address.ts'

/**
 * Simultaneous connections from all addresses together. A limit per address belongs to the proxy that terminates TLS, because only the proxy sees the
 * addresses.
 */
const CONNECTIONS = 8_000
/** In ms. Only tests of these limits change them. */
export const LIMITS = {
  /** A client has to take some of its response within this time. */
  stalled: 30_000,
  /** Pause between two checks of the connections. */
  look: 5_000,
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
}
/** Pipelined requests of one connection. No browser or proxy sends more than one ahead. */
const AHEAD = 16

/** Status for requests that Node could not parse, by error code. Any other code means 400. */
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
  // Beyond this number there would be no descriptors left for files, the registry and the connections to the API.
  server.maxConnections = CONNECTIONS
  server.on('drop', (dropped) => log.measured(networkOfSocket(dropped ?? {}), 'answered', { call: 'unknown', status: 503, reason: 'connections' }))
  // Node would silently drop excess headers. refuseMalformed() refuses a request with more than 64 instead.
  server.maxHeadersCount = 0
  // refuseMalformed() refuses requests with Expect, so that they get the headers and body of every refusal.
  for (const event of ['checkContinue', 'checkExpectation'] as const) server.on(event, listen)
  // There are no WebSockets here, so an upgrade is closed without an answer.
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

/** Closes a connection that sends too many requests ahead. Each of them is kept in memory until its turn. */
function notTooFarAhead(app: Express): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    // Requests that arrived in the same chunk are still parsed after the socket is destroyed.
    if (socket.destroyed) return
    const ahead = (waiting.get(socket) ?? 0) + 1
    if (ahead > AHEAD) return void socket.destroy()
    waiting.set(socket, ahead)
    res.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    // Express parses the address before our code runs. The replacement is refused by refuseMalformed().
    if (!req.url?.startsWith('/')) req.url = '//'
    app(req, res)
  }
}

/** Closes the connections of clients that take nothing of their response. Node's server timeout would also close those that wait for us. */
function destroyStalled(server: Server) {
  const { stalled, look: pause } = LIMITS
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    // Every pipelined request adds a listener for the socket's end.
    socket.setMaxListeners(0)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    for (const socket of sockets) {
      // The socket's own timeout notices when a client takes a chunk bit by bit. It is armed only while data waits to be taken.
      const waits = socket.writableLength > 0
      if (waits !== (socket.timeout === stalled)) socket.setTimeout(waits ? stalled : 0)
    }
  }, pause)
  look.unref()
  server.once('close', () => clearInterval(look))
}

/** Whether nobody is left to take the answer. */
export const isClosed = (req: Request, res: Response) => res.closed || req.socket.destroyed

/** The refusal for a client that has disconnected. */
export const gone = () => new Refusal(499, failure(499), { reason: 'gone' })

/**
 * Runs `run` once the response was taken in full or the client has disconnected, immediately if that has already happened. Returns a function that
 * cancels it.
 */
export function onceClosed(req: Request, res: Response, run: () => void): () => void {
  // A response that waits behind another one on its connection never closes by itself.
  const { socket } = req
  const off = () => {
    res.off('close', done)
    socket.off('close', done)
  }
  let closed = false
  const done = () => {
    off()
    // A closing socket closes its response while the socket's own listeners are still being called.
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
