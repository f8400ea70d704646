// Commissions: the entries of one service control, and the query of the commissions of all controls.
import { z } from 'zod'
import { absent, all, any, cut, is, me, must, P, type Ref } from '../access.ts'
import { call, read } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { messages as common } from '../messages.ts'
import { NOT_POSITIVE } from '../money.ts'
import { serviceControl, TICKET } from './service-hours.ts'
import {
  Amount,
  Created,
  Day,
  Decimal,
  Done,
  Id,
  IdText,
  line,
  Money,
  NewId,
  note,
  displayOnly,
  Status,
  Toggled,
  Version,
  Words,
  WrittenDay,
} from '../wire.ts'

export const messages = {
  denied: 'Você não permissão para visualizar as comissões!',
  created: 'Movimentação criada com sucesso!',
  changed: 'Movimentação alterada com sucesso!',
  /** `day` is the day of the first release, written DD/MM/AAAA. */
  adjusted: (day: string) => `Ajuste da comissão liberada em ${day}`,
  tooMany: 'São registros demais para uma só consulta. Escolha um período menor.',
}

/** Sums of the active instalments and of the active receipts of a control, in cents. */
export interface Paid {
  due: number
  received: number
}

/**
 * The released minutes of a movement. The released share of its minutes equals the received share of the control's instalments: at most all, and none
 * without instalments. `before` is the sum of the minutes of earlier movements, needed so that rounding errors do not add up.
 */
export function releasedOf(minutes: number, before: number, { due, received }: Paid) {
  const share = (all: number) => (due > 0 ? Math.round((all * Math.min(received, due)) / due) : 0)
  return share(before + minutes) - share(before)
}

/**
 * `valueOf` is the value of minutes at a price in cents per hour, rounded to the cent. `commissionOf` is a percentage of that value; `percent` has at
 * most two decimals.
 */
export const valueOf = (minutes: number, cents: number) => Math.round((minutes * cents) / 60)
export const commissionOf = (minutes: number, cents: number, percent: number) => Math.round((minutes * cents * Math.round(100 * percent)) / 600_000)

const Tipo = z.enum(['P', 'R'], common.required)
/** The two kinds of entries, with their names. */
export const entryKinds = { P: 'Parcela', R: 'Recebimento' } as const satisfies Record<z.output<typeof Tipo>, string>
export const kinds = ['Horas', entryKinds.P, entryKinds.R] as const
export type Kind = (typeof kinds)[number]
const TipoReg = z.enum(kinds)

export const HISTORY = { name: 'Histórico', max: 4000 }

export const Commission = z.object({
  id: Id,
  tipo: Tipo,
  nTicket: z.string().nullable(),
  data: Day,
  valor: Decimal,
  historico: z.string().nullable(),
  /** Id of the service control. */
  idControleHoras: Id,
  idStatus: Status,
  versao: Version,
})
export type Commission = z.output<typeof Commission>

/** A card on the screen: either worked hours, which have no value, or an entry. `valor` is formatted like '1.234,56'. */
export const CommissionCard = Commission.omit({ versao: true }).extend({
  tipo: Tipo.nullable(),
  nTicket: Words.nullable(),
  data: displayOnly(Day).nullable(),
  valor: Words.nullable(),
  historico: Words.nullable(),
  tipoReg: TipoReg,
  descricao: Words.nullable(),
  qtdHoras: Words.nullable(),
  dataInicio: displayOnly(Day).nullable(),
  dataFim: displayOnly(Day).nullable(),
  responsavel: Words.nullable(),
})
export type CommissionCard = z.output<typeof CommissionCard>

/** All amounts are formatted like '1.234,56', without R$. */
export const CommissionSummary = z.object({
  cliente: Words,
  receber: Words,
  recebido: Words,
  saldo: Words,
  horasExecutadas: Words,
})

/** Amounts are formatted like '1.234,56'. `comissao` is a percentage. In a later adjustment, `dataRef` is the day on which the difference arose. */
export const CommissionResult = z.object({
  idLoteHoras: Id,
  nTicket: Words.nullable(),
  colaborador: Words,
  cliente: Words,
  dataRef: displayOnly(Day).nullable(),
  horasLiberadas: Words.nullable(),
  horasPrevistas: Words.nullable(),
  valorHora: Words.nullable(),
  total: Words.nullable(),
  comissao: Amount.nullable(),
  valorLiberado: Words.nullable(),
  valorPrevisto: Words.nullable(),
  status: z.enum(['Liberado', 'Previsto']),
  /** Addition to the contract: the day of the release, null if the row is only planned. */
  liberadoEm: Day.nullish(),
  /** Addition to the contract: says that the row adjusts an earlier release and so may be negative. Null for all other rows. */
  historico: Words.nullish(),
})
export type CommissionResult = z.output<typeof CommissionResult>

