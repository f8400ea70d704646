// Relays data between a client and a server on this machine. The relay can freeze its connections, as a network failure would.
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export async function startRelay(port: number) {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    near.pipe(far).pipe(near)
    for (const one of pair)
      one
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(pair)
          near.destroy()
          far.destroy()
        })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The server listens on TCP, so its address is an AddressInfo and the cast is safe.
  const { port: ours } = server.address() as AddressInfo
  const stop = async () => {
    for (const [near] of pairs) near.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    port: ours,
    /** Freezes the current connections: they stay open but transfer nothing. New connections still work. */
    freeze: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    /** `stop` ends the relay, as if the server had gone. `start` starts the relay again. */
    stop,
    start: async () => void (await once(server.listen(ours, '127.0.0.1'), 'listening')),
  }
}
