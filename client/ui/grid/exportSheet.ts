// Loaded on the click only: the library is larger than everything else together.
import { Workbook } from 'exceljs'
import { dateBr, wallDay } from '../../../shared/clock.ts'
import { DAY_SECONDS } from '../../../shared/hours.ts'
import { serverNow } from '../../api/clock.ts'
import { saveFile } from './saveFile.ts'
import type { Sheet } from './SheetButton.tsx'
import type { Column } from './useGrid.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FORMATS = { day: 'dd/mm/yyyy', minute: 'dd/mm/yyyy hh:mm', second: 'dd/mm/yyyy hh:mm:ss', clock: 'hh:mm:ss', lasted: '[hh]:mm:ss' }
/** Characters of a date or an instant that are read. */
const READ = { day: 10, minute: 16, second: 19 }
const NAME_LENGTH = 31

/**
 * Saves `rows` as '<name> DD-MM-AAAA.xlsx': what narrowed them, if anything did, a title row, then real numbers, dates and texts.
 * Groups stand under a row of their sums each, by which a spreadsheet folds them, and the sums of all at the end.
 * Never an object in a cell but a date: that is how a formula gets in.
 */
export async function exportSheet<T>(name: string, { columns: shown, rows, filters, groups }: Sheet<T>) {
  const columns = groups ? [{ id: 'grupo', label: groups.title, value: groups.of }, ...shown] : shown
  const book = new Workbook()
  const heads = filters.length > 0 ? 2 : 1
  const sheet = book.addWorksheet(name.replaceAll(/[*?:\\/[\]]/g, '').slice(0, NAME_LENGTH), {
    views: [{ state: 'frozen', ySplit: heads }],
    // The sums stand above. Rows of the level that is named here would be written as folded.
    ...(groups && { properties: { outlineLevelRow: 2, outlineProperties: { summaryBelow: false, summaryRight: false } } }),
  })
  sheet.columns = columns.map(({ main, date, seconds }) => {
    const kind = date ?? seconds
    return { width: main ? 56 : 20, ...(kind && { style: { numFmt: FORMATS[kind] } }) }
  })
  if (filters.length > 0) sheet.addRow([written(`Filtros: ${filters.join('; ')}`)])
  sheet.addRow(columns.map(({ label }) => label))
  for (let head = 1; head <= heads; head += 1) sheet.getRow(head).font = { bold: true }
  const add = (row: T) => sheet.addRow(columns.map((column) => cellOf(column, row)))
  const addSums = (of: string, own: T[]) => {
    const sums = columns.map(({ seconds, value }) =>
      seconds === 'lasted' ? own.reduce((sum, row) => sum + Number(value(row)), 0) / DAY_SECONDS : null,
    )
    sheet.addRow([written(of), ...sums.slice(1)]).font = { bold: true }
  }
  if (groups) {
    for (const [of, own] of Map.groupBy(rows, groups.of)) {
      addSums(of, own)
      for (const row of own) add(row).outlineLevel = 1
    }
    addSums('Total geral', rows)
  } else for (const row of rows) add(row)
  const blob = new Blob([await book.xlsx.writeBuffer()], { type: TYPE })
  saveFile(`${name} ${wallDay(serverNow()).split('-').toReversed().join('-')}.xlsx`, blob)
}

/** Excel takes 1900 for a leap year, others do not: a number of a day before this one is not the same day everywhere, and a text is. */
const COUNTED_ALIKE = '1900-03-01'

/** A date as the wall says it: spreadsheets know no zones. */
function cellOf<T>({ value, date, seconds }: Column<T>, row: T) {
  const given = value(row)
  if (seconds && typeof given === 'number') return given / DAY_SECONDS
  if (typeof given !== 'string') return given
  if (!date) return written(given)
  return given < COUNTED_ALIKE ? dateBr(given) : new Date(given.slice(0, READ[date]) + (date === 'day' ? '' : 'Z'))
}

/** What XML can hold of a text: one character that it cannot makes the whole file unreadable. And no '_x202E_', which spreadsheets read as that character. */
const written = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Noncharacter_Code_Point}\0-\u0008\u000B\u000C\u000E-\u001F]/gu, '')
    .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
