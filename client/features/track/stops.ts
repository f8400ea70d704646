// Stops that the server has not taken yet. They stay in this browser, whatever becomes of the page, and are sent in the order of their clicks; sent twice,
// by two tabs, they say the same.
import { useSyncExternalStore } from 'react'
import { wallTime } from '../../../shared/clock.ts'
import { isClockSure, serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'

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

const keyOf = (me: number) => `paradas ${me}`
const EMPTY: Stop[] = []
let held = { text: '', stops: EMPTY }
function stopsOf(me: number) {
  const text = localStorage.getItem(keyOf(me)) ?? ''
  // Ours: written below.
  if (text !== held.text) held = { text, stops: text ? (JSON.parse(text) as Stop[]) : EMPTY }
  return held.stops
}

const watchers = new Set<() => void>()
function keep(me: number, stops: Stop[]) {
  if (stops.length > 0) localStorage.setItem(keyOf(me), JSON.stringify(stops))
  else localStorage.removeItem(keyOf(me))
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

/** Keeps the instant of a click. */
export function keepStop(me: number, id: number) {
  if (stopsOf(me).some((stop) => stop.id === id)) return
  keep(me, [...stopsOf(me), { id, at: serverNow(), machine: Date.now(), sure: isClockSure() }])
}

let sending: Promise<boolean> | null = null
/** Sends what is kept; whether all of it is through. */
export function sendStops(me: number): Promise<boolean> {
  sending ??= sendAll(me).finally(() => (sending = null))
  return sending
}

async function sendAll(me: number) {
  for (let [stop] = stopsOf(me); stop; [stop] = stopsOf(me)) {
    const { id } = stop
    const isOther = (one: Stop) => one.id !== id
    if (!(await isTaken(stop))) {
      keep(me, [{ ...stop, unsaved: true }, ...stopsOf(me).filter(isOther)])
      return false
    }
    keep(me, stopsOf(me).filter(isOther))
  }
  return true
}

/** False: not now. What the server refuses is said, and the entry runs on. */
async function isTaken({ id, at, machine, sure }: Stop) {
  try {
    const { horaFim, total: _, idUsuario: __, ...entry } = await read('GET /track/{id}', { path: { id } })
    // Elsewhere, meanwhile.
    if (horaFim !== null) return true
    // The answer above set the clock: what passed since the click on this computer is known, its instant was not.
    const instant = sure ? at : serverNow() - (Date.now() - machine)
    const end = wallTime(instant)
    const { dataHoraInicio } = entry
    await send('PUT /track', { body: { ...entry, horaFim: (end > dataHoraInicio ? end : nextSecond(dataHoraInicio)).slice(11) } })
    return true
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.status === 0 || error.status === 401 || error.status === 429 || error.status >= 500) return false
    notify.error(error.message)
    return true
  }
}

/** Of a click within the second of its start: an entry lasts one at least. */
const nextSecond = (wall: string) => new Date(Date.parse(`${wall}Z`) + 1000).toISOString().slice(0, 19)
