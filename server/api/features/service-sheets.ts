// The spreadsheets of service controls, their movements and commissions. A control has no name; its client and first day identify it.
import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FormOf } from '../register.ts'
import { commissions, serviceControls, serviceMovements } from '../db/schema.ts'
import { isAmong, type Db } from '../db/sql.ts'
import { ZONE } from '../../../shared/clock.ts'
import { centsOrNone } from '../../../shared/money.ts'
import { settle } from '../releases.ts'
import { dayOf, dayOrNone, finder, flagOf, hoursIn, oneOf, reaisIn, sheet, statusOf } from '../sheet.ts'
import { namesOfClients } from './clients.ts'
import { commissionColumns } from './commissions.ts'
import { namesOfPeople, namesOfStatuses } from './project-sheets.ts'
import { controlColumns, movementColumns } from './service-hours.ts'

const kindOf = oneOf({ p: 'P', parcela: 'P', r: 'R', recebimento: 'R' }, 'tipo')

/** Finds a control by the number that Controle de Serviços shows. */
const controls = async (db: Db) => {
  const all = await db.select({ id: serviceControls.id }).from(serviceControls)
  return finder(
    'Controle',
    all.map(({ id }) => [String(id), id]),
  )
}

export const serviceSheet = sheet('POST /service-time-control', {
  table: serviceControls,
  key: ['client_id', 'starts_on'],
  heads: {
    cliente: 'nome',
    colaborador: 'nome completo ou e-mail',
    situacao: 'como Em execução',
    horas: '120:00',
    valor: 'de uma hora, 195,00 ?',
    inicio: 'dia, 25/11/2026 ou 2026-11-25; com o cliente, diz qual é',
    observacao: 'texto',
  },
  optional: { valor: 'cents' },
  names: async (db) => ({ client: await namesOfClients(db), person: await namesOfPeople(db), state: await namesOfStatuses(db) }),
  body: (values, { client, person, state }) => ({
    idCliente: () => client?.(values['cliente'] ?? ''),
    idColaborador: () => person?.(values['colaborador'] ?? ''),
    idStatus: () => state?.(values['situacao'] ?? ''),
    qtdHoras: () => hoursIn(values['horas']),
    valorHora: () => (values['valor'] ? reaisIn(values['valor']) : null),
    dataInicio: () => dayOf('inicio', values),
    observacao: () => values['observacao'],
  }),
  row: (body: FormOf<'POST /service-time-control'>) => ({
    ...controlColumns(body),
    userId: body.idColaborador,
    cents: centsOrNone(body.valorHora),
  }),
})

/** Limits the stored records that a line may match to the controls that the lines name. */
const ofTheirControls = (column: PgColumn) => (bodies: { idControleHoras: number }[]) =>
  isAmong(
    column,
    bodies.map(({ idControleHoras }) => idControleHoras),
  )

/** Settles the releases once the lines are written. Returns no ids, because the imported records themselves stay unchanged. */
const settleAll = (isPaidAnew: boolean) => async (db: Db, bodies: { idControleHoras: number }[]) => {
  const [now = { day: '' }] = await db.select({ day: sql<string>`(now() at time zone ${ZONE})::date::text` }).from(sql`(select 1) as one`)
  const ids = bodies.map(({ idControleHoras }) => idControleHoras)
  await settle(db, now.day, ids, isPaidAnew)
  return []
}

export const movementSheet = sheet('POST /service-time-control-mov', {
  table: serviceMovements,
  key: ['control_id', 'ticket', 'user_id', 'starts_on'],
  undone: true,
  heads: {
    controle: 'código do controle de serviço',
    ticket: 'número; com controle, colaborador e início, diz qual é',
    colaborador: 'nome completo ou e-mail',
    horas: '08:30',
    descricao: 'o que foi feito',
    inicio: 'dia, 25/11/2026 ou 2026-11-25',
    fim: 'dia',
    baixa: 'S ou N: baixa o saldo (padrão S) ?',
    monitorado: 'até que dia ?',
  },
  optional: { baixa: 'lowers', monitorado: 'watched_until' },
  names: async (db) => ({ control: await controls(db), person: await namesOfPeople(db) }),
  body: (values, { control, person }) => ({
    idControleHoras: () => control?.(values['controle'] ?? ''),
    nTicket: () => values['ticket'],
    idColaborador: () => person?.(values['colaborador'] ?? ''),
    qtdHoras: () => hoursIn(values['horas']),
    descricao: () => values['descricao'],
    dataInicio: () => dayOf('inicio', values),
    dataFim: () => dayOf('fim', values),
    baixaSaldo: () => (!values['baixa'] || flagOf('baixa', values) === 'S' ? 1 : 0),
    ticketMonitorado: () => (values['monitorado'] ? 1 : 0),
    dataMonitoramento: () => dayOrNone('monitorado', values),
    idStatus: () => statusOf(values['status']),
  }),
  row: (body: FormOf<'POST /service-time-control-mov'>) => ({
    ...movementColumns(body),
    controlId: body.idControleHoras,
    watchedUntil: body.ticketMonitorado ? (body.dataMonitoramento ?? null) : null,
  }),
  among: ofTheirControls(serviceMovements.controlId),
  finish: settleAll(false),
})

export const commissionSheet = sheet('POST /service-time-control-comission', {
  table: commissions,
  key: ['control_id', 'kind', 'on_day', 'cents'],
  undone: true,
  heads: {
    controle: 'código do controle de serviço',
    tipo: 'P ou Parcela, R ou Recebimento',
    data: 'do vencimento ou do recebimento',
    valor: '1.234,56; com os outros três, diz qual é',
    ticket: 'número ?',
    historico: 'texto ?',
  },
  optional: { ticket: 'ticket', historico: 'history' },
  names: async (db) => ({ control: await controls(db) }),
  body: (values, { control }) => ({
    idControleHoras: () => control?.(values['controle'] ?? ''),
    tipo: () => kindOf(values['tipo']),
    data: () => dayOf('data', values),
    valor: () => reaisIn(values['valor']),
    nTicket: () => values['ticket'] ?? '',
    historico: () => values['historico'] ?? '',
    idStatus: () => statusOf(values['status']),
    // A line is one entry.
    parcelas: () => undefined,
  }),
  row: commissionColumns,
  among: ofTheirControls(commissions.controlId),
  finish: settleAll(true),
})
