// Tests service controls with their movements and commissions, on both databases.
import { and, desc, eq, getTableColumns, getTableName, inArray, is, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withoutAudit } from '../../server/api/audit.ts'
import { toldColumns } from '../../server/api/history.ts'
import * as tables from '../../server/api/db/schema.ts'
import { importLines } from '../../server/api/import.ts'
import { settle } from '../../server/api/releases.ts'
import { CommissionResult, messages } from '../../shared/features/commissions.ts'
import { Home } from '../../shared/features/home.ts'
import { ServiceControlRow, ServiceMovementCard } from '../../shared/features/service-hours.ts'
import { History, TOLD } from '../../shared/history.ts'
import { onBoth } from '../support/api.ts'

const byLetters = (a: string, b: string) => a.localeCompare(b)
const Controls = z.array(z.strictObject(ServiceControlRow.shape))
const Movements = z.object({
  serviceTimeControlMovs: z.array(z.strictObject(ServiceMovementCard.shape)),
  resume: z.object({ cliente: z.string(), saldo: z.string() }),
})
const Results = z.array(z.strictObject(CommissionResult.shape))

onBoth('service hours', (api, kind) => {
  const tokens: Record<string, string> = {}
  beforeAll(async () => {
    for (const name of ['supervisor', 'equipe']) tokens[name] = await api.signIn(name)
  })
  const ask = (method: string, path: string, body?: unknown, who = 'supervisor') => api.ask(method, path, { token: tokens[who] ?? '', body })
  const control = async (change: object = {}) => {
    const [client] = await api.db.select().from(tables.clients).where(eq(tables.clients.status, 'A')).limit(1)
    const body = {
      qtdHoras: '10:00',
      valorHora: 90,
      idCliente: client?.id,
      idColaborador: 4,
      idStatus: 7,
      dataInicio: '2026-11-01',
      observacao: 'Teste',
    }
    return ((await ask('POST', '/service-time-control', { ...body, ...change })).body as { id: number }).id
  }
  const work = async (idControleHoras: number, qtdHoras: string, change: object = {}) => {
    const body = {
      nTicket: '1',
      qtdHoras,
      descricao: 'Feito',
      dataInicio: '2026-11-02',
      dataFim: '2026-11-03',
      baixaSaldo: 1,
      idColaborador: 4,
      idStatus: 'A',
    }
    const { status, body: saved } = await ask('POST', '/service-time-control-mov', { ...body, idControleHoras, ...change })
    expect(status).toBe(200)
    return (saved as { id: number }).id
  }
  const pay = async (idControleHoras: number, tipo: 'P' | 'R', valor: number, change: object = {}) =>
    expect(
      (
        await ask('POST', '/service-time-control-comission', {
          tipo,
          nTicket: '',
          data: '2026-11-10',
          valor,
          idControleHoras,
          idStatus: 'A',
          ...change,
        })
      ).status,
    ).toBe(200)
  const rowOf = async (id: number, query = '') =>
    Controls.parse((await ask('GET', `/service-time-control${query}`)).body).find((row) => row.id === id)
  const results = async (body: object) => Results.parse((await ask('POST', '/comission-result', body)).body)

  describe('the balance of a service control', () => {
    test('the balance of a service control is the bought hours minus the hours of those active movements that reduce the balance', async () => {
      const id = await control()
      await work(id, '02:30')
      await work(id, '01:00', { baixaSaldo: 0 })
      const gone = await work(id, '03:00')
      await ask('PATCH', `/service-time-control-mov/${gone}`)
      expect(await rowOf(id)).toMatchObject({ qtdHoras: '010:00', saldo: '007:30' })
      const { serviceTimeControlMovs: cards, resume } = Movements.parse(
        (await ask('GET', `/service-time-control-mov?idControleHoras=${id}&idStatus=I`)).body,
      )
      expect([cards.map((card) => card.id), resume.saldo]).toEqual([[gone], '007:30'])
    })

    test('a negative balance has a minus sign, and the filter for controls without balance finds it', async () => {
      const id = await control()
      await work(id, '11:30')
      expect(await rowOf(id, '?saldo=noBalance')).toMatchObject({ saldo: '-001:30' })
      expect(await rowOf(id, '?saldo=withBalance')).toBeUndefined()
    })

    test('the balance after fifty simultaneous movements is exact', async () => {
      const id = await control({ qtdHoras: '999:00' })
      await Promise.all(Array.from({ length: 50 }, (_, nth) => work(id, '01:07', { nTicket: String(nth) })))
      expect(await rowOf(id)).toMatchObject({ saldo: '943:10' })
    })
  })

  test('a change to an inactive service movement or to an outdated version is refused with 409', async () => {
    const id = await control()
    const mov = await work(id, '01:00')
    const opened = (await ask('GET', `/service-time-control-mov/${mov}`)).body as { timeControlMov: Record<string, unknown> }
    const { ticketMonitorado: _1, dataMonitoramento: _2, ...stored } = opened.timeControlMov
    expect((await ask('PUT', '/service-time-control-mov', { ...stored, qtdHoras: '02:00' })).status).toBe(200)
    expect((await ask('PUT', '/service-time-control-mov', { ...stored, qtdHoras: '03:00' })).status).toBe(409)
    await ask('PATCH', `/service-time-control-mov/${mov}`)
    const { versao: _3, ...last } = stored
    expect(await ask('PUT', '/service-time-control-mov', { ...last, qtdHoras: '04:00' })).toMatchObject({ status: 409 })
    expect(await rowOf(id)).toMatchObject({ saldo: '010:00' })
  })

  test('PUT /service-time-control-mov that names another service control is refused with 409, and the movement stays unchanged', async () => {
    const [own, other] = [await control(), await control()]
    const mov = await work(own, '01:00')
    const { timeControlMov } = (await ask('GET', `/service-time-control-mov/${mov}`)).body as { timeControlMov: Record<string, unknown> }
    const { ticketMonitorado: _1, dataMonitoramento: _2, ...stored } = timeControlMov
    expect((await ask('PUT', '/service-time-control-mov', { ...stored, idControleHoras: other, qtdHoras: '05:00' })).status).toBe(409)
    expect([await rowOf(own), await rowOf(other)]).toMatchObject([{ saldo: '009:00' }, { saldo: '010:00' }])
  })

  test('the history shows hours and amounts in a readable format, and contains only the changes of its record', async () => {
    const id = await control()
    const first = await work(id, '01:00')
    const second = await work(id, '01:00')
    await ask('PATCH', `/service-time-control-mov/${first}`)
    await pay(id, 'P', 1234.5)
    const toldOf = async (path: string) => History.parse((await ask('GET', `${path}/history`)).body)
    const [gone, made, ...none] = await toldOf(`/service-time-control-mov/${first}`)
    expect(none).toEqual([])
    expect(gone).toMatchObject({ fez: 'alterou', registro: null, campos: [{ campo: 'Status', de: 'Ativo', para: 'Inativo' }] })
    expect(made?.campos).toEqual(
      expect.arrayContaining([
        { campo: 'Colaborador', de: null, para: 'Bruno Cavalcanti' },
        { campo: 'Horas', de: null, para: '01:00' },
        { campo: 'Baixa saldo', de: null, para: 'Sim' },
      ]),
    )
    expect(await toldOf(`/service-time-control-mov/${second}`)).toHaveLength(1)
    expect((await toldOf(`/service-time-control/${id}`))[0]?.campos).toEqual(
      expect.arrayContaining([
        { campo: 'Horas', de: null, para: '10:00' },
        { campo: 'Valor hora', de: null, para: 'R$ 90,00' },
      ]),
    )
    // The history hides prices from a person whose screens hide them.
    const seen = History.parse((await ask('GET', `/service-time-control/${id}/history`, undefined, 'equipe')).body)
    expect(seen[0]?.campos.map(({ campo }) => campo)).toEqual(['Cliente', 'Colaborador', 'Status', 'Horas', 'Data início', 'Observação'])
    const { serviceTimeControlComissions: cards } = z
      .object({ serviceTimeControlComissions: z.array(z.object({ id: z.int(), tipoReg: z.string() })) })
      .parse((await ask('GET', `/service-time-control-comission?idControleHoras=${id}`)).body)
    const entry = cards.find(({ tipoReg }) => tipoReg === 'Parcela')
    expect((await toldOf(`/service-time-control-comission/${entry?.id}`))[0]?.campos).toEqual(
      expect.arrayContaining([
        { campo: 'Tipo', de: null, para: 'Parcela' },
        { campo: 'Valor', de: null, para: 'R$ 1.234,50' },
      ]),
    )
  })

  test('the history of a commission omits saves that changed no value, and lists the move to another service control', async () => {
    const [id, other] = [await control(), await control()]
    const body = { tipo: 'P', nTicket: '', data: '2026-11-10', valor: 500, idStatus: 'A' }
    const { id: entry } = (await ask('POST', '/service-time-control-comission', { ...body, idControleHoras: id })).body as { id: number }
    for (let nth = 0; nth < 3; nth += 1) await ask('PUT', '/service-time-control-comission', { id: entry, ...body, idControleHoras: id })
    await ask('PUT', '/service-time-control-comission', { id: entry, ...body, idControleHoras: other })
    const changes = History.parse((await ask('GET', `/service-time-control-comission/${entry}/history`)).body)
    expect(changes.map(({ fez }) => fez)).toEqual(['alterou', 'criou'])
    expect(changes[0]?.campos).toEqual([{ campo: 'Controle', de: String(id), para: String(other) }])
  })

  test('the history lists the newest changes first, and its next page continues after the oldest change already shown', async () => {
    const entry = await work(await control(), '01:00')
    const path = `/service-time-control-mov/${entry}`
    await api.db.execute(sql`
      insert into audit_changes (relation, record_id, before, after)
      select 'service_movements', ${entry}::int, '{"status": "A"}', '{"status": "I"}' from generate_series(1, ${TOLD}::int)`)
    await ask('PATCH', path)
    const told = async (before: string) => History.parse((await ask('GET', `${path}/history${before}`)).body)
    const newest = await told('')
    const before = await told(`?antes=${newest.at(-1)?.id}`)
    expect([...newest, ...before].map(({ fez }) => fez)).toEqual([...Array.from({ length: TOLD + 1 }, () => 'alterou'), 'criou'])
    expect(before).toHaveLength(2)
    expect(await told(`?antes=${before.at(-1)?.id}`)).toEqual([])
  })

  test('in the history of a commission, only people with finance rights see values from before its move to another owner', async () => {
    const [theirs, own] = [await control({ idColaborador: 5 }), await control({ idColaborador: 4 })]
    const secret = { tipo: 'R', nTicket: 'SEGREDO', data: '2026-11-10', valor: 87_654.32, historico: 'acordo reservado', idStatus: 'A' }
    const { id } = (await ask('POST', '/service-time-control-comission', { ...secret, idControleHoras: theirs })).body as { id: number }
    await ask('PUT', '/service-time-control-comission', { ...secret, id, idControleHoras: own, valor: 10, nTicket: '', historico: '' })
    await ask('PATCH', `/service-time-control-comission/${id}`, undefined, 'equipe')
    const told = async (who: string) => History.parse((await ask('GET', `/service-time-control-comission/${id}/history`, undefined, who)).body)
    expect((await told('equipe')).map(({ campos }) => campos)).toEqual([
      [{ campo: 'Status', de: 'Ativo', para: 'Inativo' }],
      [
        { campo: 'Controle', de: null, para: String(own) },
        { campo: 'Valor', de: null, para: 'R$ 10,00' },
      ],
    ])
    expect(JSON.stringify(await told('supervisor'))).toMatch(/SEGREDO.*87\.654,32/)
  })

  test('in the history of a commission, the owner sees only changes made since the owner has had the service control', async () => {
    const id = await control({ idColaborador: 5 })
    const secret = { tipo: 'R', nTicket: 'SEGREDO', data: '2026-11-10', valor: 9999, historico: '', idStatus: 'A', idControleHoras: id }
    const { id: entry } = (await ask('POST', '/service-time-control-comission', secret)).body as { id: number }
    await ask('PUT', '/service-time-control-comission', { ...secret, id: entry, valor: 1, nTicket: '' })
    const { timeControl } = (await ask('GET', `/service-time-control/${id}`)).body as { timeControl: object }
    expect((await ask('PUT', '/service-time-control', { ...timeControl, idColaborador: 4 })).status).toBe(200)
    const told = async (who: string) => History.parse((await ask('GET', `/service-time-control-comission/${entry}/history`, undefined, who)).body)
    expect(await told('equipe')).toEqual([])
    await ask('PATCH', `/service-time-control-comission/${entry}`, undefined, 'equipe')
    expect((await told('equipe')).map(({ campos }) => campos)).toEqual([[{ campo: 'Status', de: 'Ativo', para: 'Inativo' }]])
    expect(await told('supervisor')).toHaveLength(3)
  })

  test('the audit of a change stores only the fields that differ, even if other fields are long [16.4.2-3]', async () => {
    const entry = await work(await control(), '01:00', { descricao: '😀'.repeat(4000) })
    await ask('PATCH', `/service-time-control-mov/${entry}`)
    const [kept] = await api.db
      .select()
      .from(tables.auditChanges)
      .where(and(eq(tables.auditChanges.relation, 'service_movements'), eq(tables.auditChanges.recordId, entry)))
      .orderBy(desc(tables.auditChanges.id))
    expect(kept).toMatchObject({ before: { id: entry, status: 'A', version: 1 }, after: { id: entry, status: 'I', version: 2 } })
    expect(Object.keys(kept?.after ?? {})).toHaveLength(3)
  })

  test('toldColumns (server/api/history.ts) has a label for each column that a call can change', () => {
    // These columns need no label, because a record never moves to another parent.
    const silent: Record<string, string> = { project_steps: 'project_id', project_clients: 'project_id', service_movements: 'control_id' }
    const all = Object.values(tables).filter((table) => is(table, PgTable))
    for (const [name, { columns: said }] of Object.entries(toldColumns)) {
      const columns = all.filter((table) => getTableName(table) === name).flatMap((table) => Object.values(getTableColumns(table)))
      expect(Object.keys(said).toSorted(byLetters), `server/api/history.ts: what is told of ${name}`).toEqual(
        columns
          .map((column) => toSnakeCase(column.name))
          .filter((column) => !['id', 'version', silent[name]].includes(column))
          .toSorted(byLetters),
      )
    }
  })

  test('a commission request from the former owner of the service control gets 404', async () => {
    const id = await control({ idColaborador: 4 })
    const body = { tipo: 'P', nTicket: '', data: '2026-11-10', valor: 500, idControleHoras: id, idStatus: 'A' }
    const { id: entry } = (await ask('POST', '/service-time-control-comission', body, 'equipe')).body as { id: number }
    await api.db.update(tables.serviceControls).set({ userId: 5 }).where(eq(tables.serviceControls.id, id))
    for (const [method, path, sent] of [
      ['POST', '', body],
      ['PUT', '', { ...body, id: entry, valor: 1 }],
      ['PATCH', `/${entry}`, undefined],
      ['GET', `/${entry}`, undefined],
      ['GET', `/${entry}/history`, undefined],
      ['GET', `?idControleHoras=${id}`, undefined],
    ] as const)
      expect(await ask(method, `/service-time-control-comission${path}`, sent, 'equipe')).toMatchObject({ status: 404 })
    expect((await ask('GET', `/service-time-control-comission?idControleHoras=${id}`)).body).toMatchObject({ resume: [{ receber: '500,00' }] })
  })

  test('a commission of zero or less is refused with 400', async () => {
    const body = { tipo: 'P', nTicket: '', data: '2026-11-10', idControleHoras: await control(), idStatus: 'A' }
    const refused = { status: 400, body: { message: 'Valor deve ser maior que zero.' } }
    for (const valor of [0, -0.01]) expect(await ask('POST', '/service-time-control-comission', { ...body, valor })).toMatchObject(refused)
  })

  // This test needs a server, because the embedded database runs only one transaction at a time.
  if (kind === 'server')
    test('a write to a commission gets 404 if its service control gets another owner while the request waits for the lock', async () => {
      const [id, kept] = [await control({ idColaborador: 4 }), await control({ idColaborador: 4 })]
      const entryOf = async (idControleHoras: number) => {
        const body = { tipo: 'R', nTicket: '', data: '2026-11-10', valor: 500, idControleHoras, idStatus: 'A' }
        return { ...body, id: ((await ask('POST', '/service-time-control-comission', body)).body as { id: number }).id }
      }
      const [entry, other] = [await entryOf(id), await entryOf(kept)]
      const give = (db: typeof api.db, userId: number) => db.update(tables.serviceControls).set({ userId }).where(eq(tables.serviceControls.id, id))
      const waiting = sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      for (const [method, path, sent] of [
        ['POST', '', { ...entry, id: undefined }],
        ['PUT', '', { ...entry, valor: 1 }],
        ['PUT', '', { ...entry, idControleHoras: kept }],
        ['PUT', '', { ...other, idControleHoras: id }],
        ['PATCH', `/${entry.id}`, undefined],
      ] as const) {
        let asked: ReturnType<typeof ask> | undefined
        await api.db.transaction(async (tx) => {
          await give(tx, 5)
          asked = ask(method, `/service-time-control-comission${path}`, sent, 'equipe')
          await expect.poll(() => api.db.$count(waiting)).toBe(1)
        })
        expect(await asked, `${method} ${JSON.stringify(sent)}`).toMatchObject({ status: 404 })
        await give(api.db, 4)
      }
      const stored = await api.db
        .select()
        .from(tables.commissions)
        .where(inArray(tables.commissions.controlId, [id, kept]))
        .orderBy(tables.commissions.id)
      expect(stored.map(({ controlId, cents, status }) => [controlId, cents, status])).toEqual([id, kept].map((one) => [one, 50_000, 'A']))
    })

  test('the balance of a service control is exact even if its hours exceed the range of an integer', async () => {
    const id = await control()
    await api.db.execute(sql`
      insert into service_movements (control_id, ticket, minutes, description, starts_on, ends_on, user_id)
      select ${id}::int, 'x', 2000000000, 'x', '2026-11-01', '2026-11-01', 6 from generate_series(1, 2)`)
    expect(await rowOf(id)).toMatchObject({ saldo: '-66666656:40' })
    expect((await ask('GET', `/service-time-control-comission?idControleHoras=${id}`)).status).toBe(200)
    expect((await ask('POST', '/comission-result', { colaboradores: [6] })).status).toBe(200)
    await api.db.delete(tables.serviceMovements).where(eq(tables.serviceMovements.controlId, id))
  })

  test('Home shows a ticket to the responsible person if the monitoring of the ticket ends within a week', async () => {
    const id = await control()
    const watch = (nTicket: string, dataMonitoramento: string, change: object = {}) =>
      work(id, '00:10', { nTicket, ticketMonitorado: 1, dataMonitoramento, ...change })
    await watch('em sete dias', '2026-11-26')
    await watch('hoje', '2026-11-19')
    await watch('ontem', '2026-11-18')
    await watch('em oito dias', '2026-11-27')
    await watch('de outra pessoa', '2026-11-20', { idColaborador: 5 })
    await ask('PATCH', `/service-time-control-mov/${await watch('inativo', '2026-11-20')}`)
    const { monitorados } = Home.parse((await ask('GET', '/dash/Home', undefined, 'equipe')).body)
    expect(monitorados?.filter(({ idControleHoras }) => idControleHoras === id).map(({ nTicket }) => nTicket)).toEqual(['hoje', 'em sete dias'])
  })

  test('a monitored ticket needs a last day of monitoring, and a change that omits the monitoring fields keeps their values', async () => {
    const id = await control()
    expect(
      (
        await ask('POST', '/service-time-control-mov', {
          nTicket: '1',
          qtdHoras: '01:00',
          descricao: 'x',
          dataInicio: '2026-11-02',
          dataFim: '2026-11-02',
          baixaSaldo: 1,
          idColaborador: 4,
          ticketMonitorado: 1,
          idStatus: 'A',
          idControleHoras: id,
        })
      ).status,
    ).toBe(400)
    const mov = await work(id, '01:00', { ticketMonitorado: 1, dataMonitoramento: '2026-12-01' })
    const plain = {
      nTicket: '2',
      qtdHoras: '01:00',
      descricao: 'x',
      dataInicio: '2026-11-02',
      dataFim: '2026-11-02',
      baixaSaldo: 1,
      idColaborador: 4,
      idStatus: 'A',
      idControleHoras: id,
    }
    expect((await ask('PUT', '/service-time-control-mov', { id: mov, ...plain })).status).toBe(200)
    expect((await ask('GET', `/service-time-control-mov/${mov}`)).body).toMatchObject({
      timeControlMov: { ticketMonitorado: 1, dataMonitoramento: '2026-12-01' },
    })
  })

  describe('commissions of service controls', () => {
    test('released and planned hours add up to the worked hours, even if the payments exceed the due amount', async () => {
      const id = await control()
      await api.db.update(tables.users).set({ commission: '12.5' }).where(eq(tables.users.id, 4))
      for (const [nth, hours] of ['01:07', '02:13', '00:41'].entries()) await work(id, hours, { nTicket: `t${nth}`, dataFim: `2026-11-0${nth + 4}` })
      const sums = async () => {
        const rows = (await results({ colaboradores: [4] })).filter((row) => row.idLoteHoras === id)
        const minutes = (text: string | null) => (text ? 60 * Number(text.slice(0, 3)) + Number(text.slice(4)) : 0)
        const sum = (of: (row: (typeof rows)[0]) => number) => rows.reduce((all, row) => all + of(row), 0)
        return [sum((row) => minutes(row.horasLiberadas)), sum((row) => minutes(row.horasPrevistas))]
      }
      expect(await sums()).toEqual([0, 241])
      await pay(id, 'P', 300)
      await pay(id, 'P', 100)
      await pay(id, 'R', 100)
      expect(await sums()).toEqual([60, 181])
      await pay(id, 'R', 900)
      expect(await sums()).toEqual([241, 0])
    })

    describe('a release of a commission (hours for which a receipt has come in)', () => {
      const own = async (id: number, more: object = {}) => (await results({ colaboradores: [4], ...more })).filter((row) => row.idLoteHoras === id)
      const told = async (id: number, more: object = {}) =>
        (await own(id, more)).map(({ status, dataRef, liberadoEm, horasLiberadas, horasPrevistas, valorLiberado, historico }) =>
          status === 'Liberado' ? [dataRef, liberadoEm, horasLiberadas, valorLiberado, historico] : [dataRef, horasPrevistas],
        )
      const paid = async (change: object = {}) => {
        await api.db.update(tables.users).set({ commission: '10' }).where(eq(tables.users.id, 4))
        const id = await control(change)
        const mov = await work(id, '10:00')
        await pay(id, 'P', 100)
        return { id, mov }
      }

      test('a later instalment does not change the day and amount of a release, but adds a correcting row with its own day', async () => {
        const { id } = await paid()
        await pay(id, 'R', 100)
        await api.db
          .update(tables.commissionReleases)
          .set({ releasedOn: '2026-10-20' })
          .where(eq(tables.commissionReleases.movementId, sql`(select id from service_movements where control_id = ${id})`))
        const first = ['2026-11-03', '2026-10-20', '010:00', '90,00', null]
        expect(await told(id)).toEqual([first])
        await pay(id, 'P', 100)
        const adjusted = messages.adjusted('20/10/2026')
        const taken = ['2026-11-19', '2026-11-19', '-005:00', '-45,00', adjusted]
        expect(await own(id)).toMatchObject([{ total: '-450,00' }, { total: '900,00' }, { total: '450,00' }])
        expect(await told(id)).toEqual([taken, first, ['2026-11-03', '005:00']])
        await pay(id, 'R', 100)
        expect(await told(id)).toEqual([['2026-11-19', '2026-11-19', '005:00', '45,00', adjusted], taken, first])
        expect(await told(id, { dataFim: '2026-11-18' })).toEqual([first])
        expect(await told(id, { liberadoDe: '2026-10-01', liberadoAte: '2026-10-31' })).toEqual([first])
      })

      test('the filter by day of release finds released hours, but not planned hours', async () => {
        const { id } = await paid()
        await pay(id, 'R', 50)
        const released = ['2026-11-03', '2026-11-19', '005:00', '45,00', null]
        expect(await told(id, { liberadoDe: '2026-11-19', liberadoAte: '2026-11-19' })).toEqual([released])
        expect(await told(id, { liberadoDe: '2026-11-20' })).toEqual([])
        expect(await told(id, { liberadoAte: '2026-11-18' })).toEqual([])
        expect(await told(id, { dataInicio: '2026-11-03', dataFim: '2026-11-03' })).toEqual([released, ['2026-11-03', '005:00']])
      })

      test('the person and price of a release stay the same after the service control gets another person and price', async () => {
        const { id, mov } = await paid()
        await pay(id, 'R', 100)
        await api.db.update(tables.serviceControls).set({ cents: 100_00, userId: 5 }).where(eq(tables.serviceControls.id, id))
        const first = ['2026-11-03', '2026-11-19', '010:00', '90,00', null]
        expect(await told(id)).toEqual([first])
        await ask('PATCH', `/service-time-control-mov/${mov}`)
        expect(await told(id)).toEqual([['2026-11-19', '2026-11-19', '-010:00', '-90,00', messages.adjusted('19/11/2026')], first])
        expect((await results({ colaboradores: [5] })).filter((row) => row.idLoteHoras === id)).toEqual([])
      })

      test('if movements are created or changed after the receipt was entered, correcting rows adjust the released hours', async () => {
        const { id, mov } = await paid()
        await pay(id, 'R', 100)
        await work(id, '01:00', { dataFim: '2026-11-04' })
        const { timeControlMov } = (await ask('GET', `/service-time-control-mov/${mov}`)).body as { timeControlMov: Record<string, unknown> }
        const { dataMonitoramento: _, ...stored } = timeControlMov
        expect((await ask('PUT', '/service-time-control-mov', { ...stored, qtdHoras: '08:00' })).status).toBe(200)
        expect((await told(id)).map(([, , hours]) => hours)).toEqual(['-002:00', '001:00', '010:00'])
      })

      test('an imported receipt also releases commissions', async () => {
        const { id } = await paid()
        const values = { controle: String(id), tipo: 'R', data: '10/11/2026', valor: '50,00' }
        await importLines(api.db, { kind: 'commissions', lines: [{ line: 2, values }], check: false }, () => undefined)
        expect((await own(id)).map(({ horasLiberadas }) => horasLiberadas)).toEqual(['005:00', null])
      })

      test('simultaneous receipts release each minute only once', async () => {
        const { id } = await paid()
        await Promise.all(Array.from({ length: 8 }, () => pay(id, 'R', 12.5)))
        const hours = (await own(id)).map(({ horasLiberadas, historico }) => [horasLiberadas, historico === null])
        expect(hours.toSorted(([, one], [, other]) => Number(one) - Number(other))).toEqual(
          Array.from({ length: 8 }, (_, nth) => ['001:15', nth === 7]),
        )
      })
    })

    test('the summary of a service control includes all its active commissions, even those that the filter hides', async () => {
      const id = await control()
      await pay(id, 'P', 1000.5)
      await pay(id, 'R', 250.25)
      await pay(id, 'R', 99, { idStatus: 'I' })
      await work(id, '08:05')
      const { body } = await ask('GET', `/service-time-control-comission?idControleHoras=${id}&tipoRegistro=Parcela`)
      expect(body).toMatchObject({
        serviceTimeControlComissions: [{ tipoReg: 'Parcela', valor: '1.000,50' }],
        resume: [{ receber: '1.000,50', recebido: '250,25', saldo: '750,25', horasExecutadas: '08:05' }],
      })
    })

    test('a commission query that finds too many movements is refused, and a narrower query returns its result', async () => {
      const id = await control()
      await pay(id, 'P', 100)
      await pay(id, 'R', 50)
      await api.db.transaction(async (tx) => {
        await withoutAudit(tx)
        await tx.execute(sql`
          insert into service_movements (control_id, ticket, minutes, description, starts_on, ends_on, user_id)
          select ${id}, 'muitos', 1, 'Feito', day, day, 4 from generate_series(0, 59999) as i, lateral (select date '2020-01-01' + i / 100 as day) as days`)
        await settle(tx, '2026-11-19', [id], true)
      })
      expect(await ask('POST', '/comission-result', { nTicket: 'muitos' })).toMatchObject({ status: 400, body: { message: messages.tooMany } })
      const some = await results({ nTicket: 'muitos', dataInicio: '2020-01-02', dataFim: '2020-01-03' })
      // Half of the instalment was received, so every other minute is released.
      expect([some.length, some.filter(({ status }) => status === 'Liberado').length]).toEqual([200, 100])
      // Without fresh statistics, the deletion below would use a query plan from the time when the table of releases was small.
      await api.db.execute(sql`analyze commission_releases`)
      await api.db.transaction(async (tx) => {
        await withoutAudit(tx)
        await tx.execute(sql`delete from service_movements where ticket = 'muitos'`)
      })
    })
  })
})
