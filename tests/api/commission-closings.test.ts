// Tests closings of commissions, and several instalments in one request, on both databases.
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { clients, commissionClosingRows, commissionReleases, serviceMovements, users } from '../../server/api/db/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { CommissionClosing, CommissionClosingRow, messages } from '../../shared/features/commission-closings.ts'
import { messages as commissions } from '../../shared/features/commissions.ts'
import { History } from '../../shared/history.ts'
import { messages as common } from '../../shared/messages.ts'
import { centsOfBr, moneyBr } from '../../shared/money.ts'
import { onBoth } from '../support/api.ts'

const Whole = z.object({ fechamento: z.strictObject(CommissionClosing.shape), comissoes: z.array(z.strictObject(CommissionClosingRow.shape)) })
const List = z.array(CommissionClosing)
const Open = z.array(z.object({ id: z.int(), colaborador: z.string(), registros: z.number(), ajustes: z.number(), valor: z.string() }))

onBoth('closings of commissions', (api) => {
  let token: string
  beforeAll(async () => {
    token = await api.signIn('supervisor')
    await api.db.update(users).set({ commission: '10' }).where(eq(users.id, 4))
  })
  const ask = (method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const made = async (path: string, body: object) => {
    const answer = await ask('POST', path, body)
    expect(answer.status).toBe(200)
    return (answer.body as { id: number }).id
  }
  /** Creates a service control with ten hours of work, of which an instalment of R$ 100,00 releases a share. */
  const worked = async () => {
    const [client] = await api.db.select({ id: clients.id }).from(clients).where(eq(clients.status, 'A')).limit(1)
    const idControleHoras = await made('/service-time-control', {
      qtdHoras: '10:00',
      valorHora: 90,
      idCliente: client?.id,
      idColaborador: 4,
      idStatus: 7,
      dataInicio: '2026-11-01',
      observacao: 'Teste',
    })
    await made('/service-time-control-mov', {
      nTicket: 'fechar',
      qtdHoras: '10:00',
      descricao: 'Feito',
      dataInicio: '2026-11-02',
      dataFim: '2026-11-03',
      baixaSaldo: 1,
      idColaborador: 4,
      idStatus: 'A',
      idControleHoras,
    })
    await pay(idControleHoras, 'P', 100)
    return idControleHoras
  }
  const pay = (idControleHoras: number, tipo: 'P' | 'R', valor: number) =>
    made('/service-time-control-comission', { tipo, nTicket: '', data: '2026-11-10', valor, idControleHoras, idStatus: 'A' })
  const close = (mes = '2026-11') => ask('POST', '/comission-closing', { mes })
  const opened = async (id: number) => Whole.parse((await ask('GET', `/comission-closing/${id}`)).body)
  /** Closes a month and returns its rows about one service control. */
  const closed = async (control: number, mes = '2026-11') => {
    const { body, status } = await close(mes)
    expect(status).toBe(200)
    const { comissoes } = await opened((body as { id: number }).id)
    return comissoes.filter(({ idLoteHoras }) => idLoteHoras === control)
  }
  // Every test begins with nothing left to close.
  beforeEach(async () => {
    await close()
  })

  test('a closing takes the open releases of all people until the end of its month, and its list has their sum', async () => {
    const control = await worked()
    await pay(control, 'R', 50)
    const before = Open.parse((await ask('GET', '/comission-closing/preview?mes=2026-11')).body)
    expect(before).toEqual([{ id: 4, colaborador: 'Bruno Cavalcanti', registros: 1, ajustes: 0, valor: '45,00' }])
    expect(Open.parse((await ask('GET', '/comission-closing/preview?mes=2026-10')).body)).toEqual([])
    const { id } = (await close()).body as { id: number }
    const { fechamento, comissoes } = await opened(id)
    expect(fechamento).toMatchObject({ mes: '2026-11', colaboradores: 1, valor: '45,00', fechadoEm: '2026-11-19T14:32:00', pagoEm: null })
    expect(comissoes).toMatchObject([
      {
        colaborador: 'Bruno Cavalcanti',
        dataRef: '2026-11-03',
        liberadoEm: '2026-11-19',
        horas: '005:00',
        total: '450,00',
        valor: '45,00',
        ajusteDe: null,
      },
    ])
    expect(List.parse((await ask('GET', '/comission-closing')).body).find((one) => one.id === id)).toEqual(fechamento)
    for (const { id } of List.parse((await ask('GET', '/comission-closing')).body)) {
      const one = await opened(id)
      expect(one.fechamento.valor).toBe(moneyBr(one.comissoes.reduce((all, { valor }) => all + centsOfBr(valor ?? '0,00'), 0)))
    }
  })

  test('a month without open releases is refused with 409, and a month that has not begun with 400', async () => {
    expect(await close()).toMatchObject({ status: 409, body: { message: messages.nothing('30/11/2026') } })
    await pay(await worked(), 'R', 50)
    expect(await close('2026-10')).toMatchObject({ status: 409, body: { message: messages.nothing('31/10/2026') } })
    expect(await close('2026-12')).toMatchObject({ status: 400, body: { message: messages.notBegun } })
  })

  test('of ten simultaneous closings, one takes each release, and the others are refused', async () => {
    await pay(await worked(), 'R', 50)
    const answers = await Promise.all(Array.from({ length: 10 }, () => close()))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await close()).toMatchObject({ status: 409 })
  })

  test('a closing that is repeated with its idempotency key answers with the same closing', async () => {
    await pay(await worked(), 'R', 50)
    const again = () => api.ask('POST', '/comission-closing', { token, body: { mes: '2026-11' }, headers: { 'idempotency-key': 'fechar-novembro' } })
    const first = await again()
    expect(first.status).toBe(200)
    expect((await again()).body).toEqual(first.body)
  })

  test('a difference that arises after a closing is an adjustment in the next one, and the first closing stays as it was', async () => {
    const control = await worked()
    await pay(control, 'R', 100)
    const first = await closed(control)
    const [row] = await api.db
      .select()
      .from(commissionClosingRows)
      .where(eq(commissionClosingRows.releaseId, first[0]?.id ?? 0))
    expect(first).toMatchObject([{ horas: '010:00', valor: '90,00', ajusteDe: null }])
    await pay(control, 'P', 100)
    api.time.now = atWall('2026-12-02T09:00:00')
    expect(Open.parse((await ask('GET', '/comission-closing/preview?mes=2026-12')).body)).toMatchObject([{ ajustes: 1, valor: '-45,00' }])
    expect(await closed(control, '2026-12')).toMatchObject([{ horas: '-005:00', valor: '-45,00', ajusteDe: '2026-11' }])
    await pay(control, 'R', 100)
    expect(await closed(control, '2026-12')).toMatchObject([{ horas: '005:00', valor: '45,00', ajusteDe: '2026-11' }])
    await api.db.update(users).set({ name: 'Outro Nome' }).where(eq(users.id, 4))
    const again = (await opened(row?.closingId ?? 0)).comissoes.filter(({ idLoteHoras }) => idLoteHoras === control)
    await api.db.update(users).set({ name: 'Bruno Cavalcanti' }).where(eq(users.id, 4))
    expect(again).toEqual(first)
  })

  test('two releases of the same hours in one closing are no adjustments', async () => {
    const control = await worked()
    await pay(control, 'R', 50)
    await pay(control, 'R', 50)
    expect((await closed(control)).map(({ horas, ajusteDe }) => [horas, ajusteDe])).toEqual([
      ['005:00', null],
      ['005:00', null],
    ])
  })

  test('a closing and its releases can neither be changed nor deleted', async () => {
    const control = await worked()
    await pay(control, 'R', 100)
    const id = (await closed(control))[0]?.id ?? 0
    const refused = (change: PromiseLike<unknown>, message: string) =>
      expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining(message) as string } })
    for (const change of [
      sql`update commission_closing_rows set minutes = 1 where release_id = ${id}`,
      sql`delete from commission_closing_rows where release_id = ${id}`,
      sql`update commission_closings set month = '2026-10-01'`,
      sql`delete from commission_closings`,
    ])
      await refused(api.db.execute(change), 'kept as it is')
    const fkey = 'commission_closing_rows_release_id_fkey'
    await refused(api.db.delete(commissionReleases).where(eq(commissionReleases.id, id)), fkey)
    await refused(api.db.delete(serviceMovements).where(eq(serviceMovements.controlId, control)), fkey)
  })

  describe('the payment of a closing', () => {
    const closing = async () => {
      const control = await worked()
      await pay(control, 'R', 50)
      return ((await close()).body as { id: number }).id
    }
    const paid = (id: number, body: object) => ask('PUT', `/comission-closing/${id}`, body)

    test('a closing is marked as paid, its day is corrected and emptied, and the history names each change', async () => {
      const id = await closing()
      expect((await paid(id, { pagoEm: '2026-11-18', versao: 1 })).status).toBe(200)
      expect((await opened(id)).fechamento).toMatchObject({ pagoEm: '2026-11-18', pagoPor: 'Marina Lobato', versao: 2 })
      expect((await paid(id, { pagoEm: '2026-11-17', versao: 2 })).status).toBe(200)
      expect((await paid(id, { pagoEm: null, versao: 3 })).status).toBe(200)
      expect((await opened(id)).fechamento).toMatchObject({ pagoEm: null, pagoPor: null })
      const changes = History.parse((await ask('GET', `/comission-closing/${id}/history`)).body)
      expect(changes.map(({ quem, fez, campos }) => [quem, fez, campos.find(({ campo }) => campo === 'Paga em')])).toEqual([
        ['Marina Lobato', 'alterou', { campo: 'Paga em', de: '17/11/2026', para: null }],
        ['Marina Lobato', 'alterou', { campo: 'Paga em', de: '18/11/2026', para: '17/11/2026' }],
        ['Marina Lobato', 'alterou', { campo: 'Paga em', de: null, para: '18/11/2026' }],
        ['Marina Lobato', 'criou', undefined],
      ])
      expect(changes.at(-1)?.campos).toEqual(
        expect.arrayContaining([
          { campo: 'Mês', de: null, para: '11/2026' },
          { campo: 'Fechado em', de: null, para: '19/11/2026 14:32' },
        ]),
      )
    })

    test('a future day, a day before the month, an outdated version and an unknown closing are refused', async () => {
      const id = await closing()
      expect(await paid(id, { pagoEm: '2026-11-20' })).toMatchObject({ status: 400, body: { message: messages.paidInFuture } })
      expect(await paid(id, { pagoEm: '2026-10-31' })).toMatchObject({ status: 400, body: { message: messages.paidBefore } })
      expect((await paid(id, { pagoEm: '2026-11-19', versao: 1 })).status).toBe(200)
      expect(await paid(id, { pagoEm: '2026-11-18', versao: 1 })).toMatchObject({ status: 409, body: { message: common.changedElsewhere } })
      for (const [method, path] of [
        ['GET', ''],
        ['GET', '/history'],
        ['PUT', ''],
      ] as const)
        expect((await ask(method, `/comission-closing/999999${path}`, method === 'PUT' ? { pagoEm: null } : undefined)).status).toBe(404)
    })
  })

  describe('several instalments in one request', () => {
    const enter = (control: number, more: object) =>
      ask('POST', '/service-time-control-comission', {
        tipo: 'P',
        nTicket: '9',
        data: '2026-01-31',
        valor: 100,
        historico: 'Entrada',
        idControleHoras: control,
        idStatus: 'A',
        ...more,
      })
    const instalmentsOf = async (control: number) => {
      const { body } = await ask('GET', `/service-time-control-comission?idControleHoras=${control}&tipoRegistro=Parcela&dataFim=2026-10-31`)
      const { serviceTimeControlComissions: cards } = body as { serviceTimeControlComissions: { data: string; valor: string; historico: string }[] }
      return cards.map(({ data, valor, historico }) => [data, valor, historico]).toReversed()
    }

    test('three monthly instalments add up to their amount, and a day that a month lacks becomes its last day', async () => {
      const control = await worked()
      expect((await enter(control, { parcelas: 3 })).status).toBe(200)
      expect(await instalmentsOf(control)).toEqual([
        ['2026-01-31', '33,33', 'Entrada - Parcela 1 de 3'],
        ['2026-02-28', '33,33', 'Entrada - Parcela 2 de 3'],
        ['2026-03-31', '33,34', 'Entrada - Parcela 3 de 3'],
      ])
    })

    test.each([
      ['receipts', { tipo: 'R', parcelas: 2 }, commissions.onlyInstalments],
      ['more instalments than cents', { valor: 0.02, parcelas: 3 }, commissions.tooLittle],
      ['61 instalments', { parcelas: 61 }, commissions.tooManyInstalments],
      ['instalments beyond the last year', { data: '2199-12-01', parcelas: 2 }, common.day],
      ['instalments from a day that is none', { data: '2026-02-30', parcelas: 2 }, common.day],
      ['a text that is too long with its number', { historico: 'x'.repeat(4000), parcelas: 2 }, 'Histórico'],
    ])('%s are refused with 400, and nothing is stored', async (_, more, message) => {
      const control = await worked()
      const { status, body } = await enter(control, more)
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringContaining(message)])
      expect(await instalmentsOf(control)).toEqual([])
    })
  })
})
