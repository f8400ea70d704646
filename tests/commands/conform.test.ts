// Tests `npm run conform` with an upstream that conforms to the table of calls, and with one that does not.
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, it } from 'vitest'
import { calls } from '../../shared/calls.ts'
import { subjects } from '../permissions/subjects.ts'
import { clientRow } from '../support/client-samples.ts'
import { apart, here } from '../support/command.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
beforeEach(() => {
  upstream.answers.clear()
  upstream.seen.length = 0
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'S', departamento: 4, status: 'A', acessos: menus('/clientes') })
  for (const { name, path } of calls) {
    const subject = subjects[name]
    if (!name.startsWith('GET ') || !subject) continue
    const { reply = subject.reply, stored = {} } = subject.scenes['plain']?.(7) ?? {}
    const answer = reply instanceof Uint8Array ? (_req: unknown, res: ServerResponse) => void res.end(reply) : { json: reply }
    // Gives the same reply for every id.
    for (let id = 1; id <= (path.includes('{') ? 100 : 1); id += 1) upstream.answers.set(`GET ${path.replace(/\{\w+\}/, String(id))}`, answer)
    for (const [at, record] of Object.entries(stored)) upstream.answers.set(`GET ${at}`, { json: record })
  }
  const { task } = (subjects['GET /user-task/{id}']?.scenes['plain']?.(7).stored?.['/user-task/5'] ?? {}) as { task?: unknown }
  upstream.answers.set('GET /user-task', { json: { users: [], userTasks: [task] } })
})

const call: Parameters<typeof here> = ['conform', [upstream.url], {}, 'ana@x.co\nsenha-que-ninguem-ve\n']

it('`npm run conform` makes every GET call of the table, and accepts an API that differs only in display-only fields and the like', async () => {
  upstream.answers.set('GET /trackprojetos/5/history', { status: 404 })
  upstream.answers.set('GET /financial-control-batch/5/report', { status: 409 })
  const { stdout: said, stderr: failed } = await apart(...call)
  expect(said).not.toContain('✗')
  expect(failed).toBe('')
  const gets = calls.filter(({ method, answeredByBff }) => method === 'GET' && !answeredByBff)
  expect(said.match(/^[✓–] /gm)).toHaveLength(gets.length)
  expect(said).toContain('–  GET /trackprojetos/{id}/history: não existe, e pode faltar')
  expect(said).toContain('–  GET /financial-control-batch/{id}/report: o registro pedido não está na situação que a chamada exige')
  // These calls cannot be made, because the list that would supply an id is empty.
  expect(said.match(/^–  \S+ \S+/gm)).toEqual([
    '–  GET /financial-control-batch/{id}/report:',
    '–  GET /service-time-control-comission/{id}:',
    '–  GET /service-time-control-comission/{id}/history:',
    '–  GET /trackprojetos/{id}/history:',
  ])
  expect(said).not.toContain('senha-que-ninguem-ve')
  // Apart from its sign-in and sign-out, the command only reads.
  expect(new Set(upstream.seen.map(({ method, url }) => (method === 'GET' ? method : `${method} ${url}`)))).toEqual(
    new Set(['GET', 'POST /auth', 'DELETE /auth']),
  )
})

it('`npm run conform` names each call and field that differs from the contract, but prints no value', async () => {
  const client = { ...clientRow(5), NOMEFANTASIACLIENTE: null, CODIGO_STATUS: 'segredo-a', CIDADE: null }
  upstream.answers.set('GET /clients', { json: [client] })
  upstream.answers.set('GET /cities', { json: [{ CODIGOCIDADE: 5 }] })
  upstream.answers.set('GET /cars', { json: { segredo: 'segredo-b' } })
  upstream.answers.set('GET /region', { status: 500, json: { message: 'segredo-c' } })
  upstream.answers.set('GET /financial-control-user', { json: { ID: '3' } })
  const { stdout: said, stderr: failed } = await here(...call)
  expect(said).toMatch(/✗ {2}GET \/clients:\s+0\.CODIGO_STATUS: /)
  expect(said).toMatch(/✗ {2}GET \/cars:\s+a resposta: /)
  expect(said).toContain('✗  GET /region: respondeu 500')
  // A missing display-only field is accepted, but the output mentions it.
  expect(said).toContain('✓  GET /cities: sem NOMECIDADE, que só se exibe')
  // This id decides about ownership, so its type must be exact.
  expect(said).toMatch(/✗ {2}GET \/financial-control-user:\s+ID: /)
  // The list could not be read, so there is no id for the request of a single record.
  expect(said).toContain('–  GET /cars/{id}: sem registro para pedir (GET /cars)')
  expect(said).not.toContain('segredo')
  expect(failed).toContain('4 diferentes')
})

it('`npm run conform` sends no password while certificate checks are turned off', async () => {
  upstream.seen.length = 0
  const { status, stderr } = await here('conform', [upstream.url], { NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'ana@x.co\nsenha-que-ninguem-ve\n')
  expect([status, stderr]).toEqual([1, expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED=0 aceita qualquer certificado')])
  expect(upstream.seen).toEqual([])
})
