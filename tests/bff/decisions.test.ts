// Every decision about a call or about the data of a page must write one log line and count once in the metrics.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLog } from '../../server/log.ts'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
let cookie: string
const lines: Record<string, unknown>[] = []
beforeAll(async () => {
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes', '/track') })
  const log = createLog('info', { to: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) } })
  bff = await startBff({ upstream: { url: upstream.url }, log })
  cookie = await bff.signIn('ana@x.co')
})
beforeEach(() => {
  lines.length = 0
})
afterAll(async () => {
  await bff.stop()
})

const counted = async (call: string, verdict: number) => {
  const text = await (await fetch(`${bff.url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(`csnoteweb_calls_total{call="${call}",verdict="${verdict}"}`))
  return Number(line?.split(' ').at(-1) ?? 0)
}

it.each([
  ['allowed', 'GET', '/api/cities', undefined, 'GET /cities', 200, undefined],
  ['no session', 'GET', '/api/cities', '', 'GET /cities', 401, 'no session'],
  ['no menu', 'GET', '/api/cars', undefined, 'GET /cars', 403, 'menu'],
  ['invalid input', 'GET', '/api/clients/0', undefined, 'GET /clients/{id}', 400, 'input: id'],
  ['a clause of the rule', 'GET', '/api/track?user=8', undefined, 'GET /track', 403, 'rule: S or query.user = me.id'],
  ['no such call', 'GET', '/api/nothing', undefined, 'unknown', 404, 'no such call'],
  ['a failing upstream', 'GET', '/api/clients', undefined, 'GET /clients', 502, 'upstream: 500'],
])('a decision is logged once and counted once: %s', async (_name, method, path, as, call, status, reason) => {
  upstream.answers.set('GET /cities', { json: [] })
  upstream.answers.set('GET /clients', { status: 500, json: {} })
  const before = await counted(call, status)
  const response = await bff.call(method, path, { cookie: as ?? cookie })
  expect(response.status).toBe(status)
  const requestId = response.headers.get('x-request-id')
  const answers = () => lines.filter((one) => one['requestId'] === requestId && one['msg'] === 'answered')
  // The log line is written after the response has been sent, so the test polls for it.
  await expect.poll(answers).not.toEqual([])
  // A second line or count would be there once the metrics have been read.
  expect(await counted(call, status)).toBe(before + 1)
  expect(answers()).toHaveLength(1)
  const [line] = answers()
  expect(line).toMatchObject({ call, status, ...(as === undefined && call !== 'unknown' && { user: 7 }) })
  expect(line?.['reason']).toBe(reason)
  expect(line).toHaveProperty('ms')
  expect(line).toHaveProperty('time')
})

it('a call that the server makes for a page is counted, and is logged with the request id of the page', async () => {
  upstream.answers.set('GET /clients', { json: [] })
  const before = await counted('GET /clients', 200)
  const response = await bff.call('GET', '/clientes', { cookie })
  await response.text()
  expect(lines.find((one) => one['call'] === 'GET /clients')).toMatchObject({
    requestId: response.headers.get('x-request-id'),
    user: 7,
    status: 200,
    msg: 'read for a page or for the BFF itself',
  })
  expect(await counted('GET /clients', 200)).toBe(before + 1)
})
