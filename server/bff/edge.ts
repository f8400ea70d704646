// The edge: what a connection may cost, whoever is behind it.
import { createServer, STATUS_CODES, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Express, Request, Response } from 'express'
import { failure } from '../../shared/messages.ts'
import type { Log } from '../log.ts'
import { Refusal } from './errors.ts'
import { networkOfSocket } from './address.ts'

/** At a time, of all addresses: how many are one's own is the affair of the proxy with TLS, which sees them. */
const CONNECTIONS = 8_000
/** In ms. Only tests of what happens beyond them change them. */
export const LIMITS = {
  /** A client has to take some of its response within this time. */
  stalled: 30_000,
  /** Pause between two looks at the connections. */
  look: 5_000,
  headers: 10_000,
  request: 30_000,
  keepAlive: 65_000,
}
/** Requests of one connection that wait for their answers. No browser and no proxy writes more than one ahead. */
const AHEAD = 16

/** What Node could not read as a request, by its error's code; any other is 400. */
const UNREADABLE = new Map([
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
])

/** An HTTP server with the limits of its edge. */
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
  // Beyond them files, the registry and the way to the API could not be opened any more.
  server.maxConnections = CONNECTIONS
  server.on('drop', (dropped) => log.measured(networkOfSocket(dropped ?? {}), 'answered', { call: 'unknown', status: 503, reason: 'connections' }))
  // Counted by us, not cut: refuseMalformed() refuses what is over 64.
  server.maxHeadersCount = 0
  // refuseMalformed() refuses them, with the headers and the body of every refusal.
  for (const event of ['checkContinue', 'checkExpectation'] as const) server.on(event, listen)
  // No WebSocket here: an upgrade is closed, unanswered.
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

/** Ends the connection that is sent on: what it asked for is kept in memory until it is its turn. */
function notTooFarAhead(app: Express): RequestListener {
  const waiting = new WeakMap<Socket, number>()
  return (req, res) => {
    const { socket } = req
    // Those that came in the same piece are still read.
    if (socket.destroyed) return
    const ahead = (waiting.get(socket) ?? 0) + 1
    if (ahead > AHEAD) return void socket.destroy()
    waiting.set(socket, ahead)
    res.once('finish', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    // Express reads an address before anything of ours does; refuseMalformed() refuses this one.
    if (!req.url?.startsWith('/')) req.url = '//'
    app(req, res)
  }
}

/** Ends the connections of those who are sent something and take nothing of it. Node's own time-out of the server would also end those who wait for us. */
function destroyStalled(server: Server) {
  const { stalled, look: pause } = LIMITS
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    // Each request that was written ahead waits for its end.
    socket.setMaxListeners(0)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const look = setInterval(() => {
    for (const socket of sockets) {
      // The socket's own time-out knows of a chunk that is taken bit by bit; it is armed only while something waits to be taken.
      const waits = socket.writableLength > 0
      if (waits !== (socket.timeout === stalled)) socket.setTimeout(waits ? stalled : 0)
    }
  }, pause)
  look.unref()
  server.once('close', () => clearInterval(look))
}

/** Whether nobody is there any more to take the answer. */
export const isClosed = (req: Request, res: Response) => res.closed || req.socket.destroyed

/** Nobody waits for this answer any more. */
export const gone = () => new Refusal(499, failure(499), { reason: 'gone' })

/** Runs when the response was taken whole, or nobody is there any more to take it; at once, if so already. Returns what calls it off. */
export function onceClosed(req: Request, res: Response, run: () => void): () => void {
  // A response that waits behind another one of its connection never closes by itself.
  const { socket } = req
  const off = () => {
    res.off('close', done)
    socket.off('close', done)
  }
  let closed = false
  const done = () => {
    off()
    // A socket that closes closes its response from within, while its own listeners are being called.
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
