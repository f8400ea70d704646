// Stops the product under load, as a deployment does.
import { Agent, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { random } from '../../server/api/db/demo-days.ts'
import { clientBody } from './client-samples.ts'
import { enter } from './crowd.ts'
import { startServer } from './server.ts'

const CONNECTIONS = 20
const delay = random('delays of a stop')
const ANSWERS = 200

/**
 * Starts the server in front of `upstream` (that of a crowd) and sends requests over kept-alive connections. Sends SIGTERM at a random moment, and
 * continues until every connection is refused. Every request must get a complete response. If a request gets none, the server had closed the
 * connection without announcing it to its client.
 */
export async function stopUnderLoad(upstream: string) {
  await using server = await startServer({ env: { UPSTREAM_URL: upstream, CALLS_PER_MINUTE: '0', LOG_LEVEL: 'silent' } })
  const members = await enter(server.url)
  const failed: string[] = []
  let answered = 0
  let told = 0
  const asks = [
    ['GET', '/api/clients'],
    ['GET', '/api/dash/Home'],
    ['GET', '/home'],
    ['POST', '/api/clients', clientBody()],
  ] as const

  const connection = async ({ name, cookie }: (typeof members)[number], index: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = index; ; i += 1) {
      const [method, path, fields] = asks[i % asks.length] ?? asks[0]
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
      const headers = { cookie, ...(fields && { 'x-csrf': '1', 'content-type': 'application/json' }) }
      request(server.url + path, { agent, method, headers }, resolve)
        .on('error', reject)
        .end(fields && JSON.stringify({ ...fields, nome: name }))
      try {
        const response = await promise
        const body = await text(response)
        if (response.statusCode !== 200 || !response.complete || !body.includes(name))
          failed.push(`${method} ${path}: ${response.statusCode} ${body}`)
        answered += 1
        // The signal is delayed at random, so that it can come between two responses.
        if (answered === ANSWERS) setTimeout(() => server.kill('SIGTERM'), delay() * 20)
        if (response.headers.connection === 'close') told += 1
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return
        failed.push(`${method} ${path}: ${String(error)}`)
      }
    }
  }
  await Promise.all(members.slice(0, CONNECTIONS).map(connection))
  return { answered, failed, told, ended: await server.ended }
}
