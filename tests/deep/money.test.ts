// What the length of an answer about money costs.
import { expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()

it('a drill-down whose rows have any number of fields that no column names is as quick as one of the same length', async () => {
  const fields = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`campo${i}`, []]))
  upstream.people.set('ana@x.co', { id: 4, name: 'Ana', supervisor: 'N', departamento: 4, status: 'A', acessos: menus('/dash-financeiro') })
  const bff = await startBff({ upstream: { url: upstream.url } })
  const cookie = await bff.signIn('ana@x.co')
  /** ms until it is answered. */
  const took = async (row: object) => {
    upstream.answers.set('POST /dash/boletos/drill-down', {
      json: { dataset: [{ ...row, cliente: 'Sementes' }], columns: [{ title: 'Cliente', field: 'cliente' }] },
    })
    const asked = performance.now()
    const response = await bff.call('POST', '/api/dash/boletos/drill-down', {
      cookie,
      body: { period: '202611', company: 'Matriz', drillDownOption: 'recebido' },
    })
    expect(await response.json()).toMatchObject({ dataset: [{ cliente: 'Sementes' }] })
    return performance.now() - asked
  }
  const wide: number[] = []
  const deep: number[] = []
  for (let turn = 0; turn < 3; turn += 1) {
    wide.push(await took(fields))
    deep.push(await took({ fields }))
  }
  expect(Math.min(...wide) / Math.min(...deep)).toBeLessThan(3)
  await bff.stop()
})
