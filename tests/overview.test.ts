import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBff } from './support/bff.ts'
import { menus, startUpstream } from './support/upstream.ts'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
beforeAll(async () => {
  upstream = await startUpstream()
  bff = await startBff({ upstream: { url: upstream.url } })
})
afterAll(async () => {
  await bff.stop()
  await upstream.stop()
})

it('a drill-down hands over what its columns name, and nothing else', async () => {
  upstream.people.set('bia@x.co', { id: 7, name: 'Bia', supervisor: 'N', departamento: 4, status: 'A', acessos: menus('/dash-financeiro') })
  const columns = [
    { title: 'Cliente', field: 'cliente' },
    { title: 'Valor', field: 'valor' },
  ]
  upstream.answers.set('POST /dash/boletos/drill-down', {
    json: { dataset: [{ cliente: 'Sementes', valor: 1.5, token: 'x' }, { valor: 2 }], columns },
  })
  const response = await bff.call('POST', '/api/dash/boletos/drill-down', {
    cookie: await bff.signIn('bia@x.co'),
    body: { period: '202611', company: 'Matriz', drillDownOption: 'recebido' },
  })
  expect(await response.json()).toEqual({
    dataset: [
      { cliente: 'Sementes', valor: 1.5 },
      { cliente: null, valor: 2 },
    ],
    columns,
  })
})
