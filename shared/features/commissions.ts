// Commissions: the entries of one service control, and the query of the commissions of all controls.
import { z } from 'zod'
import { absent, all, any, cut, is, me, must, P, type Ref } from '../access.ts'
import { call, kilobytes, read } from '../call.ts'
import { addMonths, isDay, YEARS } from '../clock.ts'
import { History, HistoryQuery } from '../history.ts'
import { messages as common } from '../messages.ts'
import { centsOf, centsOfBr, NOT_POSITIVE, reaisOf } from '../money.ts'
import { lengthOf, tooLong } from '../text.ts'
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
  onlyInstalments: 'Só parcelas podem ser várias de uma vez.',
  tooManyInstalments: 'No máximo 60 parcelas de uma vez.',
  tooLittle: 'Cada parcela precisa de ao menos um centavo.',
  /** Amounts are written as 'R$ 1.234,56'. */
  beyondContract: (contract: string, beyond: string) => `As parcelas passam o valor do contrato (${contract}) em ${beyond}.`,
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

/** Rounds halves away from zero, so that minutes taken back have the value that they were released with. Never returns -0. */
const rounded = (cents: number) => Math.sign(cents) * Math.round(Math.abs(cents)) || 0
/**
 * `valueOf` is the value of minutes at a price in cents per hour, rounded to the cent. `commissionOf` is a percentage of that value; `percent` has at
 * most two decimals. Both are negative for minutes that are taken back.
 */
export const valueOf = (minutes: number, cents: number) => rounded((minutes * cents) / 60)
export const commissionOf = (minutes: number, cents: number, percent: number) => rounded((minutes * cents * Math.round(100 * percent)) / 600_000)

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
export type CommissionSummary = z.output<typeof CommissionSummary>

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

/** Maximum number of instalments that one form may create. */
export const MOST_INSTALMENTS = 60
const NewEntry = z
  .strictObject({
    id: NewId,
    ...fields,
    /** Addition to the contract: splits `valor` into this many monthly instalments, the first of them on `data`. */
    parcelas: z.int(common.number).min(1, common.number).max(MOST_INSTALMENTS, messages.tooManyInstalments).optional(),
  })
  .refine(({ tipo, parcelas = 1 }) => tipo === 'P' || parcelas === 1, { path: ['parcelas'], error: messages.onlyInstalments })
  .refine(({ valor, parcelas = 1 }) => parcelas === 1 || centsOf(valor) >= parcelas, { path: ['valor'], error: messages.tooLittle })
  // A refinement also runs after a field was refused, so the day may be none.
  .refine(({ data, parcelas = 1 }) => parcelas === 1 || !isDay(data) || addMonths(data, parcelas - 1) <= YEARS[1], {
    path: ['data'],
    error: common.day,
  })
  .refine(({ historico, parcelas = 1 }) => parcelas === 1 || lengthOf(numbered(historico, parcelas, parcelas)) <= HISTORY.max, {
    path: ['historico'],
    error: tooLong(HISTORY),
  })
type NewEntry = z.output<typeof NewEntry>

const numbered = (history: string | null | undefined, nth: number, count: number) =>
  [history, count > 1 && `Parcela ${nth} de ${count}`].filter(Boolean).join(' - ')

/** The entries to store for a new entry: one, or monthly instalments whose amounts add up to its amount. The last one takes the odd cents. */
export function entriesOf<E extends Pick<NewEntry, 'data' | 'valor' | 'historico' | 'parcelas'>>(entry: E): E[] {
  const { data, valor, historico, parcelas: count = 1 } = entry
  if (count === 1) return [entry]
  const each = Math.floor(centsOf(valor) / count)
  return Array.from({ length: count }, (_, nth) => ({
    ...entry,
    data: addMonths(data, nth),
    valor: reaisOf(nth === count - 1 ? centsOf(valor) - each * nth : each),
    historico: numbered(historico, nth + 1, count),
  }))
}

/** The oldest instalment that the receipts do not cover, and its open amount in cents. Receipts cover the oldest instalment first. */
export function openInstalmentOf(cards: CommissionCard[]) {
  const active = cards.filter(({ idStatus }) => idStatus === 'A')
  const centsIn = ({ valor }: CommissionCard) => centsOfBr(valor ?? '0,00')
  let received = active.reduce((all, card) => all + (card.tipo === 'R' ? centsIn(card) : 0), 0)
  const due = active
    .filter(({ tipo }) => tipo === 'P')
    .toSorted((a, b) => ((a.data ?? '') < (b.data ?? '') ? -1 : a.data === b.data ? a.id - b.id : 1))
  for (const card of due) {
    const left = centsIn(card) - received
    if (left > 0) return { data: card.data, nTicket: card.nTicket, cents: left }
    received = -left
  }
  return undefined
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
    added: true,
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
    body: NewEntry,
    // The history is stored once per instalment, so its size counts for each of them.
    weight: ({ parcelas = 1, historico }) => parcelas * kilobytes(historico ?? ''),
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
