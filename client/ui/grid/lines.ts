// Lines between rows that belong together, and heads under which they fold.
import { fold } from './fold.ts'

/** Where the grid is in the order of column `by`. */
export interface Lines<T> {
  by: string
  /** What its rows have in common, in the order of the column. */
  of: (row: T) => string
  label: (of: string) => string
  /** Where the grid opens: at the line `at`, else at the next one after it, else at the last before it; another `asked` opens it anew. Absent: at its top. */
  opening?: { at: string; asked: string }
}

/** Rows under a head each, in the order of their names, whatever the order within. */
export interface Groups<T> {
  /** What the names are: 'Usuário'. */
  title: string
  of: (row: T) => string
}

/** All are folded or none, but those named. */
export interface Folds {
  all: boolean
  but: ReadonlySet<string>
}

/** What is drawn: a line above its rows, how many they are, and each row by its place among the rows. `folded`: absent of a line that does not fold. */
export type Item = { line: string; of: string; count: number; folded?: boolean } | { index: number }

/** The rows group by group. */
export const inGroups = <R>(rows: R[], of: (row: R) => string) =>
  [...Map.groupBy(rows, of)].map(([name, own]) => ({ name, key: fold(name), own })).sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))

/** Groups under their heads; `folds` undefined: none is folded. */
export function headedItems(groups: { name: string; own: unknown[] }[], folds: Folds | undefined) {
  const items: Item[] = []
  let index = 0
  for (const { name, own } of groups) {
    const folded = folds !== undefined && folds.all !== folds.but.has(name)
    items.push({ line: name, of: name, count: own.length, folded })
    for (const end = index + own.length; index < end; index += 1) if (!folded) items.push({ index })
  }
  return items
}

/** The rows under their lines. */
export function itemsOf<T>(rows: T[], { of, label }: Lines<T>): Item[] {
  const items: Item[] = []
  let line: { line: string; of: string; count: number } | undefined
  for (const [index, row] of rows.entries()) {
    const group = of(row)
    if (line?.of !== group) {
      line = { line: label(group), of: group, count: 0 }
      items.push(line)
    }
    line.count += 1
    items.push({ index })
  }
  return items
}

/** The place among the items of the line that a grid opens at. */
export function startOf(items: Item[], at: string | undefined, descending: boolean) {
  if (at === undefined) return 0
  const isLater = (item: Item) => 'of' in item && item.of >= at
  // The next one is the last of the later ones where the latest comes first.
  const next = descending ? items.findLastIndex(isLater) : items.findIndex(isLater)
  if (next >= 0 || descending) return Math.max(next, 0)
  return Math.max(
    items.findLastIndex((item) => 'of' in item),
    0,
  )
}
