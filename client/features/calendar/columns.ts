// How many appointments fit side by side in a day.
import { BARS } from './Hours.tsx'
import { blocksOf, onDay, type Columns, type Shown } from './layout.ts'

/** Minimum column width in px: `day` in the day view, `days` when several days are side by side. In the latter, 'Treinamento' just fits. */
const COLUMN = { day: 150, days: 78 }
/** Maximum columns per day in views of several days, whatever the width. More would be unreadable. */
const MOST = 3
/** Widths in px from hours.css: the hour labels, and the 'mais N' strip. */
const [AXIS, REST] = [56, 28]

/** Number of columns that fit in a day. `width` is the width in px of all days together. */
export function columnsOf(width: number, days: number): Columns {
  const own = (width - AXIS) / days
  if (days === 1) {
    const most = Math.max(2, Math.floor(own / COLUMN.day))
    return { most, kept: most - 1 }
  }
  const fit = (px: number, least: number) => Math.min(Math.max(Math.floor(px / COLUMN.days), least), MOST)
  return { most: fit(own, 2), kept: fit(own - REST, 1) }
}

/** Whether some of a day's appointments do not fit. */
export const isCrowded = (events: Shown[], day: string, columns: Columns) =>
  blocksOf(events, day, columns).widest > columns.most || onDay(events, day).filter(({ allDay }) => allDay).length > BARS
