// Stands in for a company's own upstream. It records requests and gives the responses that a test sets. The product under test is the BFF.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Recorded {
  method: string
  url: string
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  body: string
}

type Answer =
  { status?: number; json?: unknown; headers?: Record<string, string> } | ((req: IncomingMessage, res: ServerResponse, body: string) => void)

/** A person who can sign in, in the form of the reply of GET /auth. People are stored by e-mail address. */
export interface PersonOf {
  id: number
  name: string
  supervisor: unknown
  departamento: unknown
  status: unknown
  acessos: { title: string; action: string; items: { title: string; route: string }[] }[]
}

export const menus = (...routes: string[]) => [{ title: 'Menu', action: 'mdi-menu', items: routes.map((route) => ({ title: route, route })) }]

export async function startUpstream() {
  const seen: Recorded[] = []
  const answers = new Map<string, Answer>()
  const people = new Map<string, PersonOf>()
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const record = {
        method: req.method ?? '',
        url: req.url ?? '',
        headers: req.headers,
        rawHeaders: req.rawHeaders,
        body: Buffer.concat(chunks).toString(),
      }
      seen.push(record)
      const answer = answers.get(`${record.method} ${record.url.split('?')[0]}`)
      if (typeof answer === 'function') return answer(req, res, record.body)
      const send = (status: number, json: unknown, headers = {}) =>
        res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(json))
      if (answer) return send(answer.status ?? 200, answer.json === undefined ? {} : answer.json, answer.headers)
      if (record.method === 'POST' && record.url === '/auth') {
        const { email } = JSON.parse(record.body) as { email: string }
        const person = people.get(email)
        return person ? send(200, { ...person, token: `token-of-${email}` }) : send(401, { message: 'E-mail ou senha incorretos.' })
      }
      if (record.url === '/auth') {
        const person = people.get((req.headers.authorization ?? '').replace('Bearer token-of-', ''))
        return person ? send(200, person) : send(401, { message: 'Autenticação inválida!' })
      }
      return send(404, { message: 'Registro não encontrado.' })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // The server listens on TCP, so its address is an AddressInfo and the cast is safe.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answers,
    people,
    server,
    /** Returns the recorded requests except those to /auth. */
    calls: () => seen.filter(({ url }) => url !== '/auth'),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
