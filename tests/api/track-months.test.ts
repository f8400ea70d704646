// Tests closed months of time over real HTTP, on both databases.
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import * as tables from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { History } from '../../shared/history.ts'
import { TimeEntry } from '../../shared/features/track.ts'
import { TimeMonth } from '../../shared/features/track-months.ts'
import { onBoth } from '../support/api.ts'

const Months = z.array(z.strictObject(TimeMonth.shape))
const Entry = z.strictObject(TimeEntry.shape)
const bruno = 4
const work = { descricao: 'Cálculo de quebra', idAtividade: 1, idCategoria: 1, idModulo: 1 }
const isClosed = { status: 409, body: { message: 'O mês deste tempo está fechado. Peça ao financeiro ou a um supervisor para reabri-lo.' } }

onBoth('closed months of time', (api) => {
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    for (const name of ['equipe', 'supervisor', 'financeiro']) tokens[name] = await api.signIn(name)
  })
  const ask = (method: string, path: string, body?: unknown, who = 'equipe') => api.ask(method, path, { token: tokens[who] ?? '', body })
  const close = (mes: string, fechado = true, who = 'financeiro') => ask('PUT', '/track-months', { mes, fechado }, who)
  const book = (dataHoraInicio: string, change: object = {}) =>
    ask('POST', '/track/finished', { ...work, dataHoraInicio, total: '01:00:00', ...change })
  const booked = async (dataHoraInicio: string) => Entry.parse((await book(dataHoraInicio)).body)
  const monthOf = async (mes: string) => Months.parse((await ask('GET', '/track-months')).body).find((month) => month.mes === mes)
  beforeEach(async () => {
    api.time.now = atWall('2027-03-10T08:00:00')
    await api.db.delete(tables.timeEntries).where(eq(tables.timeEntries.userId, bruno))
    await api.db.delete(tables.monthClosings).where(inArray(tables.monthClosings.month, ['2027-01-01', '2027-02-01']))
  })

  test('time that began in a closed month is neither entered nor changed nor deleted until the month is reopened', async () => {
    const january = await booked('2027-01-31T23:30:00')
    const february = await booked('2027-02-28T10:00:00')
    const march = await booked('2027-03-01T00:00:00')
    expect(await close('2027-02')).toMatchObject({ status: 200 })
    const change = { id: february.id, descricao: 'Outra coisa' }
    expect(await ask('PUT', '/track', change)).toMatchObject(isClosed)
    expect(await ask('DELETE', `/track/${february.id}`)).toMatchObject(isClosed)
    expect(await book('2027-02-01T00:00:00')).toMatchObject(isClosed)
    // An entry cannot move into the closed month, nor out of it.
    expect(await ask('PUT', '/track', { id: march.id, dataHoraInicio: '2027-02-28T23:59:59', total: '01:00:00', ...work })).toMatchObject(isClosed)
    expect(await ask('PUT', '/track', { id: february.id, dataHoraInicio: '2027-03-02T10:00:00', total: '01:00:00', ...work })).toMatchObject(isClosed)
    const read = async (id: number) => Entry.parse((await ask('GET', `/track/${id}`)).body)
    expect(await read(february.id)).toEqual({ ...february, mesFechado: true })
    expect(await read(march.id)).toEqual(march)
    // The months beside it stay open, even for an entry that ends in the closed one.
    expect(await ask('PUT', '/track', { id: january.id, descricao: 'Virada do mês' })).toMatchObject({ status: 200 })
    expect(await ask('DELETE', `/track/${march.id}`)).toMatchObject({ status: 200 })

    expect(await close('2027-02', false, 'supervisor')).toMatchObject({ status: 200 })
    expect(await ask('PUT', '/track', change)).toMatchObject({ status: 200 })
    expect(await ask('DELETE', `/track/${february.id}`)).toMatchObject({ status: 200 })
  })

  test('closing and reopening a month are in its history, and doing either twice changes nothing', async () => {
    expect(await close('2027-01', false)).toMatchObject({ status: 200 })
    expect(await monthOf('2027-01')).toBeUndefined()
    for (const fechado of [true, true, false, false]) expect(await close('2027-01', fechado)).toMatchObject({ status: 200 })
    const month = await monthOf('2027-01')
    expect(month).toMatchObject({ fechado: false, em: '2027-03-10T08:00:00', por: 'Letícia Arantes' })
    const history = History.parse((await ask('GET', `/track-months/${month?.id}/history`, undefined, 'supervisor')).body)
    expect(history.map(({ fez, quem, campos }) => [fez, quem, campos.find(({ campo }) => campo === 'Fechado')])).toEqual([
      ['alterou', 'Letícia Arantes', { campo: 'Fechado', de: 'Sim', para: 'Não' }],
      ['criou', 'Letícia Arantes', { campo: 'Fechado', de: null, para: 'Sim' }],
    ])
  })

  test('a month that is not over cannot be closed, nor one in which time began that still runs', async () => {
    api.time.now = atWall('2027-02-28T23:59:59')
    const { body } = await ask('POST', '/track', work)
    expect(await close('2027-02')).toMatchObject({ status: 400, body: { message: 'Só um mês que já terminou pode ser fechado.' } })
    api.time.now = atWall('2027-03-01T00:00:00')
    expect(await close('2027-02')).toMatchObject({
      status: 409,
      body: { message: 'Ainda há tempo em andamento que começou neste mês, de Bruno Cavalcanti. Ele tem de terminar antes.' },
    })
    expect(await monthOf('2027-02')).toBeUndefined()
    expect(
      await ask('PUT', '/track', { id: Entry.parse(body).id, ...work, dataHoraInicio: '2027-02-28T23:59:59', horaFim: '00:00:00' }),
    ).toMatchObject({
      status: 200,
    })
    expect(await close('2027-02')).toMatchObject({ status: 200 })
  })

  test('of a closing and changes at the same moment, either the change is stored before or it is refused', async () => {
    const { id } = await booked('2027-02-10T10:00:00')
    const texts = Array.from({ length: 8 }, (_, nth) => `Texto ${nth}`)
    const [closed, ...changes] = await Promise.all([
      close('2027-02'),
      ...texts.map((descricao) => ask('PUT', '/track', { id, descricao })),
      book('2027-02-11T10:00:00'),
    ])
    expect(closed).toMatchObject({ status: 200 })
    const now = await api.db.select().from(tables.timeEntries).where(eq(tables.timeEntries.userId, bruno))
    for (const answer of changes) expect([200, 409]).toContain(answer.status)
    const stored = changes.slice(0, -1).filter(({ status }) => status === 200).length
    expect(now.find((one) => one.id === id)?.version).toBe(1 + stored)
    expect(now).toHaveLength(1 + Number(changes.at(-1)?.status === 200))
    expect(await ask('PUT', '/track', { id, descricao: 'Depois' })).toMatchObject(isClosed)
  })
})
