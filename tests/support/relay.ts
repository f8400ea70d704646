// Stands between a client and a server on this machine, to freeze what runs through it as a lost network would.
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
  // It listens on TCP.
  const { port: ours } = server.address() as AddressInfo
  const stop = async () => {
    for (const [near] of pairs) near.destroy()
    server.close()
    await once(server, 'close')
  }
  return {
    port: ours,
    /** The connections of this moment stay open and pass nothing any more; new ones pass. */
    freeze: () => {
      for (const [near, far] of pairs) {
        near.unpipe(far)
        far.unpipe(near)
      }
    },
    /** Nothing is there any more; and again. */
    stop,
    start: async () => void (await once(server.listen(ours, '127.0.0.1'), 'listening')),
  }
}
