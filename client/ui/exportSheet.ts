// Loaded on the click only: the library is larger than everything else together.
import { Workbook } from 'exceljs'
import { wallDay } from '../../shared/clock.ts'
import { serverNow } from '../api.ts'
import type { Column } from './useGrid.ts'

const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves `rows` as '<name> DD-MM-AAAA.xlsx': a title row, then real numbers and texts. Never an object in a cell: that is how a formula gets in. */
export async function exportSheet<T>(name: string, columns: Column<T>[], rows: T[]) {
  const book = new Workbook()
  const sheet = book.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] })
  sheet.columns = columns.map(({ label, main }) => ({ header: label, width: main ? 56 : 20 }))
  sheet.getRow(1).font = { bold: true }
  sheet.addRows(rows.map((row) => columns.map(({ value }) => value(row))))
  const blob = new Blob([await book.xlsx.writeBuffer()], { type: TYPE })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = `${name} ${wallDay(serverNow()).split('-').toReversed().join('-')}.xlsx`
  link.click()
  // Firefox reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
