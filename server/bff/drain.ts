// The end of a server: what was accepted is answered.
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Bff } from './app.ts'

/** ms that a connection keeps for a request that was written before its sender could know. */
const LINGER = 1_000

/** Made before listening. What was asked is answered, and each answer says that it is its connection's last. */
export function drainer(bff: Bff, server: Server) {
  // Of our own, because the HTTP server's close() ends connections whose next request is already on its way, and waits for one opened ahead of
  // need, as browsers do, that never asked.
  const inFlight = new Map<Socket, Set<ServerResponse>>()
  let draining = false
  let over = false
  const sayLast = (response: ServerResponse) => void (response.headersSent || response.setHeader('Connection', 'close'))
  const endIdle = () => {
    for (const [socket, responses] of inFlight) if (responses.size === 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    inFlight.set(socket, new Set())
    socket.once('close', () => inFlight.delete(socket))
  })
  // Before the app, which may answer at once.
  server.prependListener('request', ({ socket }, response) => {
    inFlight.get(socket)?.add(response)
    if (draining) sayLast(response)
    response.once('close', () => {
      inFlight.get(socket)?.delete(response)
      if (over) endIdle()
    })
  })
  return async () => {
    draining = true
    bff.drain()
    for (const responses of inFlight.values()) responses.forEach(sayLast)
    const { promise, resolve } = Promise.withResolvers<void>()
    NetServer.prototype.close.call(server, () => resolve())
    setTimeout(() => {
      over = true
      endIdle()
    }, LINGER)
    await promise
    await bff.close()
  }
}
