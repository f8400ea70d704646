// Books time that is over. The server can only begin an entry now, and lets one person have one that runs. So a booking begins an entry and then moves it.
// Where another entry runs, it takes three steps: that one is ended; the booking is written; a copy of that one is begun with its old start, and the ended
// one is deleted. The last step is done also where the booking failed. What it is at is kept in the tab until it is through: where a step fails or the page is
// left, whatever page is there does the rest by what is stored by then. Meanwhile the time stands in one of the two entries or in both: none is lost.
import { addDays, atWall, DAY, HOUR, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { dropStep, keepStep, keptStep, type Step } from './bookingStep.ts'
import { begunOf, endOf, finish, isComplete, type Begun } from './entry.ts'
import { changing } from './changes.ts'
import { markOnce } from './forgotten.ts'
import { placeOf } from './place.ts'
import { isForLater, sendStops } from './stops.ts'

/** What is booked is like another entry, by its id, or has these fields. */
export type Like = number | Begun

interface Booking {
  me: number
  like: Like
  day: string
  /** Seconds. */
  total: number
  /** Throws where it may not be booked; asked in its turn, before anything is written. */
  check: () => Promise<unknown>
}

const timeOf = (wall: string) => wall.slice(11)

/** Its own fields. */
const holds = (entry: TimeEntry, fields: Begun) =>
  Object.entries(begunOf(entry)).every(([field, value]) => (fields[field as keyof Begun] ?? null) === value)

async function booked({ me, like, day, total, check }: Booking) {
  await check()
  // A stop that the server does not know yet would meet an entry that is gone.
  if (!(await sendStops(me))) throw new Failure(0, common.noAnswer)
  const [running, rows, fields] = await Promise.all([
    read('GET /track/check'),
    read('GET /track', { query: { user: String(me), startdate: addDays(day, -1), enddate: day } }),
    typeof like === 'number' ? read('GET /track/{id}', { path: { id: like } }).then(begunOf) : like,
  ])
  const now = serverNow()
  const place = placeOf(rows, day, total, now)
  if (!place) throw new Failure(400, messages.tooEarly)
  if (place.until > wallTime(now)) throw new Failure(400, messages.endsLater)
  // An end is a time of day: after a day it would cut the entry short.
  if (running && (!isComplete(running) || now - atWall(running.dataHoraInicio) >= DAY)) throw new Failure(409, messages.unfinished)
  const end = running ? endOf(running, wallTime(now)) : wallTime(now)
  const step: Step = { fields, place, end, former: running?.id ?? null }
  if (!keepStep(me, step)) throw new Failure(0, messages.noRoom)
  let failed: unknown
  try {
    if (running) await finish(running, end, running.versao)
    keepStep(me, { ...step, isSent: true })
    const { id } = await send('POST /track', { body: fields })
    keepStep(me, { ...step, begun: id })
  } catch (error) {
    // Without an answer it may be there all the same, which the rest finds out.
    if (!(error instanceof Failure && error.mayBeDone)) keepStep(me, { ...step, isBooked: false })
    failed = error
  }
  // What is lost once may be there a moment later, and nobody need know.
  const id = await rest(me).catch(async (error: unknown) => {
    if (!keptStep(me)?.waits) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    return rest(me)
  })
  if (id === null) throw failed ?? new Failure(409, messages.movedElsewhere)
  const isNextDay = place.until.slice(0, 10) > day
  return { id, from: hourBr(place.from), until: `${hourBr(place.until)}${isNextDay ? ' +1' : ''}`, total: duration(total) }
}

/** ms */
const PAUSE = 1_000

/** Puts what was begun where it is booked; gives why it was refused, and is gone. */
async function move(id: number, { fields, place }: Step) {
  try {
    await send('PUT /track', { body: { id, ...fields, dataHoraInicio: place.from, horaFim: timeOf(place.until) } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.mayBeDone && (await isAt(id, place))) return undefined
    // It would run from now on.
    await send('DELETE /track/{id}', { path: { id } }).catch(ifGone)
    return error
  }
  return undefined
}

const ifGone = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return null
  throw error
}
const entryOf = (id: number) => read('GET /track/{id}', { path: { id } }).catch(ifGone)
const isAt = async (id: number, place: Step['place']) => {
  const entry = await entryOf(id)
  return entry?.dataHoraInicio === place.from && entry.horaFim === timeOf(place.until)
}

/** What ran goes on from its old start, with what another window wrote into it meanwhile: a copy takes the place of the ended one. */
async function goOn(me: number, step: Step, former: number, running: TimeEntry | null) {
  const was = await entryOf(former)
  // Done already, or changed since.
  if (was?.horaFim !== timeOf(step.end)) return
  const copy = step.copy === undefined ? running && holds(running, begunOf(was)) && running : await entryOf(step.copy)
  const isMoved = copy && copy.dataHoraInicio === was.dataHoraInicio
  // Stopped or deleted elsewhere meanwhile, it does not begin again; nor where its person began something since.
  if (copy ? copy.horaFim === null : step.copy === undefined && !running && !(await isBegunSince(me, step))) {
    const id = copy ? copy.id : (await send('POST /track', { body: begunOf(was) })).id
    keepStep(me, { ...step, copy: id })
    // It was not forgotten.
    markOnce('visto', id)
    if (!isMoved) await send('PUT /track', { body: { id, dataHoraInicio: was.dataHoraInicio } })
  } else if (!isMoved) return
  await send('DELETE /track/{id}', { path: { id: former } }).catch(ifGone)
}

async function isBegunSince(me: number, { end, begun }: Step) {
  const rows = await read('GET /track', { query: { user: String(me), startdate: end.slice(0, 10), enddate: wallDay(serverNow()) } })
  return rows.some(({ ID, ACTIVITY_DATE, HORAINICIO }) => ID !== begun && `${ACTIVITY_DATE}T${HORAINICIO}` >= end)
}

/** ms within which a request reaches the server. */
const SOON = 10_000
/** It may have begun without having been heard of. */
const isBegun = (one: TimeEntry, { fields, end, former, begun }: Step) =>
  begun === undefined
    ? one.id !== former && one.dataHoraInicio >= end && atWall(one.dataHoraInicio) - atWall(end) <= SOON && holds(one, fields)
    : one.id === begun

/** Does what is left of a booking, by what is stored now; gives its entry, or null where it is not booked. Throws why it was refused, when all is as it was before. */
async function doRest(me: number, step: Step) {
  if (serverNow() - atWall(step.end) > HOUR) {
    dropStep(me)
    throw new Failure(409, messages.halfBooked)
  }
  let running = await read('GET /track/check')
  let refused: Failure | undefined
  let { begun, isBooked } = step
  // What was sent without an answer may still reach the server: the beginning, or the end of what ran.
  const isAsBefore = step.isSent ? !(running && isBegun(running, step)) : (running?.id ?? null) === step.former
  if (isBooked === undefined && begun === undefined && isAsBefore && serverNow() - atWall(step.end) < SOON) throw new Failure(0, common.noAnswer)
  if (isBooked === undefined) {
    if (running && isBegun(running, step)) {
      begun = running.id
      markOnce('visto', begun)
      keepStep(me, { ...step, begun })
      refused = await move(begun, step)
      isBooked = !refused
      running = null
    } else isBooked = begun !== undefined && (await isAt(begun, step.place))
    keepStep(me, { ...step, begun, isBooked })
  }
  if (step.former !== null) await goOn(me, { ...step, begun, isBooked }, step.former, running)
  dropStep(me)
  if (refused) throw refused
  return isBooked ? (begun ?? null) : null
}

/** The same; null: there is none. Where it has to wait, its step is kept. */
async function rest(me: number) {
  const step = keptStep(me)
  if (!step) return null
  try {
    return await doRest(me, step)
  } catch (error) {
    const at = keptStep(me)
    // It is through.
    if (!at || !(error instanceof Failure)) throw error
    if (isForLater(error)) keepStep(me, { ...at, waits: true })
    else dropStep(me)
    throw new Failure(error.status, isForLater(error) ? messages.bookingWaits : messages.halfBooked)
  }
}

let turn: Promise<unknown> = Promise.resolve()
/** One after the other, in all tabs: each begins where the one before ended. */
function inTurn<T>(me: number, act: () => Promise<T>) {
  // Browsers have locks where the address is secure.
  const mine = turn.then(() => ('locks' in navigator ? navigator.locks.request(`lançamento ${me}`, act) : act()))
  turn = mine.catch(() => undefined)
  return mine
}

export const book = (booking: Booking) =>
  inTurn(booking.me, () =>
    changing(async () => {
      await rest(booking.me)
      return booked(booking)
    }),
  )

/** Does what a booking has still to do whose page was left, or whose step failed. */
export const endBooking = (me: number) =>
  inTurn(me, async () => {
    if (!keptStep(me)) return
    try {
      if ((await changing(() => rest(me))) !== null) notify.success(messages.restBooked)
      else notify.warn(messages.restNotBooked)
    } catch (error) {
      // What waits is said in the bar.
      if (error instanceof Failure && !keptStep(me)) notify.error(error.message)
    }
  })
