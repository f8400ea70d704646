// Tests a change of rights between the check and the write of a call. The rights at the moment of the write decide, and the write applies only to the
// version of the record that was checked.
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { z } from 'zod'
import type { MenuNode } from '../../shared/features/users.ts'
import { kinds, missing, PASSWORD, startDemo } from '../support/api.ts'
import { startBff } from '../support/bff.ts'
import { hold, statusOf } from '../support/raw.ts'

const GOOD = 'trem bom de senha'
let made = 0

describe.each(kinds)('the %s database', (kind) => {
  describe.skipIf(missing(kind))('a person who loses a right', () => {
    let api: Awaited<ReturnType<typeof startDemo>>
    let bff: Awaited<ReturnType<typeof startBff>>
    let chief = ''
    let leaves: { ID: number; ROTA?: string | undefined }[] = []
    beforeAll(async () => {
      api = await startDemo(kind)
      bff = await startBff({ upstream: { url: api.url, secret: api.secret }, clock: () => api.time.now })
      chief = await bff.signIn('supervisor@exemplo.com.br', PASSWORD)
      const { menus } = (await (await bff.call('GET', '/api/users/data', { cookie: chief })).json()) as { menus: MenuNode[] }
      leaves = menus.flatMap(({ dados }) => dados)
    })
    afterAll(async () => {
      await bff.stop()
      await api.stop()
    })

    const menusOf = (...routes: string[]) => leaves.filter(({ ROTA = '' }) => routes.includes(ROTA)).map(({ ID }) => ID)
    const put = (body: object, cookie = chief) => bff.call('PUT', '/api/users', { cookie, body })
    /** Creates a person and signs the person in. */
    async function someone(more: object = {}) {
      made += 1
      const email = `presa${made}@exemplo.com.br`
      const record = {
        nomeCompleto: `Presa ${made}`,
        email,
        status: 'A',
        departamento: 3,
        supervisor: 'N',
        menus: menusOf('/usuarios', '/clientes', '/carros'),
        ...more,
      }
      const response = await bff.call('POST', '/api/users', { cookie: chief, body: { ...record, password: GOOD, passwordConfirma: GOOD } })
      const { id } = z.object({ id: z.int() }).parse(await response.json())
      return { id, email, record: { ...record, idUser: id }, cookie: await bff.signIn(email, GOOD) }
    }
    const stored = async (id: number) => {
      const [user] = (await (await bff.call('GET', `/api/users/${id}`, { cookie: chief })).json()) as {
        SUPERVISOR: string
        departamento: number
        menus: number[]
      }[]
      return user
    }

    const losses: [string, object, (them: Awaited<ReturnType<typeof someone>>) => Promise<{ status: number }>, number][] = [
      ['the mark of a supervisor', { supervisor: 'S' }, ({ record }) => put({ ...record, supervisor: 'N' }), 403],
      ['the menu', { supervisor: 'S' }, ({ record }) => put({ ...record, menus: menusOf('/carros') }), 403],
      ['the status', { supervisor: 'S' }, ({ record }) => put({ ...record, status: 'I' }), 401],
      ['the session, by a supervisor', { supervisor: 'S' }, ({ id }) => bff.call('DELETE', `/api/sessions/${id}`, { cookie: chief, body: {} }), 401],
      ['the session, by signing out', { supervisor: 'S' }, ({ cookie }) => bff.call('POST', '/api/logout', { cookie }), 401],
    ]
    it.each(losses)(
      'if a person loses %s, a request whose body is still arriving is refused [8.2.2 7.4.2 15.4.2]',
      async (_what, more, lose, status) => {
        const them = await someone(more)
        const email = `feito${made}@exemplo.com.br`
        const calls = [
          { method: 'PUT', path: '/api/users', body: { ...them.record, nomeCompleto: 'Mudada' } },
          { method: 'POST', path: '/api/users', body: { ...them.record, idUser: 0, email, password: GOOD, passwordConfirma: GOOD } },
        ]
        const held = await Promise.all(calls.map((call) => hold(bff.port, { ...call, cookie: them.cookie })))
        // When this call is answered, the two requests sent before it have passed the first checks.
        expect((await bff.call('GET', '/api/auth', { cookie: them.cookie })).status).toBe(200)
        expect((await lose(them)).status).toBe(200)
        expect((await Promise.all(held.map(({ finish }) => finish()))).map(statusOf)).toEqual([status, status])
        const everyone = await (await bff.call('GET', '/api/users', { cookie: chief })).text()
        expect([everyone.includes(them.email), everyone.includes(email), everyone.includes('"Mudada"')]).toEqual([true, false, false])
      },
    )

    it(
      'a right that a supervisor removes stays removed even if the person keeps saving their own record meanwhile [15.4.2]',
      { timeout: 240_000 },
      async () => {
        for (let round = 0; round < 8; round += 1) {
          const them = await someone({ departamento: 4, menus: menusOf('/usuarios', '/clientes', '/carros', '/regioes') })
          const before = await stored(them.id)
          const loop = { over: false }
          const loops = Array.from({ length: 4 }, async () => {
            while (!loop.over) await (await put({ ...them.record, departamento: before?.departamento, menus: before?.menus }, them.cookie)).text()
          })
          const taken = { ...them.record, departamento: 3, menus: menusOf('/usuarios') }
          // The supervisor's change has no version, so the last write wins. The change is repeated until it is stored.
          let tries = 1
          for (; (await put(taken)).status !== 200 && tries < 200;) tries += 1
          expect(tries).toBeLessThan(200)
          // When these three are answered, every change that was still being checked has been stored or refused.
          for (let i = 0; i < 3; i += 1) await put({ ...them.record, departamento: before?.departamento, menus: before?.menus }, them.cookie)
          loop.over = true
          await Promise.all(loops)
          expect(await stored(them.id)).toMatchObject({ departamento: 3, menus: menusOf('/usuarios') })
        }
      },
    )
  })
})

test('every call whose rule reads the stored record is declared to write only the checked version, except the listed ones', async () => {
  const { calls } = await import('../../shared/calls.ts')
  const judging = calls.filter((row) => 'rule' in row && row.method !== 'GET' && JSON.stringify(row.rule).includes('"from":"read"'))
  expect(judging.filter((row) => !('judged' in row)).map(({ name }) => name)).toEqual([
    // This call creates a record, and its rule reads only the caller.
    'POST /users',
    // This call has no body. Its SQL statement itself checks the owner.
    'PATCH /user-task/{id}',
    // For these calls, the SQL statement itself checks that the batch belongs to the caller and that people without finance rights write only debits.
    'POST /financial-control-batch',
    'PUT /financial-control-batch/{id}/receipt',
    'PATCH /financial-control-batch/{id}',
    'PATCH /service-time-control-comission/{id}',
    // For this call, the SQL statement itself checks that the service control belongs to the caller.
    'POST /service-time-control-comission',
    // For this call, the database allows only one running entry per person, even for simultaneous requests.
    'POST /track',
    // For this call, the API locks the appointment and checks that it belongs to the caller (as does DELETE /track-visits/{id}).
    'POST /track/finished',
    // For these calls, the owner of the entry never changes, and the SQL statement itself checks the owner.
    'PUT /track',
    'DELETE /track/{id}',
    'DELETE /track-visits/{id}',
  ])
})
