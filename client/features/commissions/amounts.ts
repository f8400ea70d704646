// Columns that the query of commissions and the closings share.
import { contracted, minutesIn } from '../../../shared/hours.ts'
import { centsOfBr, moneyBr, reaisOf } from '../../../shared/money.ts'
import type { Column } from '../../ui/grid/useGrid.ts'
import { percentBr } from '../../ui/number.ts'
import { hoursBr } from '../service-hours/Balance.tsx'

const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)
/** Turns the hyphen of the API's '-1.234,56' into the screen's minus sign. The search also finds the API's text. */
const signed = (text: string | null) => text?.replace('-', '\u2212') ?? null
/** Sum of amounts in the API's format, '1.234,56'. */
export const sumBr = <T>(rows: T[], of: (row: T) => string | null) => signed(moneyBr(sum(rows, (row) => centsOfBr(of(row) ?? '0,00')))) ?? ''

/** Column for an amount in the API's format, '1.234,56'. */
export const priced = <T>(id: string, label: string, of: (row: T) => string | null, width: number): Column<T> => ({
  id,
  label,
  value: (row) => {
    const text = of(row)
    return text === null ? null : reaisOf(centsOfBr(text))
  },
  text: (row) => signed(of(row)),
  alias: (row) => (of(row)?.startsWith('-') ? (of(row) ?? undefined) : undefined),
  money: true,
  figures: true,
  width,
})
export const money = <T>(id: string, label: string, of: (row: T) => string | null, width: number): Column<T> => ({
  ...priced(id, label, of, width),
  sum: (rows) => sumBr(rows, of),
})
export const hours = <T>(id: string, label: string, of: (row: T) => string | null): Column<T> => ({
  id,
  label,
  value: (row) => {
    const text = of(row)
    return text === null ? null : 60 * minutesIn(text)
  },
  text: (row) => {
    const text = of(row)
    return text === null ? null : hoursBr(text)
  },
  sum: (rows) => hoursBr(contracted(sum(rows, (row) => minutesIn(of(row) ?? '00:00')))),
  seconds: 'lasted',
  figures: true,
  width: 94,
  narrow: 78,
})

/** The fields that both kinds of rows have. */
interface Shared {
  idLoteHoras: number
  nTicket: string | null
  cliente: string | null
  dataRef: string | null
  liberadoEm?: string | null | undefined
  valorHora: string | null
  total: string | null
  comissao: number | null
}
const date = { date: 'day', figures: true, width: 108, narrow: 98 } as const
export const shared = {
  control: { id: 'lote', label: 'Lote', value: (row) => row.idLoteHoras, figures: true, width: 90, narrow: 76, card: 'Lote' },
  ticket: { id: 'ticket', label: 'Ticket', value: (row) => row.nTicket, ticket: true, figures: true, width: 76, narrow: 64, card: 'Ticket' },
  client: { id: 'cliente', label: 'Cliente', value: (row) => row.cliente, main: true, narrow: 164 },
  day: { id: 'data', label: 'Data Ref.', value: (row) => row.dataRef, ...date },
  released: { id: 'liberado-em', label: 'Liberado em', value: (row) => row.liberadoEm ?? null, ...date, card: 'Liberado em' },
  price: { ...priced<Shared>('valor-hora', 'Valor Hora', (row) => row.valorHora, 96), card: 'a R$' },
  total: { ...money<Shared>('total', 'Total', (row) => row.total, 124), card: 'Total R$' },
  percent: {
    id: 'comissao',
    label: 'Comissão',
    value: (row) => row.comissao,
    text: ({ comissao }) => (comissao === null ? null : percentBr(comissao, 1)),
    figures: true,
    width: 88,
    narrow: 72,
    card: 'Comissão',
  },
} satisfies Record<string, Column<Shared>>
