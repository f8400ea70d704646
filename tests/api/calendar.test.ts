// Tests the calendar calls of the embedded API over HTTP, on both databases.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newestReads } from '../../server/api/audit.ts'
import { activities, appointments, auditReads, cars, clients, departments, regions, users } from '../../server/api/db/schema.ts'
import { CalendarDetail, CalendarEvent, CalendarLists } from '../../shared/features/calendar.ts'
import { PersonName } from '../../shared/wire.ts'
import { onBoth } from '../support/api.ts'

/** A year without appointments in the demo company. */
const YEAR = '2031'

onBoth('the calendar', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
  })
  beforeEach(async () => {
    await api.db.delete(appointments).where(sql`${appointments.startsAt} >= ${`${YEAR}-01-01`}`)
  })

  /** Stores appointments from 'MM-DD HH:MM' to 'MM-DD HH:MM' and returns their ids. */
  const add = async (...rows: { from: string; to: string; user?: number; activity?: number; car?: number; client?: number; reversed?: true }[]) =>
    (
      await api.db
        .insert(appointments)
        .values(
          rows.map(({ from, to, user = 2, activity = 1, car, client, reversed }) => ({
            userId: user,
            activityId: activity,
            ...(car && { carId: car }),
            ...(client && { clientId: client }),
            startsAt: `${YEAR}-${from}:00`,
            endsAt: `${YEAR}-${to}:00`,
            ...(reversed && { status: 'I' as const, reversalReason: 'Engano' }),
          })),
        )
        .returning({ id: appointments.id })
    ).map(({ id }) => id)
  const ask = async (body: object) => {
    const { status, body: reply } = await api.ask('POST', '/dash/calendarioOndeEstou', { token, body })
    expect(status).toBe(200)
    return z.array(CalendarEvent).parse(reply)
  }
  const idsOf = async (from: string, to: string, more: object = {}) =>
    (await ask({ dataInicio: `${YEAR}-${from}`, dataFim: `${YEAR}-${to}`, ...more })).map(({ id }) => id)

  test('if the request sets “estornados”, the calendar also lists reversed appointments, with the data for a calendar file', async () => {
    const [region] = await api.db.select().from(regions).limit(1)
    const [active, reversed] = await add({ from: '08-02 08:00', to: '08-02 12:00' }, { from: '08-02 13:00', to: '08-02 14:00', reversed: true })
    await api.db
      .update(appointments)
      .set({ regionId: region?.id ?? null, version: 3 })
      .where(eq(appointments.id, reversed ?? 0))
    const period = { dataInicio: `${YEAR}-08-01`, dataFim: `${YEAR}-08-31`, users: [2] }
    expect(await ask(period)).toMatchObject([{ id: active, status: 'A', versao: 1, regiao: null }])
    expect(await ask({ ...period, estornados: true })).toMatchObject([
      { id: active, status: 'A' },
      { id: reversed, status: 'I', versao: 3, regiao: region?.description },
    ])
  })

  test('each event contains the person, activity, client, start, end, and the colour of the activity', async () => {
    const [client = { id: 0, name: '' }] = await api.db.select({ id: clients.id, name: clients.name }).from(clients).limit(1)
    const [first, second, third] = await add(
      { from: '03-02 08:00', to: '03-02 12:00', client: client.id },
      { from: '03-02 09:30', to: '03-05 18:00', user: 3, activity: 2 },
      { from: '03-02 10:00', to: '03-02 10:00', user: 3 },
    )
    const [{ name } = { name: '' }] = await api.db.select({ name: users.name }).from(users).where(eq(users.id, 2))
    const events = await ask({ dataInicio: `${YEAR}-03-01`, dataFim: `${YEAR}-03-31` })
    expect(events.map(({ id }) => id)).toEqual([first, second, third])
    expect(events[0]).toMatchObject({
      name: `${name} - Visita técnica`,
      start: `${YEAR}-03-02T08:00:00`,
      end: `${YEAR}-03-02T12:00:00`,
      colaborador: { ID: 2, NOMECOMPLETOUSUARIO: name },
      cliente: client.name,
    })
    expect(events[1]?.cliente).toBeNull()
    expect(events[1]?.name).toMatch(/ - Implantação SySGrão$/)
    for (const { color } of events) expect(color).toMatch(/^#[0-9A-F]{6}$/)
    expect(events[0]?.color).toBe(events[2]?.color)
    expect(events[0]?.color).not.toBe(events[1]?.color)
  })

  test('the calendar of a period contains every appointment that overlaps the period, even one without duration', async () => {
    const [before, night, over, after, moment, whole] = await add(
      { from: '03-09 08:00', to: '03-09 23:59' },
      { from: '03-09 22:00', to: '03-10 06:00' },
      { from: '02-01 00:00', to: '04-30 00:00' },
      { from: '03-11 00:00', to: '03-11 08:00' },
      { from: '03-10 23:59', to: '03-10 23:59' },
      { from: '03-10 00:00', to: '03-11 00:00' },
    )
    const found = await idsOf('03-10', '03-10')
    expect(new Set(found)).toEqual(new Set([night, over, moment, whole]))
    expect(found).not.toContain(before)
    expect(found).not.toContain(after)
    expect(await idsOf('03-11', '03-11')).toEqual([over, after])
    const [newYear] = await add({ from: '12-31 22:00', to: '12-31 23:00' })
    await api.db
      .update(appointments)
      .set({ endsAt: '2032-01-01T02:00:00' })
      .where(eq(appointments.id, newYear ?? 0))
    expect((await ask({ dataInicio: '2032-01-01', dataFim: '2032-01-01' })).map(({ id }) => id)).toEqual([newYear])
    // A period that ends before it begins is empty.
    expect(await idsOf('03-11', '03-10')).toEqual([])
  })

  test('a reversed appointment is not in the default list of the calendar, and a request for its details gets 404', async () => {
    const [shown, reversed] = await add({ from: '05-04 08:00', to: '05-04 09:00' }, { from: '05-04 08:00', to: '05-04 09:00', reversed: true })
    expect(await idsOf('05-04', '05-04')).toEqual([shown])
    expect(await api.ask('GET', `/detailcalendar/${reversed}`, { token })).toMatchObject({
      status: 404,
      body: { message: 'Registro não encontrado.' },
    })
  })

  test('if no first day is given, the calendar lists the appointments since 90 days ago, without an end', async () => {
    const [far] = await add({ from: '12-20 08:00', to: '12-20 09:00' })
    const at = (startsAt: string) => ({ userId: 2, activityId: 1, startsAt, endsAt: startsAt })
    const added = await api.db
      .insert(appointments)
      .values([at('2026-08-20T23:59:00'), at('2026-08-21T00:00:00')])
      .returning({ id: appointments.id })
    const ids = (await ask({})).map(({ id }) => id)
    expect(ids).toContain(far)
    expect(ids).toContain(added[1]?.id)
    expect(ids).not.toContain(added[0]?.id)
    expect((await ask({ dataInicio: null, dataFim: null, users: [] })).map(({ id }) => id)).toEqual(ids)
    await api.db.delete(appointments).where(
      inArray(
        appointments.id,
        added.map(({ id }) => id),
      ),
    )
  })

  test('the calendar is filtered by person, activity, car and department, alone and combined', async () => {
    const [{ departmentId } = { departmentId: 0 }] = await api.db.select({ departmentId: users.departmentId }).from(users).where(eq(users.id, 3))
    const [other] = await api.db
      .select({ id: users.id })
      .from(users)
      .where(sql`${users.departmentId} <> ${departmentId}`)
      .limit(1)
    const [a, b, c] = await add(
      { from: '06-01 08:00', to: '06-01 09:00', user: 3, activity: 1, car: 1 },
      { from: '06-01 08:00', to: '06-01 09:00', user: 3, activity: 2, car: 2 },
      { from: '06-01 08:00', to: '06-01 09:00', user: other?.id ?? 0, activity: 1, car: 3 },
    )
    const found = (more: object) => idsOf('06-01', '06-01', more)
    expect(await found({ users: [3] })).toEqual([a, b])
    expect(await found({ atividade: [1] })).toEqual([a, c])
    expect(await found({ veiculo: [2, 3] })).toEqual([b, c])
    expect(await found({ departamento: [departmentId] })).toEqual([a, b])
    expect(await found({ users: [3], atividade: [1], veiculo: [1, 2], departamento: [departmentId] })).toEqual([a])
    expect(await found({ users: [3], veiculo: [3] })).toEqual([])
    expect(await found({ users: [999_999] })).toEqual([])
  })

  test('an invalid filter of the calendar is refused with 400', async () => {
    for (const body of [{ users: 3 }, { users: ['3'] }, { dataInicio: '' }, { dataInicio: '2031-02-30' }, { quem: [3] }])
      expect((await api.ask('POST', '/dash/calendarioOndeEstou', { token, body })).status, JSON.stringify(body)).toBe(400)
  })

  test('GET /detailcalendar returns the client, activity, car, region and times of an appointment', async () => {
    const [plain] = await add({ from: '07-01 08:05', to: '07-02 17:30', activity: 7 })
    expect((await api.ask('GET', `/detailcalendar/${plain}`, { token })).body).toEqual({
      cliente: null,
      idCliente: null,
      atividade: 'Reunião',
      carro: null,
      regiao: null,
      dataInicio: `${YEAR}-07-01`,
      horaInicio: '08:05',
      dataFim: `${YEAR}-07-02`,
      horaFim: '17:30',
    })
    const [client] = await api.db.select().from(clients).limit(1)
    const [car] = await api.db.select().from(cars).limit(1)
    const [region] = await api.db.select().from(regions).limit(1)
    await api.db
      .update(appointments)
      .set({ clientId: client?.id ?? null, carId: car?.id ?? null, regionId: region?.id ?? null })
      .where(eq(appointments.id, plain ?? 0))
    const { body } = await api.ask('GET', `/detailcalendar/${plain}`, { token })
    expect(CalendarDetail.parse(body)).toMatchObject({ cliente: client?.name, carro: car?.description, regiao: region?.description })
    expect((await api.ask('GET', '/detailcalendar/2147483647', { token })).status).toBe(404)
  })

  test('the options for the filter of the calendar are the active records, sorted by name, without the account of the wall screen', async () => {
    const lists = async () => CalendarLists.parse((await api.ask('GET', '/dash/calendarioOndeEstou', { token })).body)
    const before = await lists()
    expect(before.users.map(({ NOMECOMPLETOUSUARIO: name }) => name)).toEqual((await peopleOf()).map(({ NOMECOMPLETOUSUARIO: name }) => name))
    const [wall] = await api.db.select({ id: users.id }).from(users).where(eq(users.staff, false))
    expect(wall).toBeDefined()
    expect(before.users.map(({ ID }) => ID)).not.toContain(wall?.id)
    expect(before.veiculos[0]).toEqual({ CODIGOCARRO: expect.any(Number), PLACACARRO: expect.any(String), DESCRICAOCARRO: expect.any(String) })
    const off = { status: 'I' as const }
    await api.db.update(users).set(off).where(eq(users.id, 5))
    await api.db.update(activities).set(off).where(eq(activities.id, 5))
    await api.db.update(cars).set(off).where(eq(cars.id, 5))
    await api.db.update(departments).set(off).where(eq(departments.id, 5))
    const after = await lists()
    expect(before.users.filter((one) => !after.users.some(({ ID }) => ID === one.ID)).map(({ ID }) => ID)).toEqual([5])
    expect(before.atividades.filter((one) => !after.atividades.some((o) => o.CODTAREFAEXTERNO === one.CODTAREFAEXTERNO))).toHaveLength(1)
    expect(before.veiculos.length - after.veiculos.length).toBe(1)
    expect(before.departamentos.length - after.departamentos.length).toBe(1)
    expect((await peopleOf()).map(({ ID }) => ID)).toEqual(after.users.map(({ ID }) => ID))
  })
  const peopleOf = async () => z.array(PersonName).parse((await api.ask('GET', '/userstofilter', { token })).body)

  test('the audit stores a read of other people’s appointments, but not a read of the caller’s own', async () => {
    const me = z.object({ id: z.number() }).parse((await api.ask('GET', '/auth', { token })).body).id
    await api.db.update(users).set({ status: 'A' }).where(eq(users.id, 5))
    const count = () => api.db.$count(auditReads)
    const before = await count()
    await ask({ users: [me], dataInicio: `${YEAR}-01-01` })
    expect(await count()).toBe(before)
    await ask({ users: [me, 5], dataInicio: `${YEAR}-01-01` })
    expect(await count()).toBe(before + 1)
    expect((await newestReads(api.db, ''))[0]).toMatchObject({ userId: me, call: 'POST /dash/calendarioOndeEstou', about: 'whereabouts' })
  })
})
