// Separator lines between related rows, and group headers that fold.
import { fold } from './fold.ts'

/** Separator lines. They are shown when the grid is sorted by the column `by`. */
export interface Lines<T> {
  by: string
  /** Returns the key that related rows share. Keys sort in the same order as the column. */
  of: (row: T) => string
  label: (of: string) => string
  /**
   * The grid opens at the line whose key is `at`. If there is no such line, the grid opens at the next later line, or else at the last earlier one.
   * When `asked` changes, the grid opens there again. Without `opening`, it opens at the top.
   */
  opening?: { at: string; asked: string }
}

/** Groups of rows. They are sorted by name, whatever the order of the rows within them. */
export interface Groups<T> {
  /** Title of the grouping, such as 'Usuário'. */
  title: string
  of: (row: T) => string
}

/** Tells which groups are folded: all of them or none, except for those named in `but`. */
export interface Folds {
  all: boolean
  but: ReadonlySet<string>
}

/** An item to draw: a separator line with the number of its rows, or the index of a row. `folded` is absent for a line that does not fold. */
export type Item = { line: string; of: string; count: number; folded?: boolean } | { index: number }

/** Splits rows into groups, sorted by name. */
export const inGroups = <R>(rows: R[], of: (row: R) => string) =>
  [...Map.groupBy(rows, of)]
    .map(([name, group]) => ({ name, key: fold(name), rows: group }))
    .sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))

/** Group headers with the rows of the groups that are not folded. Without `folds`, no group is folded. */
export function headedItems(groups: { name: string; rows: unknown[] }[], folds: Folds | undefined) {
  const items: Item[] = []
  let index = 0
  for (const { name, rows } of groups) {
    const folded = folds !== undefined && folds.all !== folds.but.has(name)
    items.push({ line: name, of: name, count: rows.length, folded })
    for (const end = index + rows.length; index < end; index += 1) if (!folded) items.push({ index })
  }
  return items
}

/** Rows with their separator lines. */
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

/** Index of the line at which the grid opens. */
export function startOf(items: Item[], at: string | undefined, descending: boolean) {
  if (at === undefined) return 0
  const isLater = (item: Item) => 'of' in item && item.of >= at
  // In descending order the later lines come first, so the nearest of them is the last one.
  const next = descending ? items.findLastIndex(isLater) : items.findIndex(isLater)
  if (next >= 0 || descending) return Math.max(next, 0)
  return Math.max(
    items.findLastIndex((item) => 'of' in item),
    0,
  )
}
