// This module is loaded only on click, because the spreadsheet library is larger than all other code together.
import { Workbook, type Worksheet } from 'exceljs'
import { dateBr, wallDay } from '../../../shared/clock.ts'
import { DAY_SECONDS, duration } from '../../../shared/hours.ts'
import { centsOf, moneyBr } from '../../../shared/money.ts'
import { serverNow } from '../../api/clock.ts'
import type { Groups } from './lines.ts'
import { saveFile } from './saveFile.ts'
import { textOf, type Column } from './useGrid.ts'

/** A sum of the column `of` over certain rows. `where` maps column ids to the words that those rows have. */
export interface Sum {
  label: string
  of: string
  where: Record<string, string>
  /** A second sum, which is subtracted: the same column over the rows that have these words. */
  less?: Record<string, string>
}

export interface Sheet<T> {
  columns: Column<T>[]
  rows: T[]
  /** The filters that selected the rows, in words. */
  filters: string[]
  /** Groups with subtotals; the rows are sorted by group. */
  groups?: Groups<T> | undefined
  /** Outline level of a row, with which the spreadsheet folds it; 0 for a row that does not fold. */
  levelOf?: (row: T) => number
  /** The cells that a cell adds up, each named by its row and column id; undefined for a cell that is no sum. */
  partsOf?: (row: T, column: string) => [row: T, column: string][] | undefined
  /** Set if the columns are wider than a page: the first column stays in view, and printing fits the sheet to the paper's width. */
  wide?: true
  /** Sums below the data, one row each. Without them, one row sums the columns that have a `sum`. */
  sums?: Sum[]
}

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FORMATS = {
  day: 'dd/mm/yyyy',
  minute: 'dd/mm/yyyy hh:mm',
  second: 'dd/mm/yyyy hh:mm:ss',
  clock: 'hh:mm:ss',
  lasted: '[hh]:mm:ss',
  money: '"R$" #,##0.00',
  percent: '0.0',
}
/** Number of leading characters of a date or an instant that are exported. */
const READ = { day: 10, minute: 16, second: 19 }
const NAME_LENGTH = 31
/** Minimum and maximum column width in characters. */
const [NARROWEST, WIDEST] = [8, 60]
/** Column width in characters for values that are not texts, as FORMATS shows them. */
const SHOWN = { day: 10, minute: 16, second: 19, clock: 8, lasted: 10, percent: 6 }
/** Maximum number of characters in a cell, with a reserve for escaped characters. */
const CELL = 32_000

/**
 * Saves `rows` as '<name> DD-MM-AAAA.xlsx'. If filters are active, the first row names them. A header row and the rows follow, with real numbers,
 * dates and texts. A row with subtotals precedes each group, so that the spreadsheet can fold the group; a grand total ends the sheet. Sums are
 * formulas in the columns that have a `sum`. The only objects in cells are dates and such formulas, so no text that a person entered can become a
 * formula.
 */
