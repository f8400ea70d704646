// Tests the agenda with thousands of appointments, and two appointments that exchange their cars at the same moment, on both databases.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { withoutAudit } from '../../server/api/audit.ts'
import * as tables from '../../server/api/db/schema.ts'
import { onBoth } from '../support/api.ts'

onBoth('appointments', (api) => {
  const [ana, bruno] = [5, 4]
  let token: string
  let activities: Map<string, number>
  beforeAll(async () => {
    token = await api.signIn('supervisor')
    activities = new Map((await api.db.select().from(tables.activities)).map(({ id, description }) => [description, id]))
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const activity = (description: string) => activities.get(description) ?? 0

  test('GET /compromises and the calendar are refused with 400 if they would return more than 20,000 appointments', async () => {
    await api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.execute(
        sql`insert into appointments (user_id, activity_id, starts_at, ends_at) select ${ana}::int, ${activity('Home office')}::int, '2040-01-01', '2040-01-02' from generate_series(1, 20001)`,
      )
    })
    for (const answer of [
      await ask('GET', '/compromises?dataInicial=2040-01-01'),
      await ask('POST', '/dash/calendarioOndeEstou', { dataInicio: '2040-01-01' }),
    ])
      expect(answer).toMatchObject({
        status: 400,
        body: { message: 'São mais de 20.000 compromissos. Escolha um período menor ou outros filtros.' },
      })
    // The screen still opens, with the newest appointments.
    const opened = (await ask('GET', '/compromises')).body as { dataIni: string }[]
    expect([opened.length, opened[0]?.dataIni]).toEqual([20_000, '2040-01-01'])
    await api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.delete(tables.appointments).where(sql`starts_at = '2040-01-01'`)
    })
  })

  test('the 20,000 appointments that the screen Onde Estou loads first fit into one response, however long their texts are', async () => {
    const words = (count: number) => '漢'.repeat(count)
    const active = ({ body }: { body: unknown }) =>
      (body as { compromissos: { status: string }[] }).compromissos.filter(({ status }) => status === 'A')
    const before = active(await ask('GET', '/datatocompromise'))
    await api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.execute(
        sql`insert into appointments (user_id, activity_id, starts_at, ends_at, status, reversal_reason) select ${ana}::int, ${activity('Home office')}::int, '2041-01-01', '2041-01-02', 'I', ${words(500)} from generate_series(1, 12000)`,
      )
    })
    const opened = await ask('GET', '/datatocompromise')
    const { compromissos } = opened.body as { compromissos: { dataIni: string }[] }
    expect([opened.status, compromissos[0]?.dataIni, compromissos.length < 12_000]).toEqual([200, '2041-01-01', true])
    // Many reversed appointments do not displace active ones from the reply.
    expect(active(opened)).toEqual(before)
    expect(Buffer.byteLength(JSON.stringify(opened.body))).toBeLessThan(16 * 1024 * 1024)
    const dated = await ask('GET', '/compromises?dataInicial=2041-01-01')
    expect([dated.status, (dated.body as unknown[]).length > 6_000]).toEqual([200, true])
    await api.db.transaction(async (tx) => {
      await withoutAudit(tx)
      await tx.delete(tables.appointments).where(sql`starts_at = '2041-01-01'`)
    })
  })

  test('two simultaneous changes that swap the cars of two appointments are both refused with 409 [15.4.2]', async () => {
    const cars = [1, 2].map((number) => ({ plate: `TROCA${number}`, number: '1', description: `Trocado ${number}` }))
    const [one, two] = (await api.db.insert(tables.cars).values(cars).returning()).map(({ id }) => id)
    for (let day = 1; day <= 40; day += 1) {
      const date = new Date(Date.UTC(2031, 0, day)).toISOString().slice(0, 10)
      const visit = { colaborador: bruno, atividade: activity('Visita técnica'), cliente: 1348, regiao: 2, status: 'A' }
      const body = { ...visit, dataIni: date, horaIni: '08:00', dataFim: date, horaFim: '10:00' }
      const entered = await Promise.all([one, two].map((carro) => ask('POST', '/compromises', { ...body, carro })))
      expect(entered.map(({ status }) => status)).toEqual([200, 200])
      const [first, second] = entered.map((answer) => (answer.body as { id: number }).id)
      const answers = await Promise.all([
        ask('PUT', '/compromises', { ...body, id: first, carro: two }),
        ask('PUT', '/compromises', { ...body, id: second, carro: one }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([409, 409])
    }
  })
})
