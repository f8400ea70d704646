// Tests how the demo company is created, and how it is extended as time passes. Each test has a new company.
import { eq, like, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '../../server/api/db/schema.ts'
import { dailyGrowth, growDemo, setDemoPassword } from '../../server/api/db/demo.ts'
import { hashPassword } from '../../server/api/passwords.ts'
import { atWall, DAY, HOUR, wallTime } from '../../shared/clock.ts'
import { kinds, PASSWORD, startDemo } from '../support/api.ts'

describe.each(kinds)('the demo company on the %s database', (kind) => {
  let api: Awaited<ReturnType<typeof startDemo>>
  beforeEach(async () => {
    api = await startDemo(kind)
  })
  afterEach(() => api.stop())
  const count = async (table: typeof tables.appointments | typeof tables.timeEntries) => api.db.$count(table)
  const outWithCar = async (now: string) =>
    api.db.$count(
      tables.appointments,
      sql`${tables.appointments.carId} is not null and ${tables.appointments.status} = 'A' and ${tables.appointments.startsAt} <= ${now} and ${tables.appointments.endsAt} > ${now}`,
    )

  test('at any hour of the next seven days, an appointment with a car is under way, and next week has at least 30 appointments', async () => {
    for (let hour = 0; hour < 7 * 24; hour++) expect(await outWithCar(wallTime(api.time.now + hour * HOUR)), `+${hour} h`).toBeGreaterThan(0)
    const next = await api.db.$count(
      tables.appointments,
      sql`${tables.appointments.startsAt} >= '2026-11-23' and ${tables.appointments.startsAt} < '2026-11-28'`,
    )
    expect(next).toBeGreaterThan(30)
  })

  test('the demo company has two years of history and no time entry in the future', async () => {
    const [span] = await api.db
      .select({ first: sql<string>`min(started_at)::text`, last: sql<string>`max(ended_at)::text` })
      .from(tables.timeEntries)
      .where(sql`id <= 50000`)
    expect(span?.first.slice(0, 7)).toBe('2024-11')
    expect(await api.db.$count(tables.timeEntries, sql`ended_at > '2026-11-19T14:32' and description <> 'Trabalho'`)).toBe(0)
    expect(await api.db.$count(tables.clients, like(tables.clients.name, '%'))).toBeGreaterThanOrEqual(400)
  })

  test('growDemo extends the demo up to the current day and keeps the records that people entered', async () => {
    const userId = 5
    await api.db
      .insert(tables.appointments)
      .values({ userId, activityId: 7, startsAt: '2026-11-19T16:00', endsAt: '2026-11-19T17:00', reversalReason: 'minha' })
    const mine = () => api.db.select().from(tables.appointments).where(eq(tables.appointments.reversalReason, 'minha'))
    const [entered, appointments, times] = [await mine(), await count(tables.appointments), await count(tables.timeEntries)]
    const later = atWall('2027-03-07T03:10:00')
    await growDemo(api.db, later)
    expect(await outWithCar('2027-03-07T03:10:00')).toBe(1)
    expect(await count(tables.appointments)).toBeGreaterThan(appointments + 500)
    expect(await count(tables.timeEntries)).toBeGreaterThan(times + 5000)
    expect(await mine()).toEqual(entered)
    const grown = [await count(tables.appointments), await count(tables.timeEntries)]
    await growDemo(api.db, later)
    await growDemo(api.db, later - 30 * DAY)
    expect([await count(tables.appointments), await count(tables.timeEntries)]).toEqual(grown)
  })

  test('while the server runs, the demo is extended every day at 03:00', async () => {
    api.time.now = atWall('2027-03-09T12:00:00')
    const grow = dailyGrowth(api.db, () => api.time.now)
    const at = (wall: string) => {
      api.time.now = atWall(wall)
      return grow()
    }
    const times = await count(tables.timeEntries)
    expect(await at('2027-03-10T02:59:59')).toBe(false)
    expect(await count(tables.timeEntries)).toBe(times)
    expect(await at('2027-03-10T03:00:00')).toBe(true)
    expect(await count(tables.timeEntries)).toBeGreaterThan(times)
    expect(await outWithCar('2027-04-23T12:00:00')).toBeGreaterThan(0)
    expect(await at('2027-03-11T02:00:00')).toBe(false)
    expect(await at('2027-03-11T03:05:00')).toBe(true)
  })

  test('a new demo password ends the sessions that began with the old password [7.4.3]', async () => {
    const own = eq(tables.users.email, 'vinicius.braganca@exemplo.com.br')
    await api.db
      .update(tables.users)
      .set({ passwordHash: await hashPassword('uma senha antiga') })
      .where(own)
    const token = await api.signIn('projetos')
    await setDemoPassword(api.db, 'outra-senha-ao-acaso')
    expect(await api.ask('GET', '/auth', { token })).toMatchObject({ status: 401, body: { message: 'Autenticação inválida!' } })
    expect(await api.ask('POST', '/auth', { body: { email: 'projetos@exemplo.com.br', password: PASSWORD } })).toMatchObject({
      status: 401,
      body: { message: 'E-mail ou senha incorretos.' },
    })
    expect(await api.signIn('projetos', 'outra-senha-ao-acaso')).toMatch(/^[\w-]{43}$/)
    expect(await api.ask('POST', '/auth', { body: { email: 'vinicius.braganca@exemplo.com.br', password: 'uma senha antiga' } })).toMatchObject({
      status: 200,
    })
  })
})