export async function exportSheet<T>(name: string, { columns: shown, rows, filters, groups, levelOf, partsOf, sums, wide }: Sheet<T>) {
  const columns = groups ? [{ id: 'grupo', label: groups.title, value: groups.of }, ...shown] : shown
  const book = new Workbook()
  const heads = filters.length > 0 ? 2 : 1
  // The sums of filtered rows differ from the totals on the screen, so their labels say 'filtrado'.
  const figures = filters.length > 0 ? sums?.map((sum) => ({ ...sum, label: `${sum.label} (filtrado)` })) : sums
  const sheet = book.addWorksheet(nameOf(name), {
    views: [{ state: 'frozen', ySplit: heads, ...(wide && { xSplit: 1 }) }],
    ...(wide && {
      // Prints on A4 in landscape, fitted to the paper's width and as long as needed, with the header on every page.
      pageSetup: { paperSize: 9, orientation: 'landscape', fitToPage: true, fitToWidth: 1, fitToHeight: 0, printTitlesRow: `1:${heads}` },
    }),
    // Sum rows are above the rows they add up. `outlineLevelRow` must exceed every level in use, because rows at that level or deeper would be
    // written as folded.
    ...((groups ?? levelOf) && { properties: { outlineLevelRow: 3, outlineProperties: { summaryBelow: false, summaryRight: false } } }),
  })
  sheet.columns = columns.map((column) => {
    const kind = kindOf(column)
    return { width: widthOf(column, rows), ...(kind && { style: { numFmt: FORMATS[kind] } }) }
  })
  if (filters.length > 0) sheet.addRow([written(`Filtros: ${filters.join('; ')}`)])
  sheet.addRow(columns.map(({ label }) => label))
  for (let head = 1; head <= heads; head += 1) sheet.getRow(head).font = { bold: true }
  const add = (row: T) => sheet.addRow(columns.map((column) => cellOf(column, row)))
  const addSums = (of: string, own: T[]) => {
    const sums = columns.map((column) => {
      const { seconds, money, sum, value } = column
      if (seconds !== 'lasted' && !(money && sum)) return null
      const total = own.reduce((all, row) => all + (money ? centsOf(Number(value(row))) : Number(value(row))), 0)
      return money ? total / 100 : lasting(total)
    })
    sheet.addRow([written(of), ...sums.slice(1)]).font = { bold: true }
  }
  if (groups) {
    for (const [of, own] of Map.groupBy(rows, groups.of)) {
      addSums(of, own)
      for (const row of own) add(row).outlineLevel = 1
    }
    addSums('Total geral', rows)
  } else {
    const rowOf = new Map(rows.map((row, nth) => [row, heads + 1 + nth]))
    const addressOf = ([row, id]: [T, string]) => `${sheet.getColumn(columns.findIndex((column) => column.id === id) + 1).letter}${rowOf.get(row)}`
    for (const row of rows) {
      const added = add(row)
      added.outlineLevel = levelOf?.(row) ?? 0
      for (const [at, { id }] of (partsOf ? columns : []).entries()) {
        const parts = partsOf?.(row, id)
        const cell = added.getCell(at + 1)
        if (parts?.length) cell.value = { formula: parts.map(addressOf).join('+'), result: Number(cell.value) }
      }
    }
    if (rows.length > 0 && figures) addFigures(sheet, { columns, rows, sums: figures }, heads + 1)
    else if (rows.length > 0 && columns.some(({ sum }) => sum)) addTotals(sheet, columns, rows, heads + 1)
  }
  const blob = new Blob([await book.xlsx.writeBuffer()], { type: TYPE })
  saveFile(`${name} ${wallDay(serverNow()).split('-').toReversed().join('-')}.xlsx`, blob)
}

/** Name of the sheet. A long name is shortened in the middle, because its end identifies the record: 'Registro de Comi… - 208'. */
function nameOf(name: string) {
  const allowed = name.replaceAll(/[*?:\\/[\]]/g, '')
  if (allowed.length <= NAME_LENGTH) return allowed
  const at = allowed.lastIndexOf(' - ')
  const end = at < 0 ? '' : allowed.slice(at)
  return end.length < NAME_LENGTH / 2 ? `${allowed.slice(0, NAME_LENGTH - end.length - 1)}…${end}` : allowed.slice(0, NAME_LENGTH)
}

const kindOf = <T>({ date, seconds, money, percent }: Column<T>) => date ?? seconds ?? (money && 'money') ?? (percent && 'percent')

/** Width of a column in characters: its longest text, including the header. */
function widthOf<T>(column: Column<T>, rows: T[]) {
  const kind = kindOf(column)
  const lengthOf = (row: T) => {
    const given = column.value(row)
    if (given === null) return 0
    // The length of the displayed text decides, not that of the number: 1234.5 is shown as 'R$ 1.234,56'.
    if (kind === 'money') return `R$ ${moneyBr(centsOf(Number(given)))}`.length
    if (kind) return SHOWN[kind]
    return Math.max(
      ...String(column.code ? textOf(column, row) : given)
        .split('\n')
        .map(({ length }) => length),
    )
  }
  const longest = rows.reduce((most, row) => Math.max(most, lengthOf(row)), column.label.length)
  // Adds extra width, because headers are bold and therefore wider.
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2))
}

