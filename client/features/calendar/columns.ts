// How many appointments stand side by side in a day.
import { BARS } from './Hours.tsx'
import { blocksOf, onDay, type Columns, type Shown } from './layout.ts'

/** px that a column needs to be read: alone in its day, and beside other days, where 'Treinamento' is whole. */
const COLUMN = { day: 150, days: 78 }
/** Beside other days, whatever the width: more than these no eye follows. */
const MOST = 3
/** px, as hours.css has them: of the hours' names, and of 'mais N'. */
const [AXIS, REST] = [56, 28]

/** How many columns a day has room for, `width` being the px of them all. */
export function columnsOf(width: number, days: number): Columns {
  const own = (width - AXIS) / days
  if (days === 1) {
    const most = Math.max(2, Math.floor(own / COLUMN.day))
    return { most, kept: most - 1 }
  }
  const fit = (px: number, least: number) => Math.min(Math.max(Math.floor(px / COLUMN.days), least), MOST)
  return { most: fit(own, 2), kept: fit(own - REST, 1) }
}

/** Whether not all of a day's appointments find room among its hours. */
export const isCrowded = (events: Shown[], day: string, columns: Columns) =>
  blocksOf(events, day, columns).widest > columns.most || onDay(events, day).filter(({ whole }) => whole).length > BARS
