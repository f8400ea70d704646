// Lines between rows that belong together.

/** Where the grid is in the order of column `by`. */
export interface Lines<T> {
  by: string
  /** What its rows have in common, in the order of the column. */
  of: (row: T) => string
  label: (of: string) => string
  /** Where the grid opens: at the line `at`, else at the next one after it, else at the last before it; another `asked` opens it anew. Absent: at its top. */
  opening?: { at: string; asked: string }
}

/** What is drawn: a line above its rows, how many they are, and each row by its place among the rows. */
export type Item = { line: string; of: string; count: number } | { index: number }

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
