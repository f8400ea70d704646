// Tests ended appointments that are offered as time, over real HTTP, on both databases.
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { Visit } from '../../shared/features/track-visits.ts'
import { onBoth } from '../support/api.ts'

const Visits = z.array(z.strictObject(Visit.shape))
const [ana, bruno] = [5, 4]
const work = { descricao: 'Visita', idAtividade: 1, idCategoria: 1, idModulo: 1 }

onBoth('ended appointments without time', (api) => {
  const tokens: Record<string, string> = {}
  let activityId = 0
  beforeAll(async () => {
    for (const name of ['equipe', 'supervisor']) tokens[name] = await api.signIn(name)
    const [visit] = await api.db.select().from(tables.activities).where(eq(tables.activities.description, 'Visita técnica'))
    activityId = visit?.id ?? 0
  })
  const ask = (method: string, path: string, body?: unknown, who = 'equipe') => api.ask(method, path, { token: tokens[who] ?? '', body })
  const appointment = async (startsAt: string, endsAt: string, change: object = {}) => {
    const row = { userId: bruno, activityId, clientId: 1348, startsAt, endsAt, ...change }
    const [stored] = await api.db.insert(tables.appointments).values(row).returning({ id: tables.appointments.id })
    return stored?.id ?? 0
  }
  const offered = async (who = 'equipe') => Visits.parse((await ask('GET', '/track-visits', undefined, who)).body)
  const offeredIds = async () => (await offered()).map(({ id }) => id)
  beforeEach(async () => {
    api.time.now = atWall('2027-02-10T12:00:00')
    await api.db.delete(tables.timeEntries).where(eq(tables.timeEntries.userId, bruno))
    await api.db.delete(tables.answeredVisits)
    await api.db.delete(tables.appointments).where(eq(tables.appointments.userId, bruno))
  })

  test('an appointment is offered to its person from its end on, with activity, client, start and total', async () => {
    const id = await appointment('2027-02-10T08:30:00', '2027-02-10T12:00:00')
    api.time.now = atWall('2027-02-10T11:59:59')
    expect(await offered()).toEqual([])
    api.time.now = atWall('2027-02-10T12:00:00')
    const [client] = await api.db.select().from(tables.clients).where(eq(tables.clients.id, 1348))
    expect(await offered()).toEqual([
      { id, atividade: 'Visita técnica', cliente: client?.name, dataHoraInicio: '2027-02-10T08:30:00', total: '03:30:00' },
    ])
    expect((await offered('supervisor')).filter((one) => one.id === id)).toEqual([])
  })

  test('not offered: a reversed appointment, one of more than 12 hours, one without duration, and one that ended a week ago', async () => {
    await appointment('2027-02-09T08:00:00', '2027-02-09T12:00:00', { status: 'I', reversalReason: 'Chuva' })
    await appointment('2027-02-08T08:00:00', '2027-02-08T20:00:01')
    await appointment('2027-02-08T08:00:00', '2027-02-08T08:00:00')
    await appointment('2027-02-03T08:00:00', '2027-02-03T12:00:00')
    const kept = [await appointment('2027-02-03T08:00:00', '2027-02-03T12:00:01'), await appointment('2027-02-08T08:00:00', '2027-02-08T20:00:00')]
    expect(await offeredIds()).toEqual(kept.toReversed())
  })

  test('not offered: an appointment for half of which the person already has time, or in a closed month', async () => {
    const id = await appointment('2027-02-09T08:00:00', '2027-02-09T12:00:00')
    const book = (from: string, total: string) => ask('POST', '/track/finished', { ...work, dataHoraInicio: `2027-02-09T${from}`, total })
    expect(await book('06:00:00', '02:30:00')).toMatchObject({ status: 200 })
    expect(await book('11:00:00', '02:00:00')).toMatchObject({ status: 200 })
    expect(await offeredIds()).toEqual([id])
    expect(await book('09:00:00', '00:30:00')).toMatchObject({ status: 200 })
    expect(await offeredIds()).toEqual([])

    api.time.now = atWall('2027-03-01T08:00:00')
    const may = await appointment('2027-02-28T08:00:00', '2027-02-28T12:00:00')
    expect(await offeredIds()).toEqual([may])
    expect(await ask('PUT', '/track-months', { mes: '2027-02', fechado: true }, 'supervisor')).toMatchObject({ status: 200 })
    expect(await offeredIds()).toEqual([])
    expect(await ask('PUT', '/track-months', { mes: '2027-02', fechado: false }, 'supervisor')).toMatchObject({ status: 200 })
  })

  test('a booked or dismissed appointment is offered no more, even if the time is deleted', async () => {
    const ids = [
      await appointment('2027-02-08T08:00:00', '2027-02-08T12:00:00'),
      await appointment('2027-02-09T08:00:00', '2027-02-09T12:00:00'),
    ] as const
    const body = { ...work, dataHoraInicio: '2027-02-08T08:00:00', total: '04:00:00', idCompromisso: ids[0] }
    const { status, body: entry } = await ask('POST', '/track/finished', body)
    expect(status).toBe(200)
    expect(await offeredIds()).toEqual([ids[1]])
    await ask('DELETE', `/track/${z.object({ id: z.int() }).parse(entry).id}`)
    expect(await offeredIds()).toEqual([ids[1]])
    for (const _ of [1, 2]) expect(await ask('DELETE', `/track-visits/${ids[1]}`)).toMatchObject({ status: 200 })
    expect(await offeredIds()).toEqual([])
  })

  test('nobody answers for the appointment of somebody else', async () => {
    const id = await appointment('2027-02-09T08:00:00', '2027-02-09T12:00:00', { userId: ana })
    const body = { ...work, dataHoraInicio: '2027-02-09T08:00:00', total: '04:00:00', idCompromisso: id }
    expect((await ask('POST', '/track/finished', body)).status).toBe(404)
    expect((await ask('DELETE', `/track-visits/${id}`)).status).toBe(404)
    expect(await api.db.$count(tables.answeredVisits)).toBe(0)
    expect(await api.db.$count(tables.timeEntries, eq(tables.timeEntries.userId, bruno))).toBe(0)
  })
})
