// Reads the first sheet of an .xlsx file. Each cell becomes the text that a spreadsheet program would save as CSV.
import { readSheet, type SheetData } from 'read-excel-file/node'
import { DAY } from '../../shared/clock.ts'
import { RefusedFile } from './refused-file.ts'

const UNREADABLE = 'A planilha .xlsx não pôde ser lida. Salve-a de novo, ou como CSV.'
/** Day 0 of a spreadsheet. A duration is stored as the moment that lies this long after day 0. */
const EPOCH = Date.parse('1899-12-30')
/** Records are never older than this day, so an earlier date in a cell is a duration. */
const FIRST = Date.parse('1900-03-01')
/** Number of significant digits of a number in a spreadsheet. Any further digits are rounding errors of binary fractions. */
const DIGITS = 15

const twoDigits = (count: number) => String(count).padStart(2, '0')
function duration(ms: number) {
  const seconds = Math.round(ms / 1000)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':')
}
/** A moment as 'YYYY-MM-DD', followed by the time of day if it is not midnight. */
const moment = (at: Date) => {
  const said = new Date(Math.round(at.getTime() / 1000) * 1000).toISOString()
  return at.getTime() % DAY === 0 ? said.slice(0, 10) : said.slice(0, 19).replace('T', ' ')
}

/** The value of a cell. The type of the library has DateConstructor where it means Date, which is corrected here. */
type Cell = Exclude<SheetData[number][number], DateConstructor> | Date
function textOf(cell: Cell) {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.getTime() < FIRST ? duration(cell.getTime() - EPOCH) : moment(cell)
  if (typeof cell === 'boolean') return cell ? 'S' : 'N'
  return typeof cell === 'number' ? String(Number(cell.toPrecision(DIGITS))) : cell.replaceAll(/\r\n?/g, '\n')
}

/** The text of a cell. `isPart` is true for a number up to 1, which the sheet shows multiplied by 100 if the cell is formatted as a percentage. */
export interface SheetCell {
  text: string
  isPart: boolean
}

export async function cellsOf(bytes: Buffer): Promise<SheetCell[][]> {
  // The library's errors are in English and name parts of the zip file, so they are replaced by our own message.
  const rows = (await readSheet(bytes).catch((cause: unknown) => {
    throw new RefusedFile(UNREADABLE, { cause })
  })) as Cell[][]
  return rows.map((row) => row.map((cell) => ({ text: textOf(cell), isPart: typeof cell === 'number' && cell !== 0 && Math.abs(cell) <= 1 })))
}
