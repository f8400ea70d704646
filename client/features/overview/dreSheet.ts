// The statement as a spreadsheet. It includes folded lines and gives each line an outline level.
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { reaisOf } from '../../../shared/money.ts'
import { serverNow } from '../../api/clock.ts'
import type { Sheet } from '../../ui/grid/exportSheet.ts'
import type { Column } from '../../ui/grid/useGrid.ts'
import { monthHead } from './figures.ts'
import { allOf, horizontal, isToCome, vertical, type Line } from './statement.ts'

const toHundredth = (percent: number | null) => (percent === null ? null : Math.round(100 * percent) / 100)

const total: Column<Line> = { id: 'total', label: 'Total', money: true, value: (line) => reaisOf(line.total) }

const percentColumn = (id: string, label: string, value: (line: Line) => number | null): Column<Line> => ({ id, label, percent: true, value })

/** The cells that a total or subtotal adds up. A total adds its months; a subtotal adds the previous subtotal and the accounts in between. */
const partsIn =
  (lines: Line[], months: string[], reaisAt: (line: Line, at: number) => number | null): NonNullable<Sheet<Line>['partsOf']> =>
  (line, column) => {
    if (column === total.id) return months.map((month) => [line, month])
    if (!line.subtotal || !months.includes(column) || reaisAt(line, months.indexOf(column)) === null) return undefined
    const above = lines.slice(
      0,
      lines.findIndex(({ key }) => key === line.key),
    )
    return above
      .slice(
        Math.max(
          0,
          above.findLastIndex(({ subtotal }) => subtotal),
        ),
      )
      .map((one) => [one, column])
  }

interface By {
  base: Line | undefined
  horizontal: boolean
}

export function sheetOf(lines: Line[], months: string[], filters: string[], by: By): Sheet<Line> {
  const { base } = by
  const today = wallDay(serverNow())
  const reaisAt = (line: Line, at: number) => {
    const cents = line.values[at] ?? 0
    return cents === 0 && isToCome(months[at] ?? '', today) ? null : reaisOf(cents)
  }
  const percentAt = (month: string, percent: number | null) => (isToCome(month, today) ? null : toHundredth(percent))
  const columns: Column<Line>[] = [
    { id: 'conta', label: 'Conta', main: true, value: ({ level, name, day }) => `${'    '.repeat(level)}${day ? `${dayBr(day)} ` : ''}${name}` },
    ...months.flatMap((month, at): Column<Line>[] => [
      { id: month, label: monthHead(month), money: true, value: (line) => reaisAt(line, at) },
      ...(base
        ? [percentColumn(`${month} av`, `AV % ${monthHead(month)}`, (line) => percentAt(month, vertical(line.values[at] ?? 0, base.values[at])))]
        : []),
      ...(by.horizontal
        ? [
            percentColumn(`${month} ah`, `AH % ${monthHead(month)}`, (line) =>
              percentAt(month, horizontal(line.values[at] ?? 0, line.values[at - 1])),
            ),
          ]
        : []),
    ]),
    ...(months.length > 1 ? [total] : []),
    ...(months.length > 1 && base ? [percentColumn('total av', 'AV % Total', (line) => toHundredth(vertical(line.total, base.total)))] : []),
  ]
  return { columns, rows: allOf(lines), filters, levelOf: ({ level }) => level, wide: true, partsOf: partsIn(lines, months, reaisAt) }
}
