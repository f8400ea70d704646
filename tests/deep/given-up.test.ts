// Tests that a write is not stored after the BFF has given it up, if a PostgreSQL server hangs longer than the BFF waits.
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { clients } from '../../server/api/db/schema.ts'
import { demo, missing, startDemo, TEMPLATE } from '../support/api.ts'
import { startBff } from '../support/bff.ts'
import { clientBody } from '../support/client-samples.ts'
import { restore, shorten } from '../support/deadlines.ts'
import { startPostgres } from '../support/postgres.ts'

const WRITES = 20
const DIVISOR = 8

describe.skipIf(missing('server'))('a write answered with 504', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  let api: Awaited<ReturnType<typeof startDemo>>
  let bff: Awaited<ReturnType<typeof startBff>>
  beforeAll(async () => {
    shorten(DIVISOR)
    server = await startPostgres(inject('postgresData'))
    api = await startDemo('server', { dataDir: '', databaseUrl: server.urlOf(TEMPLATE), [Symbol.asyncDispose]: () => Promise.resolve() })
    bff = await startBff({ upstream: { url: api.url, secret: api.secret } })
  })
  afterAll(async () => {
    await bff.stop()
    await api.stop()
    await server.stop()
    restore()
  })

  test('a write answered with 504 is not stored when the database resumes [15.4.2 13.2.6]', async () => {
    const cookies = await Promise.all([1, 2, 3].map(() => bff.signIn('supervisor@exemplo.com.br', demo.demoPassword)))
    const write = (nome: string, cookie = cookies[0]) =>
      bff.call('POST', '/api/clients', { cookie, body: clientBody({ nome }) }).then(({ status }) => status)
    expect(await Promise.all(cookies.map((cookie) => write('Antes', cookie)))).toEqual([200, 200, 200])
    server.signal('SIGSTOP')
    // The writes are spread over three sessions, because each session may have at most eight calls at a time.
    const answers = await Promise.all(Array.from({ length: WRITES }, (_, index) => write(`Desistido ${index}`, cookies[index % 3])))
    expect(answers.filter((status) => status < 500)).toEqual([])
    server.signal('SIGCONT')
    await expect.poll(() => write('Depois')).toBe(200)
    await expect.poll(api.inFlight).toBe(0)
    expect(await api.db.$count(clients, sql`name like 'Desistido%'`)).toBe(0)
  })
})
