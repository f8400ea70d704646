// The period of a closing: the movements that it counted, and the balances before and after them.
import { addDays } from '../../../shared/clock.ts'

/** Amounts in cents on the card (C) and in cash (D). */
export type Balances = Record<'C' | 'D', number>

/** An active movement or closing. `closedCard` and `closedCash` are the balances stored with a closing; closings from before 2026-11-29 have none. */
export interface Line {
  id: number
  operator: 'C' | 'D' | 'F'
  operation: 'C' | 'D' | null
  cents: number
  onDay: string
  closedCard: number | null
  closedCash: number | null
}

export interface Period<L extends Line> {
  from: string
  opening: Balances
  movements: L[]
  /** Difference between the stored balances and the movements. Other than zero only if movements of a closed day were changed after the closing. */
  changedLater: Balances
  closing: Balances
}

/** The effect of a movement on its balance, in cents. */
export const signed = ({ operator, cents }: Line) => (operator === 'C' ? cents : operator === 'D' ? -cents : 0)

const plus = (before: Balances, lines: readonly Line[]) => {
  const after = { ...before }
  for (const line of lines) if (line.operation) after[line.operation] += signed(line)
  return after
}
const minus = (a: Balances, b: Balances): Balances => ({ C: a.C - b.C, D: a.D - b.D })
const isSame = (a: Balances, b: Balances) => a.C === b.C && a.D === b.D

/**
 * The period of the closing `id`. `lines` are all active movements of the batch, by day and order of entry. A closing counts the earlier lines that no
 * closing before it counted. If it was reactivated or imported, it also counted lines of its own day that were entered after it: as many as make the
 * stored balances right.
 */
export function periodOf<L extends Line>(lines: readonly L[], id: number): Period<L> | undefined {
  let opening: Balances = { C: 0, D: 0 }
  let begun: string | undefined
  let left: readonly L[] = lines.filter(({ operator }) => operator !== 'F')
  for (const closing of lines.filter(({ operator }) => operator === 'F')) {
    const due = left.filter((line) => line.onDay < closing.onDay || (line.onDay === closing.onDay && line.id < closing.id))
    const late = left.filter((line) => line.onDay === closing.onDay && line.id > closing.id)
    const before = plus(opening, due)
    const kept = closing.closedCard === null || closing.closedCash === null ? before : { C: closing.closedCard, D: closing.closedCash }
    const counts = [...late.keys(), late.length]
    const count = counts.find((most) => isSame(plus(before, late.slice(0, most)), kept)) ?? 0
    const movements = [...due, ...late.slice(0, count)]
    if (closing.id === id) {
      const days = [closing.onDay, ...(begun ? [addDays(begun, 1)] : []), ...movements.map(({ onDay }) => onDay)]
      const from = days.toSorted()[0] ?? closing.onDay
      return { from, opening, movements, changedLater: minus(kept, plus(opening, movements)), closing: kept }
    }
    opening = kept
    begun = closing.onDay
    const counted = new Set(movements)
    left = left.filter((line) => !counted.has(line))
  }
  return undefined
}
