// Graceful shutdown: every request that was accepted is answered first.
import type { Server, ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Bff } from './app.ts'

/** Time in ms that a connection stays open during the shutdown, for a request that the client sent before it learned of the shutdown. */
const LINGER = 1_000

/** Must be created before the server listens. On shutdown, pending requests are answered, and each answer says that its connection will be closed. */
export function drainer(bff: Bff, server: Server) {
  // close() of the HTTP server is not enough: it ends connections whose next request is already on its way, and it waits for connections that
  // browsers open in advance and never use. So the connections are tracked here.
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
  // Registered before the app, because the app may answer immediately.
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