const fields = {
  tipo: Tipo,
  /** An empty text if there is no ticket. */
  nTicket: line(TICKET.name, TICKET.max).nullish(),
  data: WrittenDay,
  valor: Money.positive(NOT_POSITIVE),
  historico: note(HISTORY.name, HISTORY.max).nullish(),
  idControleHoras: Id,
  idStatus: Status,
}

const menu = '/controle-servicos'
// A copy of the call without a rule, which the rules below read. In the list of calls, this call has a rule about its own reply.
const commission = call('GET /service-time-control-comission/{id}', {
  title: 'Abrir uma comissão',
  menu,
  reply: z.object({ timeControlComission: Commission }),
})

/** The rule that the control belongs to the caller. */
const ownControl = (id: Ref<number>) => {
  const { timeControl } = read(serviceControl, id)
  return all(is(timeControl.id, id), is(timeControl.idColaborador, me.id))
}
const ownCommission = (id: Ref<number>) => {
  const { timeControlComission: stored } = read(commission, id)
  return all(is(stored.id, id), ownControl(stored.idControleHoras))
}

const queryMenu = '/consulta-comissoes'
export const commissions = [
  call('GET /service-time-control-comission', {
    title: 'Ver as comissões de um controle de serviço',
    menu,
    query: z.strictObject({
      idControleHoras: IdText,
      tipoRegistro: z.union([TipoReg.transform((one) => [one]), z.array(TipoReg).max(3)]).optional(),
      dataInicio: Day.optional(),
      dataFim: Day.optional(),
    }),
    rule: ({ query: { idControleHoras } }) => must(any(P, ownControl(idControleHoras)), messages.denied),
    reply: z.object({ serviceTimeControlComissions: z.array(CommissionCard), resume: z.array(CommissionSummary).max(1) }),
  }),
  call('GET /service-time-control-comission/{id}', {
    title: commission.title,
    menu,
    rule: ({ path }) => must(any(P, ownCommission(path.id)), messages.denied),
    reply: z.object({ timeControlComission: Commission }),
  }),
  call('GET /service-time-control-comission/{id}/history', {
    title: 'Ver o histórico de uma comissão',
    menu,
    query: HistoryQuery,
    rule: ({ path }) => must(any(P, ownCommission(path.id)), messages.denied),
    reply: History,
  }),
  call('PATCH /service-time-control-comission/{id}', {
    title: 'Ativar ou inativar comissão',
    menu,
    rule: ({ path }) => must(any(P, ownCommission(path.id)), messages.denied),
    reply: Toggled,
  }),
  call('POST /service-time-control-comission', {
    title: 'Criar comissão',
    menu,
    body: z.strictObject({ id: NewId, ...fields }),
    rule: ({ body }) => must(any(P, ownControl(body.idControleHoras)), messages.denied),
    reply: Created,
  }),
  call('PUT /service-time-control-comission', {
    title: 'Alterar comissão',
    menu,
    body: z.strictObject({ id: Id, versao: Version, ...fields }),
    rule: ({ body }) => {
      const { timeControlComission: stored } = read(commission, body.id)
      return all(
        must(all(any(P, all(ownControl(body.idControleHoras), ownControl(stored.idControleHoras))), is(stored.id, body.id)), messages.denied),
        must(is(stored.idStatus, 'A'), common.inactive, 409),
      )
    },
    judged: ({ body }) => read(commission, body.id).timeControlComission.versao,
    reply: Done,
  }),
  call('GET /comission-result', {
    title: 'Ver as opções da consulta de comissões',
    menu: queryMenu,
    reply: z.object({
      clientes: z.array(z.object({ id: Id, cliente: Words })),
      colaboradores: z.array(z.object({ id: Id, nome: Words })),
    }),
    cut: ({ colaboradores }) => [cut.list(colaboradores, is(colaboradores.each.id, me.id), P)],
  }),
  call('POST /comission-result', {
    title: 'Consultar comissões',
    menu: queryMenu,
    safe: true,
    body: z.strictObject({
      clientes: z.array(Id).max(1000).optional(),
      colaboradores: z.array(Id).max(1000).optional(),
      nTicket: line(TICKET.name, TICKET.max).nullish(),
      dataInicio: Day.nullish(),
      dataFim: Day.nullish(),
      /** Addition to the contract: filters by the day of the release. Rows that are only planned have no such day. */
      liberadoDe: Day.nullish(),
      liberadoAte: Day.nullish(),
      status: z
        .array(z.enum(['Liberado', 'Previsto']))
        .max(2)
        .optional(),
    }),
    // The list contains the caller's own id and nothing else.
    rule: ({ body: { colaboradores } }) => any(P, all(is(colaboradores[0], me.id), absent(colaboradores[1]))),
    reply: z.array(CommissionResult),
  }),
]
