// Position of appointments in a row of days and in the hours of a day. Local times are compared as texts or as UTC, so time zones play no role.
import type { CalendarEvent } from '../../../shared/features/calendar.ts'
import { addDays, dateBr, hourBr, MINUTE, untilBr } from '../../../shared/clock.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

/** Minutes of a day. */
export const DAY_MINUTES = 24 * 60
/** Maximum number of characters in a name. Names break anywhere, and browsers take seconds to break a very long one. */
const LONGEST = 300

/** An appointment with the days that it touches. */
export interface Shown extends CalendarEvent {
  name: string
  /** Name without the part that the context already shows, such as the person. */
  label: string
  first: string
  last: string
  /** True if the appointment lasts at least a whole day. It is then shown above the hours. */
  allDay: boolean
  /** State of a move: the original, the dragged copy, or the copy being saved. */
  state?: 'left' | 'carried' | 'sent'
}

/** Converts between a local time ('YYYY-MM-DDTHH:MM:SS') and minutes. */
export const minutes = (wall: string) => Date.parse(`${wall}Z`) / MINUTE
export const wallOf = (minutes: number) => new Date(minutes * MINUTE).toISOString().slice(0, 19)

export function shown(event: CalendarEvent): Shown {
  const { start, end } = event
  const [first, until] = [start.slice(0, 10), end.slice(0, 10)]
  // An appointment that ends at midnight does not touch the following day.
  const last = end > start && end.endsWith('T00:00:00') ? addDays(until, -1) : until
  const name = (event.name ?? NO_VALUE).slice(0, LONGEST)
  return {
    ...event,
    name,
    label: name,
    cliente: event.cliente?.slice(0, LONGEST),
    first,
    last,
    allDay: minutes(end) - minutes(start) >= DAY_MINUTES - 1,
  }
}

/** The appointments of a day: whole days first, then by start. */
export const onDay = (events: Shown[], day: string) =>
  events
    .filter(({ first, last }) => first <= day && day <= last)
    .sort((a, b) => Number(b.allDay) - Number(a.allDay) || a.start.localeCompare(b.start))

/** Times of an appointment as shown on one of its days: '08:00 – 12:00', '22:00 – 06:00 de 20/11/2026', 'até 06:00' */
export function hoursOn({ first, last, start, end, allDay }: Shown, day: string) {
  if (allDay) return first === last ? 'Dia inteiro' : `${dateBr(first).slice(0, 5)} a ${dateBr(last).slice(0, 5)}`
  if (first < day) return `até ${hourBr(end)}`
  if (start === end) return hourBr(start)
  return `${hourBr(start)} – ${hourBr(end)}`
}

/** Tooltip: person, activity, client, car and time. */
export const summary = ({ name, cliente, carro, start, end }: Shown) =>
  `${[name, cliente, carro?.DESCRICAOCARRO].filter(Boolean).join(' · ')}, ${dateBr(start)} a ${untilBr(end, start.slice(0, 10))}`

export interface Piece {
  event: Shown
  /** Number of days that the piece covers in this row, counted from this cell. */
  length: number
  lane: number
  /** `before` is true when the appointment began before this row, `after` when it continues after this row. */
  before: boolean
  after: boolean
}

export interface Cell {
  day: string
  /** Appointments that begin here or continue from the previous row. */
  pieces: Piece[]
  /** Number of appointments without a lane. */
  more: number
}

/** Whether an appointment is drawn as a bar over its days rather than with an hour on one day. */
export const isBar = ({ first, last, allDay }: Shown) => allDay || first !== last

/**
 * Distributes appointments over the lanes of a row of days. Bars come first, each in the first lane that is free on all its days. If one of those
 * days also has timed appointments, its last lane is left to them.
 */
export function rowOf(events: Shown[], days: string[], lanes: number): Cell[] {
  const [begin = '', finish = ''] = [days[0], days.at(-1)]
  const cells = days.map((day): Cell => ({ day, pieces: [], more: 0 }))
  const taken = days.map(() => new Set<number>())
  const within = events.filter(({ first, last }) => first <= finish && begin <= last)
  const timed = within.filter((event) => !isBar(event))
  for (const event of [...within.filter(isBar), ...timed]) {
    const from = Math.max(days.indexOf(event.first), 0)
    const to = event.last > finish ? days.length - 1 : days.indexOf(event.last)
    const own = taken.slice(from, to + 1)
    const most = isBar(event) && timed.some(({ first }) => event.first <= first && first <= event.last) ? lanes - 1 : lanes
    let lane = 0
    while (lane < most && own.some((day) => day.has(lane))) lane += 1
    if (lane >= most) for (const cell of cells.slice(from, to + 1)) cell.more += 1
    else {
      for (const day of own) day.add(lane)
      cells[from]?.pieces.push({ event, length: to - from + 1, lane, before: event.first < begin, after: event.last > finish })
    }
  }
  for (const { pieces } of cells) pieces.sort((a, b) => a.lane - b.lane)
  return cells
}

/**
 * Position within the hours of a day: minutes since midnight, and column number out of `columns`. `crowded` is true when a Rest is beside this place.
 */
interface Place {
  from: number
  to: number
  column: number
  columns: number
  crowded: boolean
}
export interface Block extends Place {
  event: Shown
}
/** Number of overlapping appointments that got no column, and where to show it. */
export interface Rest extends Place {
  count: number
}

/** Minimum drawn length in minutes, so that short appointments stay readable. */
const SHORTEST = 30

/** Number of columns that fit in a day: `most` without a Rest, `kept` beside one. */
export interface Columns {
  most: number
  kept: number
}

/** Gives a day's appointments their position within its hours, overlapping ones side by side. If too many overlap, a Rest counts those left out. */
export function blocksOf(events: Shown[], day: string, { most, kept }: Columns): { blocks: Block[]; rests: Rest[]; widest: number } {
  const midnight = minutes(`${day}T00:00:00`)
  const placed = events
    .filter((event) => !event.allDay && event.first <= day && day <= event.last)
    .map((event) => {
      const from = Math.min(Math.max(minutes(event.start) - midnight, 0), DAY_MINUTES - SHORTEST)
      return {
        event,
        from,
        to: Math.max(Math.min(minutes(event.end) - midnight, DAY_MINUTES), from + SHORTEST),
        column: 0,
        columns: 1,
        crowded: false,
      }
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)

  const clusters: Block[][] = []
  let until = -1
  for (const block of placed) {
    if (block.from >= until) clusters.push([])
    clusters.at(-1)?.push(block)
    until = Math.max(until, block.to)
  }
  const rests: Rest[] = []
  const blocks: Block[] = []
  let widest = 0
  for (const cluster of clusters) {
    const ends: number[] = []
    for (const block of cluster) {
      const free = ends.findIndex((end) => end <= block.from)
      block.column = free < 0 ? ends.length : free
      ends[block.column] = block.to
    }
    widest = Math.max(widest, ends.length)
    const crowded = ends.length > most
    const columns = crowded ? kept : ends.length
    const [seen, left] = [cluster.filter(({ column }) => column < columns), cluster.filter(({ column }) => column >= columns)]
    blocks.push(...seen.map((block) => ({ ...block, columns, crowded })))
    if (crowded) {
      const from = left.reduce((least, { from }) => Math.min(least, from), DAY_MINUTES)
      const to = left.reduce((most, { to }) => Math.max(most, to), 0)
      rests.push({ count: left.length, from, to, column: columns, columns, crowded })
    }
  }
  return { blocks, rests, widest }
}
