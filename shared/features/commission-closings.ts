// Closings of commissions, an addition to the contract. A closing takes what was released until the end of a month and no earlier closing took, and
// keeps it as it was. What changes later is in the next closing.
import { z } from 'zod'
import { P } from '../access.ts'
import { call } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { Amount, Created, Day, displayOnly, Done, Id, Instant, Month, Version, Words, WrittenDay } from '../wire.ts'

export const messages = {
  closed: 'Comissões fechadas!',
  /** `day` is the last day of the month, written DD/MM/AAAA. */
  nothing: (day: string) => `Até ${day} não há comissão liberada fora de um fechamento.`,
  notBegun: 'Só um mês que já começou pode ser fechado.',
  paid: 'Pagamento do fechamento registrado!',
  unpaid: 'Pagamento do fechamento desfeito!',
  paidInFuture: 'Pagamento não pode ser de um dia futuro.',
  paidBefore: 'Pagamento não pode ser antes do mês fechado.',
  tooMany: 'São comissões demais para um só fechamento. Feche antes um mês anterior.',
  listFailed: 'Falha ao carregar os fechamentos!',
}

/** `valor` is the sum of the commissions, formatted like '1.234,56'. */
export const CommissionClosing = z.object({
  id: Id,
  mes: Month,
  colaboradores: Amount,
  valor: Words,
  fechadoEm: displayOnly(Instant),
  fechadoPor: Words,
  /** The day of the payment, and the person who entered it; null while the closing is not paid. */
  pagoEm: Day.nullable(),
  pagoPor: Words.nullable(),
  versao: Version,
})
export type CommissionClosing = z.output<typeof CommissionClosing>

/** A release as it was when it was closed. Amounts are formatted like '1.234,56', and negative if hours were taken back. */
export const CommissionClosingRow = z.object({
  /** Id of the release. */
  id: Id,
  /** Id of the service control. */
  idLoteHoras: Id,
  nTicket: Words.nullable(),
  colaborador: Words,
  cliente: Words,
  dataRef: displayOnly(Day),
  liberadoEm: displayOnly(Day),
  horas: Words,
  valorHora: Words.nullable(),
  total: Words.nullable(),
  comissao: Amount,
  valor: Words.nullable(),
  /** The first closed month with the same hours, if this row comes later; otherwise null. */
  ajusteDe: Month.nullable(),
})
export type CommissionClosingRow = z.output<typeof CommissionClosingRow>

/** The releases of a person that a closing would take. `ajustes` counts the rows that come after an earlier closing of the same hours. */
const Open = z.object({ id: Id, colaborador: Words, registros: Amount, ajustes: Amount, valor: Words })

const menu = '/consulta-comissoes'
export const commissionClosings = [
  call('GET /comission-closing', {
    title: 'Ver os fechamentos de comissões',
    added: true,
    menu,
    rule: () => P,
    reply: z.array(CommissionClosing),
  }),
  call('GET /comission-closing/preview', {
    title: 'Ver o que um fechamento de comissões levaria',
    added: true,
    menu,
    query: z.strictObject({ mes: Month }),
    rule: () => P,
    reply: z.array(Open),
  }),
  call('GET /comission-closing/{id}', {
    title: 'Abrir um fechamento de comissões',
    added: true,
    menu,
    rule: () => P,
    reply: z.object({ fechamento: CommissionClosing, comissoes: z.array(CommissionClosingRow) }),
  }),
  call('GET /comission-closing/{id}/history', {
    title: 'Ver o histórico de um fechamento de comissões',
    added: true,
    menu,
    query: HistoryQuery,
    rule: () => P,
    reply: History,
  }),
  call('POST /comission-closing', {
    title: 'Fechar comissões',
    added: true,
    menu,
    body: z.strictObject({ mes: Month }),
    rule: () => P,
    reply: Created,
  }),
  call('PUT /comission-closing/{id}', {
    title: 'Registrar o pagamento de um fechamento de comissões',
    added: true,
    menu,
    /** Without a day, the closing is not paid. */
    body: z.strictObject({ pagoEm: WrittenDay.nullable(), versao: Version }),
    rule: () => P,
    reply: Done,
  }),
]
