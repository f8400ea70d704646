// Stops of the timer that the server has not accepted yet. They stay in this browser even if the page is closed. One tab at a time sends them, in the
// order of the clicks.
import { useSyncExternalStore } from 'react'
import { atWall, DAY, secondsLater, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { seconds } from '../../../shared/hours.ts'
import { isClockSure, serverNow } from '../../api/clock.ts'
import { Failure, isForLater } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { parsedOf, store } from '../../ui/storage.ts'
import { ended } from './changes.ts'
import { endOf, finish, hadEnded } from './entry.ts'
import { withLock } from './lock.ts'

interface Stop {
  id: number
  /** Time of the click in ms, by the server's clock as known to the page (`at`) and by this computer's clock (`machine`). */
  at: number
  machine: number
  /** True when the page knew the server's time reliably: no sleep and no clock change since the last response. */
  sure: boolean
  /** True once an attempt to send the stop has failed. */
  unsaved?: true
}

const stopsKey = (me: number) => `paradas ${me}`
const EMPTY: Stop[] = []
/** Maximum number of stops read from storage. Without a network there is at most one: one entry runs at a time, and only the server can begin one. */
const MOST = 20
let held = { text: '', stops: EMPTY }
/** True when the browser's storage refuses writes, so only this page holds the stops. */
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
/** Validates stored stops, because other sites on this host may write them too. */
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
  // Listen for changes of the stored stops, because another tab may make them.
  addEventListener('storage', tell)
  return () => {
    watchers.delete(tell)
    removeEventListener('storage', tell)
  }
}
/** The person's unsaved stops. */
export const useStops = (me: number) =>
  useSyncExternalStore(
    watch,
    () => stopsOf(me),
    () => EMPTY,
  )

/** Whether an entry was stopped here, whatever the server knows. */
export const isStopped = (me: number, id: number) => stopsOf(me).some((stop) => stop.id === id)

/** Stores the time of a click. */
export function keepStop(me: number, id: number) {
  if (isStopped(me, id)) return
  keep(me, [...stopsOf(me), { id, at: serverNow(), machine: Date.now(), sure: isClockSure() }])
}

/** Entries that had already ended when the person stopped them, and about which the person was told. */
const stoppedLate = new Set<number>()
/** Whether an entry's stop came after the entry had ended. Returns true only once per entry. */
export const wasLate = (id: number) => stoppedLate.delete(id)

/** Tells the person when the entry ended, unless that end is this very stop, sent before and stored although its response was lost. */
function sayLate({ id, dataHoraInicio, horaFim, total }: TimeEntry, stop: string) {
  const end = secondsLater(dataHoraInicio, seconds(total ?? ''))
  if (total === null || horaFim === stop.slice(11)) return
  stoppedLate.add(id)
  notify.warn(hadEnded(end))
}

let sending: Promise<boolean> | null = null
/** Waits for the lock (lock.ts) and sends the stored stops. Returns true when none of them is left. */
export function sendStops(me: number): Promise<boolean> {
  sending ??= withLock(me, () => sendAll(me)).finally(() => (sending = null))
  return sending
}

async function sendAll(me: number) {
  for (let [stop] = stopsOf(me); stop; [stop] = stopsOf(me)) {
    const { id } = stop
    const isOther = (one: Stop) => one.id !== id
    const outcome = await outcomeOf(stop)
    if (outcome === 'waits') {
      keep(me, [{ ...stop, unsaved: true }, ...stopsOf(me).filter(isOther)])
      return false
    }
    // Before the stop is removed, every tab learns that the entry ended. Otherwise the tabs would show the entry as running again.
    if (outcome === 'ended') await ended(id)
    keep(me, stopsOf(me).filter(isOther))
  }
  return true
}

/** Sends one stop. If it is refused, the person is told and the entry continues. */
async function outcomeOf({ id, at, machine, sure }: Stop): Promise<'ended' | 'refused' | 'waits'> {
  try {
    const entry = await read('GET /track/{id}', { path: { id } })
    // Normally the instant is `at`. If the page did not know the server's time at the click, the instant is computed from the response above: now,
    // minus the time passed on this computer. This computer's clock may have been set meanwhile, so two bounds apply: `at`, which may lag but is
    // never ahead, and now.
    const instant = sure ? at : Math.min(Math.max(at, serverNow() - (Date.now() - machine)), serverNow())
    // The entry has meanwhile ended elsewhere, so the stop came too late.
    if (entry.horaFim !== null) {
      sayLate(entry, endOf(entry, wallTime(instant)))
      return 'ended'
    }
    // Only the time of day of the end is sent, so an entry that has run for 24 hours or more cannot be stopped.
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
