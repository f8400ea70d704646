// Stops that the server has not taken yet. They stay in this browser, whatever becomes of the page, and are sent in the order of their clicks,
// by one tab at a time.
import { useSyncExternalStore } from 'react'
import { atWall, dayBr, DAY, hourBr, secondsLater, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { seconds } from '../../../shared/hours.ts'
import { isClockSure, serverNow } from '../../api/clock.ts'
import { Failure, isForLater } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { parsedOf, store } from '../../ui/storage.ts'
import { ended } from './changes.ts'
import { endOf, finish } from './entry.ts'
import { keptPending } from './pendingBooking.ts'
import { inTurn } from './turn.ts'

interface Stop {
  /** The entry's. */
  id: number
  /** When it was pressed, ms of the server's clock as this page knew it, and of this computer's. */
  at: number
  machine: number
  /** The page knew it well: no sleep and no changed clock since the last answer. */
  sure: boolean
  /** It was tried, and not taken. */
  unsaved?: true
}

const stopsKey = (me: number) => `paradas ${me}`
const EMPTY: Stop[] = []
/** Nobody stops as many without a network: one runs at a time, and only the server begins it. */
const MOST = 20
let held = { text: '', stops: EMPTY }
/** The browser keeps nothing for us: this page does, as long as it is there. */
let isUnstored = false
function stopsOf(me: number) {
  const text = localStorage.getItem(stopsKey(me)) ?? ''
  if (!isUnstored && text !== held.text) held = { text, stops: parsed(text) }
  return held.stops
}
function parsed(text: string) {
  const stops = parsedOf(text || null)
  return Array.isArray(stops) ? stops.filter(isStop).slice(0, MOST) : EMPTY
}
/** Others of this host may write it too. */
const isStop = (value: unknown): value is Stop =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Number.isSafeInteger(value.id) &&
  'at' in value &&
  isInstant(value.at) &&
  'machine' in value &&
  isInstant(value.machine) &&
  'sure' in value
const isInstant = (value: unknown) => typeof value === 'number' && Math.abs(value) < 1e14

const watchers = new Set<() => void>()
function keep(me: number, stops: Stop[]) {
  const text = stops.length > 0 ? JSON.stringify(stops) : ''
  held = { text, stops }
  if (text) isUnstored = !store(localStorage, stopsKey(me), text)
  else localStorage.removeItem(stopsKey(me))
  for (const tell of watchers) tell()
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  // Another tab wrote.
  addEventListener('storage', tell)
  return () => {
    watchers.delete(tell)
    removeEventListener('storage', tell)
  }
}
/** One's own stops that are not saved yet. */
export const useStops = (me: number) =>
  useSyncExternalStore(
    watch,
    () => stopsOf(me),
    () => EMPTY,
  )

/** Whether one's entry was stopped here, whatever the server knows. */
export const isStopped = (me: number, id: number) => stopsOf(me).some((stop) => stop.id === id)

const successors = new Map<number, number>()
const currentId = (id: number) => successors.get(id) ?? id
/** Entries go on as another one, as what a booking interrupted does: their stops are that one's, those to come too, of a page that shows them still. */
export function goesOnAs(me: number, ids: (number | undefined)[], copy: number) {
  for (const id of ids) if (id !== undefined) successors.set(id, copy)
  const stops = stopsOf(me)
  if (stops.some(({ id }) => successors.has(id)))
    keep(
      me,
      stops.map((stop) => ({ ...stop, id: currentId(stop.id) })),
    )
}

/** Keeps the instant of a click. */
export function keepStop(me: number, shown: number) {
  const id = currentId(shown)
  if (isStopped(me, id)) return
  keep(me, [...stopsOf(me), { id, at: serverNow(), machine: Date.now(), sure: isClockSure() }])
}

/** Entries whose stop came after their end, which was said. */
const stoppedLate = new Set<number>()
/** Whether that is so of a stop that is through. Asked once. */
export const wasLate = (id: number) => stoppedLate.delete(currentId(id))

/** Says when an entry had ended, unless its stored end is this very stop, whose answer was lost. */
function sayLate({ id, dataHoraInicio, horaFim, total }: TimeEntry, stop: string) {
  const end = secondsLater(dataHoraInicio, seconds(total ?? ''))
  if (total === null || horaFim === stop.slice(11)) return
  stoppedLate.add(id)
  const isToday = end.slice(0, 10) === wallDay(serverNow())
  notify.warn(messages.hadEnded(`${isToday ? '' : `em ${dayBr(end)}, `}às ${hourBr(end)}`))
}

let sending: Promise<boolean> | null = null
/** Sends what is kept; whether all of it is through. */
export function sendStops(me: number): Promise<boolean> {
  sending ??= inTurn(me, () => sendAll(me)).finally(() => (sending = null))
  return sending
}

/** The same, for what has its turn. */
export async function sendAll(me: number) {
  for (let [stop] = stopsOf(me); stop; [stop] = stopsOf(me)) {
    const { id } = stop
    const isOther = (one: Stop) => one.id !== id
    // A booking that is not through has ended what it was, and will let it go on.
    const outcome = keptPending(me) ? 'waits' : await outcomeOf(stop)
    if (outcome === 'waits') {
      keep(me, [{ ...stop, unsaved: true }, ...stopsOf(me).filter(isOther)])
      return false
    }
    // Before its stop is forgotten.
    if (outcome === 'ended') await ended(id)
    keep(me, stopsOf(me).filter(isOther))
  }
  return true
}

/** What the server refuses is said, and the entry runs on. */
async function outcomeOf({ id, at, machine, sure }: Stop): Promise<'ended' | 'refused' | 'waits'> {
  try {
    const entry = await read('GET /track/{id}', { path: { id } })
    // A click before the page knew the server's time: only now is that known, from the answer above. The instant is now less what has passed since on this
    // computer. Its clock may have been set meanwhile, so the instant is held between two bounds: what the page's own timer said then, which may run late
    // but never early, and now.
    const instant = sure ? at : Math.min(Math.max(at, serverNow() - (Date.now() - machine)), serverNow())
    // Elsewhere, meanwhile.
    if (entry.horaFim !== null) {
      sayLate(entry, endOf(entry, wallTime(instant)))
      return 'ended'
    }
    // An end is a time of day, so a stop after a whole day cannot be sent.
    if (instant - atWall(entry.dataHoraInicio) >= DAY) {
      notify.warn(messages.resumed)
      return 'refused'
    }
    await finish(entry, wallTime(instant))
    return 'ended'
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (isForLater(error)) return 'waits'
    notify.error(error.message)
    return 'refused'
  }
}
