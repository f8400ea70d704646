// The income statement as a pivot table: each line's amount per month, in whole centavos, computed in one pass over the rows.
import type { DreLine, DreRow } from '../../../shared/features/overview.ts'
import { centsOf } from '../../../shared/money.ts'

export interface Line {
  /** Unique key. The keys of a line's parts begin with the line's own key and a newline. */
  key: string
  name: string
  account: string
  /**
   * Name of the account's part: the line itself (level 1) or the part of its posting (level 2). Null for a whole account, or a posting without a
   * part.
   */
  part: string | null
  /** 0: account or subtotal; 1: part of an account; 2: posting. */
  level: 0 | 1 | 2
  subtotal: boolean
  /** Amounts in centavos, per month and in total. */
  values: number[]
  total: number
  /** Day of a posting. */
  day?: string
  parts: Line[]
}

const lineOf = (of: Pick<Line, 'account' | 'part' | 'level' | 'name'>, months: number, nth?: number): Line => ({
  ...of,
  key: [of.account, ...(of.level > 0 ? [of.part ?? ''] : []), ...(nth === undefined ? [] : [nth])].join('\n'),
  subtotal: false,
  values: Array.from({ length: months }, () => 0),
  total: 0,
  parts: [],
})
function add(line: Line, at: number, cents: number) {
  line.values[at] = (line.values[at] ?? 0) + cents
  line.total += cents
}

/**
 * Builds the statement. `months` ('YYYY-MM') are the columns; rows of other months are ignored. `accounts` sets the order and adds accounts that have
 * no rows; without `accounts`, the rows set the order. A subtotal is the sum of all accounts above it. A posting becomes a line of its own if the row
 * has a posting text.
 */
export function statementOf(rows: readonly DreRow[], accounts: readonly DreLine[] | undefined, months: readonly string[]): Line[] {
  const column = new Map(months.map((month, at) => [month, at]))
  const lines = new Map<string, Line>()
  const accountOf = (name: string) => {
    const known = lines.get(name)
    if (known) return known
    const line = lineOf({ account: name, part: null, level: 0, name }, months.length)
    lines.set(name, line)
    return line
  }
  for (const { descricao, subtotal } of accounts ?? []) accountOf(descricao).subtotal = subtotal
  const parts = new Map<string, Line>()
  for (const [nth, { descricaoConta, custoAnalitico, descricaoLancamento, dataLancamento, valor }] of rows.entries()) {
    const at = column.get((dataLancamento ?? '').slice(0, 7))
    if (at === undefined) continue
    const cents = centsOf(valor ?? 0)
    const account = accountOf(descricaoConta ?? '')
    add(account, at, cents)
    // An account with postings of its own is never a subtotal, even if the API says so: as a subtotal it would lose those amounts.
    account.subtotal = false
    let owner = account
    if (custoAnalitico !== null) {
      const key = `${account.key}\n${custoAnalitico}`
      const known = parts.get(key)
      owner = known ?? lineOf({ account: account.name, part: custoAnalitico, level: 1, name: custoAnalitico }, months.length)
      if (!known) account.parts.push(owner)
      parts.set(key, owner)
      add(owner, at, cents)
    }
    if (descricaoLancamento === null) continue
    const of = { account: account.name, part: custoAnalitico, level: 2, name: descricaoLancamento } as const
    const posting = { ...lineOf(of, months.length, nth), day: (dataLancamento ?? '').slice(0, 10) }
    add(posting, at, cents)
    owner.parts.push(posting)
  }
  const running = lineOf({ account: '', part: null, level: 0, name: '' }, months.length)
  const all = [...lines.values()]
  for (const line of all)
    if (line.subtotal) Object.assign(line, { values: [...running.values], total: running.total })
    else for (const [at, cents] of line.values.entries()) add(running, at, cents)
  return all
}

/** The lines with all their parts, in display order. */
export const allOf = (lines: readonly Line[]): Line[] => lines.flatMap((line) => [line, ...allOf(line.parts)])

/** Returns a predicate for the rows behind a line, so that the list behind a cell adds up to the cell's amount. */
export function isOfLine(all: readonly Line[], line: Line) {
  if (!line.subtotal)
    return ({ descricaoConta, custoAnalitico }: DreRow) =>
      (descricaoConta ?? '') === line.account && (line.level === 0 || custoAnalitico === line.part)
  const above = new Set(
    all
      .slice(
        0,
        all.findIndex(({ key }) => key === line.key),
      )
      .flatMap(({ name, subtotal }) => (subtotal ? [] : [name])),
  )
  return ({ descricaoConta }: DreRow) => above.has(descricaoConta ?? '')
}

/** Whether a month is in the future. Future months do not show zero amounts and percentages. `today`: 'YYYY-MM-DD'. */
export const isToCome = (month: string, today: string) => month > today.slice(0, 7)

/** Percentage of the base account; null without a base. */
export const vertical = (cents: number, base: number | undefined) => (base ? (100 * cents) / base : null)
/** Percentage change, positive when the result improves; null when the previous amount is missing or zero. */
export const horizontal = (cents: number, before: number | undefined) => (before ? (100 * (cents - before)) / Math.abs(before) : null)