/** Adds in whole cents or seconds, because adding decimals gives 0.1 + 0.2 = 0.30000000000000004. */
function added<T>(values: number[], column: Column<T> | undefined) {
  const parts = column?.seconds ? DAY_SECONDS : 100
  return values.reduce((all, one) => all + Math.round(parts * one), 0) / parts
}

/** Adds a last row with the totals of all rows from row `first` on. */
function addTotals<T>(sheet: Worksheet, columns: Column<T>[], rows: T[], first: number) {
  const last = sheet.rowCount
  const totals = sheet.addRow(columns.map((_, at) => (at === 0 ? 'Total' : null)))
  totals.font = { bold: true }
  for (const [at, column] of columns.entries()) {
    const { letter } = sheet.getColumn(at + 1)
    const values = Array.from({ length: last - first + 1 }, (_, nth) => Number(sheet.getCell(first + nth, at + 1).value ?? 0))
    // SUM ignores texts, and negative durations are texts. With such a duration, the total is written as a text too.
    if (column.sum && values.some(Number.isNaN)) totals.getCell(at + 1).value = column.sum(rows)
    // The formula is stored with its result, for programs that read the file without calculating.
    else if (column.sum) totals.getCell(at + 1).value = { formula: `SUM(${letter}${first}:${letter}${last})`, result: added(values, column) }
  }
}

/** Adds one row for each sum; the sums are over all rows from row `first` on. */
function addFigures<T>(sheet: Worksheet, { columns, rows, sums }: { columns: Column<T>[]; rows: T[]; sums: Sum[] }, first: number) {
  const last = sheet.rowCount
  const placeOf = (id: string) => columns.findIndex((column) => column.id === id)
  const range = (id: string) => {
    const { letter } = sheet.getColumn(placeOf(id) + 1)
    return `${letter}${first}:${letter}${last}`
  }
  for (const { label, of, where, less } of sums) {
    const formulaOf = (words: Record<string, string>) =>
      `SUMIFS(${[range(of), ...Object.entries(words).flatMap(([id, word]) => [range(id), `"${word}"`])].join(',')})`
    const valuesOf = (words: Record<string, string>) =>
      rows
        .filter((row) => Object.entries(words).every(([id, word]) => columns[placeOf(id)]?.value(row) === word))
        .map((row) => Number(columns.flatMap((column) => (column.id === of ? cellOf(column, row) : []))[0] ?? 0))
    const figure = sheet.addRow([label])
    figure.font = { bold: true }
    figure.getCell(placeOf(of) + 1).value = {
      formula: less ? `${formulaOf(where)}-${formulaOf(less)}` : formulaOf(where),
      result: added([...valuesOf(where), ...(less ? valuesOf(less).map((one) => -one) : [])], columns[placeOf(of)]),
    }
  }
}

/**
 * Excel treats 1900 as a leap year and other programs do not, so a day number before this date means different days. Earlier dates are written as
 * text.
 */
const COUNTED_ALIKE = '1900-03-01'

/** A time as spreadsheets store it. In their usual calendar, they show a negative time as ####, so it is written as text. */
const lasting = (total: number) => (total < 0 ? `-${duration(-total)}` : total / DAY_SECONDS)

/** The value of a cell. Dates are in local time, because spreadsheets have no time zones. */
function cellOf<T>(column: Column<T>, row: T) {
  const { value, date, seconds, code } = column
  const given = code ? textOf(column, row) : value(row)
  if (seconds && typeof given === 'number') return lasting(given)
  if (typeof given !== 'string') return given
  if (!date) return written(given)
  return given < COUNTED_ALIKE ? dateBr(given) : new Date(given.slice(0, READ[date]) + (date === 'day' ? '' : 'Z'))
}

/**
 * Removes characters that XML cannot hold, because a single one makes the file unreadable. Also escapes a text such as '_x202E_', because
 * spreadsheets would read it as the character with that code.
 */
const written = (text: string) =>
  text
    .slice(0, CELL)
    .toWellFormed()
    .replaceAll(/[\p{Noncharacter_Code_Point}\0-\u0008\u000B\u000C\u000E-\u001F]/gu, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
