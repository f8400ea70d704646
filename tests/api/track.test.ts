// Tests personal time entries over real HTTP, on both databases.
import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { random } from '../../server/api/db/demo-days.ts'
import * as tables from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { seconds } from '../../shared/hours.ts'
import { TimeEntry, TimeRow } from '../../shared/features/track.ts'
import { onBoth } from '../support/api.ts'

const Entry = z.strictObject(TimeEntry.shape)
const Rows = z.array(z.strictObject(TimeRow.shape))
const [ana, bruno] = [5, 4]
const work = { descricao: 'Cálculo de quebra', idAtividade: 1, idCategoria: 1, idModulo: 1 }

onBoth('time entries', (api) => {
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    for (const name of ['equipe', 'supervisor']) tokens[name] = await api.signIn(name)
  })
  const ask = (method: string, path: string, body?: unknown, who = 'equipe') => api.ask(method, path, { token: tokens[who] ?? '', body })
  const start = async (body: object = {}) => Entry.parse((await ask('POST', '/track', body)).body)
  const read = async (id: number) => Entry.parse((await ask('GET', `/track/${id}`)).body)
  const at = (wall: string) => (api.time.now = atWall(wall))
  beforeEach(async () => {
    at('2027-03-10T08:00:00')
    await api.db.delete(tables.timeEntries).where(eq(tables.timeEntries.userId, bruno))
  })
  /** Creates a finished entry with the given start and the time of day at which it ends. */
  const entry = async (from: string, horaFim: string, change: object = {}) => {
    const { id } = await start()
    const body = { id, ...work, dataHoraInicio: from, horaFim, ...change }
    expect(await ask('PUT', '/track', body)).toMatchObject({ status: 200, body: {} })
    return id
  }

  test.each(['0000-01-01', '0001-01-01', '9999-12-31'])(
    'a request with the extreme day %s is answered with 200 or 400, never with a server error',
    async (day) => {
      const range = { option: '3', startDate: day, endDate: day }
      const asked = [
        await ask('GET', `/track?startdate=${day}`),
        await ask('GET', `/track?enddate=${day}`),
        await ask('POST', '/dash/resultadotoggl', range, 'supervisor'),
        await ask('POST', '/dash/analytictoggl', range, 'supervisor'),
        await ask('PUT', '/track', { id: (await start()).id, ...work, dataHoraInicio: `${day}T23:00:00`, horaFim: '01:00:00' }),
        await ask('POST', '/track/finished', { ...work, dataHoraInicio: `${day}T23:00:00`, total: '02:00:00' }),
      ]
      for (const { status, body } of asked) expect([200, 400], JSON.stringify(body)).toContain(status)
    },
  )

  test('POST /track starts an empty time entry at the server’s time, and PUT /track stores single fields and ends the entry', async () => {
    at('2027-03-10T08:00:07')
    const begun = await start({ id: 0 })
    expect(begun).toEqual({
      id: begun.id,
      idAtividade: null,
      idCategoria: null,
      idModulo: null,
      idTag: null,
      descricao: null,
      dataHoraInicio: '2027-03-10T08:00:07',
      horaFim: null,
      total: null,
      idUsuario: bruno,
      versao: 1,
      mesFechado: false,
    })
    expect((await ask('GET', '/track/check')).body).toEqual(begun)
    for (const [field, value] of Object.entries({ ...work, idTag: 2 })) await ask('PUT', '/track', { id: begun.id, [field]: value })
    expect(await read(begun.id)).toEqual({ ...begun, ...work, idTag: 2, versao: 6 })
    const when = { dataHoraInicio: begun.dataHoraInicio, horaFim: '09:30:08' }
    expect(await ask('PUT', '/track', { id: begun.id, ...work, ...when })).toMatchObject({ status: 200 })
    expect(await read(begun.id)).toEqual({ ...begun, ...work, idTag: 2, horaFim: '09:30:08', total: '01:30:01', versao: 7 })
    expect((await ask('GET', '/track/check')).body).toBeNull()
  })

  test('if one person sends POST /track 50 times at once, one time entry starts, and the other requests are refused with 409', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('POST', '/track', {})))
    const counts = Map.groupBy(answers, ({ status }) => status)
    expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([1, 49])
    expect(counts.get(409)?.[0]?.body).toEqual({ message: 'Você tem um tempo pendente de finalização!' })
    expect(await api.db.$count(tables.timeEntries, sql`user_id = ${bruno} and ended_at is null`)).toBe(1)
  })

  test.each<[string, { body: object }, [status: number, end: string | null, total: string | null]]>([
    ['an end before the start is on the next day', { body: { horaFim: '07:00:00' } }, [200, '07:00:00', '23:00:00']],
    ['an end a second before the start is on the next day', { body: { horaFim: '07:59:59' } }, [200, '07:59:59', '23:59:59']],
    ['an end equal to the start is refused', { body: { horaFim: '08:00:00' } }, [400, '09:00:00', '01:00:00']],
    ['a total moves the end', { body: { total: '02:15:30' } }, [200, '10:15:30', '02:15:30']],
    ['a total of a second is accepted', { body: { total: '00:00:01' } }, [200, '08:00:01', '00:00:01']],
    ['a total over 24 hours is accepted', { body: { total: '30:00:00' } }, [200, '14:00:00', '30:00:00']],
    ['a total of 100 hours is accepted', { body: { total: '100:00:00' } }, [200, '12:00:00', '100:00:00']],
    ['a total of 999 hours is accepted', { body: { total: '999:59:59' } }, [200, '23:59:59', '999:59:59']],
    ['a total of 1,000 hours is refused', { body: { total: '1000:00:00' } }, [400, '09:00:00', '01:00:00']],
    ['a mistyped total is refused', { body: { total: '999999999:59:59' } }, [400, '09:00:00', '01:00:00']],
    ['a start that makes the entry too long is refused', { body: { dataHoraInicio: '2027-01-10T08:00:00' } }, [400, '09:00:00', '01:00:00']],
    ['a total of zero is refused', { body: { total: '00:00:00' } }, [400, '09:00:00', '01:00:00']],
    ['a total of zero with a third digit is refused', { body: { total: '000:00:00' } }, [400, '09:00:00', '01:00:00']],
    ['an end takes precedence over a total', { body: { horaFim: '11:00:00', total: '01:00:00' } }, [200, '11:00:00', '03:00:00']],
    ['an earlier start keeps the end', { body: { dataHoraInicio: '2027-03-10T07:30:00' } }, [200, '09:00:00', '01:30:00']],
    ['a start on the previous day keeps the end', { body: { dataHoraInicio: '2027-03-09T23:00:00' } }, [200, '09:00:00', '10:00:00']],
    ['a start after the end moves the end to the next day', { body: { dataHoraInicio: '2027-03-10T10:00:00' } }, [200, '09:00:00', '23:00:00']],
    [
      'start and end can both move to an earlier year',
      { body: { dataHoraInicio: '2025-01-02T13:00:00', horaFim: '14:00:00' } },
      [200, '14:00:00', '01:00:00'],
    ],
  ])('a change to the times of a finished entry is adjusted or refused: %s', async (_name, { body }, [status, horaFim, total]) => {
    const id = await entry('2027-03-10T08:00:00', '09:00:00')
    const whole = 'horaFim' in body ? { ...work, dataHoraInicio: '2027-03-10T08:00:00', ...body } : body
    expect((await ask('PUT', '/track', { id, ...whole })).status).toBe(status)
    expect(await read(id)).toMatchObject({ horaFim, total })
  })

  test.each<[string, object, string]>([
    ['an end without the fields that a finished entry needs', { horaFim: '09:00:00' }, 'Esse campo precisa ser preenchido.'],
    ['a start in the future', { dataHoraInicio: '2027-03-10T08:00:01' }, 'O início não pode ser depois de agora.'],
    ['a total without the fields that a finished entry needs', { total: '01:00:00' }, 'Esse campo precisa ser preenchido.'],
    ['a description of 51 characters', { descricao: 'x'.repeat(51) }, 'Descrição não pode ter mais que 50 caracteres.'],
    ['an unknown activity', { idAtividade: 99_999 }, 'A atividade escolhida está inativa. Escolha outra.'],
    ['an unknown category', { idCategoria: 99_999 }, 'A categoria escolhida está inativa. Escolha outra.'],
    ['an unknown module', { idModulo: 99_999 }, 'O módulo escolhido está inativo. Escolha outro.'],
    ['an unknown tag', { idTag: 99_999 }, 'A tag escolhida está inativa. Escolha outra.'],
  ])('a running entry refuses %s', async (_name, change, message) => {
    const begun = await start()
    expect(await ask('PUT', '/track', { id: begun.id, ...change })).toMatchObject({ status: 400, body: { message } })
    expect(await read(begun.id)).toEqual(begun)
  })

  test('a new finished entry is stored with its start and total, and does not change the running entry', async () => {
    const running = await start(work)
    const dataHoraInicio = '2027-03-08T22:00:00'
    const { status, body } = await ask('POST', '/track/finished', { ...work, idTag: 2, dataHoraInicio, total: '27:30:00' })
    const booked = Entry.parse(body)
    expect(status).toBe(200)
    expect(booked).toMatchObject({ ...work, idTag: 2, dataHoraInicio, horaFim: '01:30:00', total: '27:30:00', idUsuario: bruno, versao: 1 })
    expect(await read(booked.id)).toEqual(booked)
    expect(await read(running.id)).toEqual(running)
    const refused = await ask('POST', '/track/finished', { ...work, idModulo: 99_999, dataHoraInicio, total: '01:00:00' })
    expect(refused).toMatchObject({ status: 400, body: { message: 'O módulo escolhido está inativo. Escolha outro.' } })
    expect(await api.db.$count(tables.timeEntries, eq(tables.timeEntries.userId, bruno))).toBe(2)
  })

  test.each(['00:00:00', '000:00:00', '000000000:00:00', '1000:00:00'])('a finished time entry with total %s is refused with 400', async (total) => {
    const sent = { ...work, dataHoraInicio: '2027-03-08T22:00:00', total }
    expect((await ask('POST', '/track/finished', sent)).status).toBe(400)
    expect(await api.db.$count(tables.timeEntries, eq(tables.timeEntries.userId, bruno))).toBe(0)
  })

  test('a running entry can be ended by a total of more than a day', async () => {
    const begun = await start()
    const dataHoraInicio = '2027-03-08T07:00:00'
    expect(await ask('PUT', '/track', { id: begun.id, ...work, dataHoraInicio, total: '49:00:01' })).toMatchObject({ status: 200 })
    expect(await read(begun.id)).toMatchObject({ dataHoraInicio, horaFim: '08:00:01', total: '49:00:01' })
  })

  test('if two requests change the same version of an entry, one is refused with 409; a change that names no version is stored', async () => {
    const id = await entry('2027-03-10T08:00:00', '09:00:00')
    const { versao } = await read(id)
    const write = (descricao: string) => ask('PUT', '/track', { id, versao, descricao })
    const answers = await Promise.all([write('De um'), write('De outro')])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await ask('PUT', '/track', { id, descricao: 'Por último' })).status).toBe(200)
  })

  test('an entry longer than the maximum can still be read, summed and deleted', async () => {
    const [slip] = await api.db
      .insert(tables.timeEntries)
      .values({
        userId: bruno,
        activityId: 1,
        categoryId: 1,
        moduleId: 1,
        description: 'Engano',
        startedAt: '2027-03-01T08:00:00',
        endedAt: '3100-03-01T08:00:00',
      })
      .returning({ id: tables.timeEntries.id })
    const option = { option: '3', startDate: '2027-03-01', endDate: '2027-03-01' }
    const asked = ['/dash/resultadotoggl', '/dash/analytictoggl'].map((path) => ask('POST', path, option, 'supervisor'))
    const answers = await Promise.all([...asked, ask('GET', '/dash/Home'), ask('GET', '/track'), ask('GET', `/track/${slip?.id}`)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await ask('DELETE', `/track/${slip?.id}`)).status).toBe(200)
  })

  test('a time entry can be changed if its module has become inactive, but a new entry with this module is refused with 400', async () => {
    const id = await entry('2027-03-10T08:00:00', '09:00:00', { idModulo: 3 })
    await api.db.update(tables.trackModules).set({ status: 'I' }).where(eq(tables.trackModules.id, 3))
    try {
      expect(await ask('PUT', '/track', { id, idModulo: 3, descricao: 'Outra' })).toMatchObject({ status: 200 })
      expect(await ask('POST', '/track', { ...work, idModulo: 3 })).toMatchObject({ status: 400 })
    } finally {
      await api.db.update(tables.trackModules).set({ status: 'A' }).where(eq(tables.trackModules.id, 3))
    }
  })

  test('PUT /track that empties a required field of a finished time entry is refused with 400', async () => {
    const id = await entry('2027-03-10T08:00:00', '09:00:00')
    for (const change of [{ idAtividade: null }, { idCategoria: null }, { idModulo: null }, { descricao: null }])
      expect(await ask('PUT', '/track', { id, ...change })).toMatchObject({ status: 400, body: { message: 'Esse campo precisa ser preenchido.' } })
    expect(await ask('PUT', '/track', { id, idTag: null })).toMatchObject({ status: 200 })
    expect(await read(id)).toMatchObject({ ...work, total: '01:00:00' })
  })

  test('an entry can be copied, and only its owner can change or delete it', async () => {
    const copy = await start({ ...work, idTag: 1 })
    expect(copy).toMatchObject({ ...work, idTag: 1, horaFim: null })
    for (const [method, path, body] of [
      ['PUT', '/track', { id: copy.id, descricao: 'De outra pessoa' }],
      ['DELETE', `/track/${copy.id}`, undefined],
    ] as const)
      expect(await ask(method, path, body, 'supervisor')).toMatchObject({ status: 404 })
    expect(await ask('DELETE', `/track/${copy.id}`)).toMatchObject({ status: 200, body: {} })
    expect(await ask('DELETE', `/track/${copy.id}`)).toMatchObject({ status: 404 })
    expect((await ask('GET', '/track/check')).body).toBeNull()
  })

  test('GET /track lists the time entries by day, the newest first, with the total of each day', async () => {
    await entry('2027-03-08T22:40:00', '00:25:30')
    await entry('2027-03-09T08:00:00', '09:00:01')
    await entry('2027-03-09T10:00:00', '10:00:02', { idTag: 1 })
    await start({ descricao: 'Em curso' })
    const rows = Rows.parse((await ask('GET', `/track?user=${bruno}`)).body)
    // `position` is the number of an entry within its day, in the order of the starts.
    for (const day of new Set(rows.map((row) => row.ACTIVITY_DATE))) {
      const positions = rows.filter((row) => row.ACTIVITY_DATE === day).map(({ position }) => position)
      expect(positions).toEqual(positions.map((_, nth) => positions.length - nth))
    }
    expect(rows.map((row) => [row.ACTIVITY_DATE, row.HORAINICIO, row.HORAFIM, row.TOTAL, row.SOMA, row.TAG, row.DESCRICAO])).toEqual([
      ['2027-03-10', '08:00:00', null, null, '00:00:00', null, 'Em curso'],
      ['2027-03-09', '10:00:00', '10:00:02', '00:00:02', '01:00:03', 'Cliente', work.descricao],
      ['2027-03-09', '08:00:00', '09:00:01', '01:00:01', '01:00:03', null, work.descricao],
      ['2027-03-08', '22:40:00', '00:25:30', '01:45:30', '01:45:30', null, work.descricao],
    ])
    const days = async (query: string, who?: string) =>
      Rows.parse((await ask('GET', `/track?${query}`, undefined, who)).body).map(({ ACTIVITY_DATE }) => ACTIVITY_DATE)
    expect(await days(`user=${bruno}&startdate=2027-03-09&enddate=2027-03-09`)).toEqual(['2027-03-09', '2027-03-09'])
    expect(await days(`user=${bruno}&enddate=2027-03-08`)).toEqual(['2027-03-08'])
    expect(await days(`user=${bruno}&startdate=2027-03-10`, 'supervisor')).toEqual(['2027-03-10'])
    expect(await ask('GET', `/track?user=${bruno}&startdate=2027-03-10&enddate=2027-03-09`)).toMatchObject({
      status: 400,
      body: { message: 'Data final não pode ser menor que data início.' },
    })
  })

  test('GET /datatrack returns the options of the form and the recent work of the person, without duplicates', async () => {
    await entry('2027-03-08T08:00:00', '09:00:00', { descricao: 'Antes' })
    await entry('2027-03-09T08:00:00', '09:00:00', { descricao: 'Depois', idTag: 2 })
    await entry('2027-03-09T10:00:00', '11:00:00', { descricao: 'Antes' })
    const { body } = await ask('GET', '/datatrack')
    const { sugestoes, frequente, ...lists } = body as Record<string, object[]>
    expect(frequente).toEqual({ CODIGOATIVIDADE: 1, CODIGOCATEGORIA: 1, CODIGOMODULO: 1 })
    expect(sugestoes).toEqual([
      { DESCRICAO: 'Antes', CODIGOATIVIDADE: 1, CODIGOCATEGORIA: 1, CODIGOMODULO: 1, CODIGOTAG: null },
      { DESCRICAO: 'Depois', CODIGOATIVIDADE: 1, CODIGOCATEGORIA: 1, CODIGOMODULO: 1, CODIGOTAG: 2 },
    ])
    expect(Object.keys(lists).length).toBeGreaterThanOrEqual(4)
    for (const [name, list] of Object.entries(lists)) expect(list.length, name).toBeGreaterThanOrEqual(2)
  })

  describe('the time dashboards', () => {
    const total = (rows: { total: string }[]) => rows.reduce((sum, one) => sum + seconds(one.total), 0)
    const analytic = async (body: object) => {
      const answer = (await ask('POST', '/dash/analytictoggl', body, 'supervisor')).body as {
        resultAnalytic: { id: number; user: string; data: string; description: string; total: string | null }[]
        total: { user: string; total: string }[]
      }
      return answer
    }

    test('the options 30 days, 90 days and “from … to …” of the dashboards select exactly the days of their period', async () => {
      at('2027-03-10T12:00:00')
      for (const back of [0, 28, 33, 88, 93]) {
        const day = new Date(Date.UTC(2027, 2, 10 - back)).toISOString().slice(0, 10)
        await entry(`${day}T08:00:00`, '09:00:00')
      }
      await start({ descricao: 'Em curso' })
      const days = async (body: object) =>
        (await analytic({ ...body, users: [bruno] })).resultAnalytic.filter(({ total: time }) => time !== null).map(({ data }) => data)
      expect(await days({ option: '1' })).toEqual(['2027-02-10', '2027-03-10'])
      expect(await days({ option: '2' })).toEqual(['2026-12-12', '2027-02-05', '2027-02-10', '2027-03-10'])
      expect(await days({ option: '3', startDate: '2026-12-07', endDate: '2026-12-12' })).toEqual(['2026-12-07', '2026-12-12'])
      const { total: sums } = await analytic({ option: '1', users: [bruno] })
      expect(sums).toEqual([
        { user: '', total: '02:00:00' },
        { user: 'Bruno Cavalcanti', total: '02:00:00' },
      ])
    })

    test('entries are found by a part of their description and by lists of ids', async () => {
      await entry('2027-03-09T08:00:00', '09:00:00', { descricao: 'Ajuste 100%_certo', idTag: 3 })
      await entry('2027-03-09T10:00:00', '11:00:00', { descricao: 'Outra coisa', idModulo: 2, idCategoria: 2, idAtividade: 2 })
      const found = async (body: object) =>
        (await analytic({ option: '1', users: [bruno], ...body })).resultAnalytic.map(({ description }) => description)
      for (const [body, expected] of [
        [{ description: 'AJUSTE' }, ['Ajuste 100%_certo']],
        [{ description: '%_' }, ['Ajuste 100%_certo']],
        [{ description: '__' }, []],
        [{ description: '' }, ['Ajuste 100%_certo', 'Outra coisa']],
        [{ tag: [3] }, ['Ajuste 100%_certo']],
        [{ module: [2], categoria: [2], atividade: [2] }, ['Outra coisa']],
        [{ atividade: [] }, ['Ajuste 100%_certo', 'Outra coisa']],
      ] as const)
        expect(await found(body), JSON.stringify(body)).toEqual(expected)
    })

    test('GET /track, /dash/Home and the time dashboards return the same total time for random entries', async () => {
      at('2027-03-31T23:59:59')
      const chance = random('one arithmetic')
      const made = await api.db
        .insert(tables.timeEntries)
        .values(
          Array.from({ length: 300 }, (_, index) => {
            const startedAt = atWall('2027-03-02T00:00:00') + Math.floor(chance() * 29 * 86_400) * 1000
            const wall = (ms: number) => new Date(ms - 4 * 3_600_000).toISOString().slice(0, 19)
            return {
              userId: bruno,
              activityId: 1 + (index % 5),
              categoryId: 3 + (index % 3),
              moduleId: 1 + (index % 4),
              description: `Sorteado ${index}`,
              startedAt: wall(startedAt),
              endedAt: wall(startedAt + 1000 * (1 + Math.floor(chance() * 50_000))),
            }
          }),
        )
        .returning()
      const expected = made.reduce((sum, one) => sum + (Date.parse(`${one.endedAt}Z`) - Date.parse(`${one.startedAt}Z`)) / 1000, 0)
      const rows = Rows.parse((await ask('GET', `/track?user=${bruno}`)).body)
      expect(rows.reduce((sum, one) => sum + seconds(one.TOTAL ?? ''), 0)).toBe(expected)
      const dates = new Map(rows.map((one) => [one.ACTIVITY_DATE, seconds(one.SOMA ?? '')]))
      expect([...dates.values()].reduce((sum, one) => sum + one, 0)).toBe(expected)
      const { resultAnalytic, total: sums } = await analytic({ option: '1', users: [bruno] })
      expect(resultAnalytic).toHaveLength(300)
      expect([total([sums[0] ?? { total: '' }]), total(sums.slice(1))]).toEqual([expected, expected])
      const home = (await ask('GET', '/dash/Home')).body as { total: { totalizador: string }; tempos: { total: string }[] }
      expect([seconds(home.total.totalizador), total(home.tempos)]).toEqual([expected, expected])
      const dash = (await ask('POST', '/dash/resultadotoggl', { option: '1', users: [bruno] }, 'supervisor')).body as Record<
        string,
        { TIME?: string; PERCENT: number }[]
      >
      for (const [name, parts] of Object.entries(dash)) {
        expect(Math.round(10 * parts.reduce((sum, { PERCENT }) => sum + PERCENT, 0)), name).toBe(1000)
        if (parts[0]?.TIME)
          expect(
            parts.reduce((sum, { TIME = '' }) => sum + seconds(TIME), 0),
            name,
          ).toBe(expected)
      }
      expect(Object.values(dash).map((parts) => parts.length)).toEqual([5, 4, 3, 3])
    })

    test('the dashboards, which use stored sums, return the exact time for whole and partial months and years, also after changes', async () => {
      at('2027-09-30T12:00:00')
      const drawn = random('months')
      const chance = (below: number) => Math.floor(drawn() * below)
      const days = Array.from({ length: 240 }, (_, index) => new Date(Date.UTC(index < 160 ? 2027 : 2025, 2 + chance(6), 1 + chance(31)))).map(
        (day) => day.toISOString().slice(0, 10),
      )
      const values = days.map((day, index) => ({
        userId: bruno,
        activityId: 1 + (index % 3),
        categoryId: 1 + (index % 2),
        moduleId: 1 + (index % 4),
        tagId: index % 5 || null,
        description: `Sorteado ${index}`,
        startedAt: `${day}T08:00:00`,
        endedAt: `${day}T${String(9 + chance(9)).padStart(2, '0')}:00:${String(chance(60)).padStart(2, '0')}`,
      }))
      const made = await api.db.insert(tables.timeEntries).values(values).returning({ id: tables.timeEntries.id })
      const ids = (from: number, until: number) =>
        inArray(
          tables.timeEntries.id,
          made.slice(from, until).map(({ id }) => id),
        )
      await api.db.delete(tables.timeEntries).where(ids(0, 20))
      await api.db
        .update(tables.timeEntries)
        .set({ endedAt: sql`ended_at + interval '7 minutes'`, moduleId: 5, tagId: null })
        .where(ids(20, 40))
      await api.db
        .update(tables.timeEntries)
        .set({ startedAt: sql`started_at - interval '40 days'` })
        .where(ids(40, 60))
      await api.db.update(tables.timeEntries).set({ description: 'Outra' }).where(ids(60, 80))
      for (const [startDate, endDate] of [
        ['2027-01-01', '2027-12-31'],
        ['2027-03-01', '2027-03-31'],
        ['2027-03-02', '2027-05-31'],
        ['2027-03-01', '2027-05-30'],
        ['2027-03-17', '2027-04-16'],
        ['2027-02-14', '2027-07-20'],
        ['2027-04-30', '2027-04-30'],
        ['2025-01-01', '2027-12-31'],
        ['2025-05-11', '2027-05-20'],
        ['2024-07-10', '2025-06-20'],
        ['2025-12-20', '2027-03-12'],
      ])
        for (const more of [{}, { tag: [2, 3] }, { atividade: [1], categoria: [2], module: [1, 5] }]) {
          const body = { option: '3', startDate, endDate, users: [bruno], ...more }
          const { total: sums } = await analytic(body)
          const dash = (await ask('POST', '/dash/resultadotoggl', body, 'supervisor')).body as Record<string, { TIME: string }[]>
          for (const name of ['dadosProjeto', 'dadosModulo'])
            expect(
              (dash[name] ?? []).reduce((sum, { TIME }) => sum + seconds(TIME), 0),
              `${name} ${JSON.stringify(body)}`,
            ).toBe(seconds(sums[0]?.total ?? ''))
        }
      const { timeMonths: months, timeYears: years } = tables
      for (const [unit, kept] of [
        [
          'month',
          api.db
            .select({ since: months.month, time: sql<number>`sum(seconds)::int` })
            .from(months)
            .groupBy(months.month),
        ],
        [
          'year',
          api.db
            .select({ since: years.year, time: sql<number>`sum(seconds)::int` })
            .from(years)
            .groupBy(years.year),
        ],
      ] as const) {
        const real = await api.db
          .select({
            since: sql<string>`date_trunc(${unit}, started_at)::date::text`,
            time: sql<number>`sum(extract(epoch from ended_at - started_at))::int`,
          })
          .from(tables.timeEntries)
          .where(sql`ended_at is not null`)
          .groupBy(sql`1`)
        const inOrder = (sums: typeof real) => sums.filter(({ time }) => time > 0).toSorted((a, b) => (a.since < b.since ? -1 : 1))
        expect(inOrder(await kept), unit).toEqual(inOrder(real))
      }
    })

    test('POST /dash/analytictoggl returns every character of a description and the fields of each entry, as JSON in UTF-8', async () => {
      const texts = ['"aspas" \\ barra', 'ção 😀 \u2028', '</script>', 'linha\nquebrada']
      const values = texts.map((description, hour) => ({
        userId: bruno,
        activityId: 1,
        categoryId: 1,
        moduleId: 1,
        tagId: null,
        description,
        startedAt: `2027-03-09T0${hour}:00:00`,
        endedAt: `2027-03-09T0${hour}:30:01`,
      }))
      await api.db.insert(tables.timeEntries).values(values)
      const {
        resultAnalytic: [first],
        resultAnalytic,
      } = await analytic({ option: '1', users: [bruno] })
      expect(resultAnalytic.map(({ description }) => description)).toEqual(texts)
      expect(first).toMatchObject({ user: 'Bruno Cavalcanti', tag: null, data: '2027-03-09', start: '00:00:00', end: '00:30:01', total: '00:30:01' })
    })

    test('for a period without entries, the lists are empty and the totals are zero', async () => {
      expect((await analytic({ option: '1', users: [bruno] })).total).toEqual([{ user: '', total: '00:00:00' }])
      expect((await ask('POST', '/dash/resultadotoggl', { option: '1', users: [bruno] }, 'supervisor')).body).toEqual({
        dadosProjeto: [],
        dadosModulo: [],
        dadosTipo: [],
        dadosPercentual: [],
      })
    })
  })

  test('the demo company’s entries differ by person and day, and no entry is on a Sunday or holiday', async () => {
    const days = await api.db
      .select({
        user: tables.timeEntries.userId,
        day: sql<string>`started_at::date::text`,
        shape: sql<string>`string_agg(to_char(started_at, 'HH24:MI'), ' ' order by started_at)`,
        weekday: sql<number>`extract(isodow from min(started_at))::int`,
      })
      .from(tables.timeEntries)
      .where(inArray(tables.timeEntries.userId, [ana, 14, 15, 16]))
      .groupBy(tables.timeEntries.userId, sql`started_at::date`)
    expect(new Set(days.map(({ shape }) => shape)).size).toBe(days.length)
    expect(days.filter(({ weekday }) => weekday === 7)).toEqual([])
    expect(days.some(({ day }) => /-(09-07|12-25|01-01)$/.test(day))).toBe(false)
    expect(days.filter(({ weekday }) => weekday === 6).length).toBeLessThan(days.length / 50)
  })
})

test.each(['-999999999:00:00', 'abc', '25:00:00'])('the reply schema of GET /track rejects a time entry that starts at %s', (begin) => {
  const row = { ID: 1, DESCRICAO: null, ACTIVITY: null, MODULE: null, CATEGORY: null, TAG: null, HORAFIM: null, TOTAL: null, SOMA: null }
  expect(TimeRow.safeParse({ ...row, ACTIVITY_DATE: '2026-11-26', HORAINICIO: '08:00:00' }).success).toBe(true)
  expect(TimeRow.safeParse({ ...row, ACTIVITY_DATE: '2026-11-26', HORAINICIO: begin }).success).toBe(false)
})
