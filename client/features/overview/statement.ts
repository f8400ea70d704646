// The income statement as a pivot: what each line is in each month, in whole centavos, in one pass over its rows.
import type { DreLine, DreRow } from '../../../shared/features/overview.ts'
import { centsOf } from '../../../shared/money.ts'

export interface Line {
  /** Of its own in the statement; those of its parts begin with it and a line's end. */
  key: string
  name: string
  account: string
  /** What of the account it is, or is a posting of; null: of all of it, or of what belongs to no part. */
  part: string | null
  /** 0: an account or a subtotal; 1: what an account is made of; 2: a posting. */
  level: 0 | 1 | 2
  subtotal: boolean
  /** Centavos of each month, and of all. */
  values: number[]
  total: number
  /** A posting's. */
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
 * `months`: 'YYYY-MM', the columns; rows of another month are none of it. `accounts`: in their order, also those without a row; without them the order of
 * the rows. A subtotal is the sum of all accounts above it. Postings are lines where the rows name them.
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
    // What has postings of its own is no sum of others, whatever is said of it: nothing is lost.
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

/** The lines and what they are made of, as they come one below the other. */
export const allOf = (lines: readonly Line[]): Line[] => lines.flatMap((line) => [line, ...allOf(line.parts)])

/** Whether a row is one of those that a line is made of: the list behind a cell has the same rows as the cell's sum. */
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

/** Nothing is said of what is zero in a month to come, nor how large a part or how much more it is. `today`: 'YYYY-MM-DD'. */
export const isToCome = (month: string, today: string) => month > today.slice(0, 7)

/** Percent of the totalling account, or null without one. */
export const vertical = (cents: number, base: number | undefined) => (base ? (100 * cents) / base : null)
/** Percent by which it is more than it was, in the sense of the result; null where there was nothing. */
export const horizontal = (cents: number, before: number | undefined) => (before ? (100 * (cents - before)) / Math.abs(before) : null)
