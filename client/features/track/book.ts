// Books time that is over. The server can only begin an entry now, and lets one person have one that runs. So a booking begins an entry and then moves it.
// Where another entry runs, it takes three steps: that one is ended; the booking is written; a copy of that one is begun with its old start, and the ended
// one is deleted. The last step is done also where the booking failed. If a step fails, the time stands in one of the two entries or in both, and the person
// is told to look: none is lost. A page that is left between two steps keeps in its tab what it was at, and the next one does the rest.
import { addDays, atWall, DAY, hourBr, MINUTE, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { between, dropStep, keepStep, keptStep, type Step } from './bookingStep.ts'
import { begunOf, finish, isComplete, type Begun } from './entry.ts'
import { changing } from './changes.ts'
import { markOnce } from './forgotten.ts'
import { placeOf } from './place.ts'
import { sendStops } from './stops.ts'

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

const half = (error: unknown) => (error instanceof Failure ? new Failure(error.status, messages.halfBooked) : error)

/** Its own fields. */
const holds = (entry: TimeEntry, fields: Begun) =>
  Object.entries(begunOf(entry)).every(([field, value]) => (fields[field as keyof Begun] ?? null) === value)

/** Where the answer to it was lost, what runs now and holds the same is it. */
async function begin(fields: Begun) {
  try {
    return (await send('POST /track', { body: fields })).id
  } catch (error) {
    if (!(error instanceof Failure && error.mayBeDone)) throw error
    const running = await read('GET /track/check').catch(() => {
      throw half(error)
    })
    if (!running || !holds(running, fields)) throw error
    return running.id
  }
}

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
  const end = wallTime(now)
  const at: Step = { fields, place, end, former: running?.id ?? null }
  const write = async () => {
    const id = await begin(fields)
    keepStep(me, { ...at, begun: id })
    await move(id, at)
    const isNextDay = place.until.slice(0, 10) > day
    return { id, from: hourBr(place.from), until: `${hourBr(place.until)}${isNextDay ? ' +1' : ''}`, total: duration(total) }
  }
  return between(me, at, async () => {
    if (!running) return write()
    await finish(running, end, running.versao).catch((error: unknown) => afterNoAnswer(error, running, end))
    const [outcome] = await Promise.allSettled([write()])
    keepStep(me, { ...at, isBooked: true })
    try {
      await goOn(running)
    } catch (error) {
      throw half(error)
    }
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

/** Puts what was just begun where it is booked. */
async function move(id: number, { fields, place }: Step) {
  try {
    await send('PUT /track', { body: { id, ...fields, dataHoraInicio: place.from, horaFim: timeOf(place.until) } })
  } catch (error) {
    if (error instanceof Failure && error.mayBeDone && (await isAt(id, place))) return
    // It would run from now on.
    await send('DELETE /track/{id}', { path: { id } }).catch((left: unknown) => {
      // Asked about at once, and said more exactly here.
      markOnce('visto', id)
      throw half(left)
    })
    throw error
  }
}

const isAt = (id: number, place: Step['place']) =>
  read('GET /track/{id}', { path: { id } }).then(
    ({ dataHoraInicio, horaFim }) => dataHoraInicio === place.from && horaFim === timeOf(place.until),
    () => false,
  )

/** Where the answer to its end was lost, it may have ended: then it goes on as it did. */
async function afterNoAnswer(error: unknown, running: TimeEntry, end: string) {
  if (error instanceof Failure && error.mayBeDone) {
    try {
      const { horaFim } = await read('GET /track/{id}', { path: { id: running.id } })
      if (horaFim === timeOf(end)) await goOn(running)
    } catch {
      throw half(error)
    }
  }
  throw error
}

/** What another window wrote into it meanwhile goes on with it. `copy`: that was begun already. */
async function goOn({ id: former }: { id: number }, copy?: number) {
  const now = await read('GET /track/{id}', { path: { id: former } })
  const id = copy ?? (await begin(begunOf(now)))
  // It was not forgotten.
  markOnce('visto', id)
  await send('PUT /track', { body: { id, dataHoraInicio: now.dataHoraInicio } })
  await send('DELETE /track/{id}', { path: { id: former } })
}

/** Does the rest of a booking whose page was left. */
async function doRest(me: number) {
  const step = keptStep(me)
  if (!step) return
  const { former, end, fields, begun } = step
  // Whoever saw it stand still for so long has looked after it.
  if (serverNow() - atWall(end) > REST) return dropStep(me)
  let running = await read('GET /track/check')
  // It may have begun without having been heard of.
  const isBegun = (one: TimeEntry) =>
    begun === undefined ? one.dataHoraInicio >= end && atWall(one.dataHoraInicio) - atWall(end) < SOON && holds(one, fields) : one.id === begun
  if (running && !step.isBooked && running.id !== former && isBegun(running)) {
    keepStep(me, { ...step, begun: running.id })
    await move(running.id, step)
    notify.success(messages.restBooked)
    running = null
  }
  keepStep(me, { ...step, isBooked: true })
  const was = former !== null && (await read('GET /track/{id}', { path: { id: former } }).catch(ifGone))
  if (was && was.horaFim === timeOf(end)) {
    if (!running) await goOn(was)
    else if (step.isBooked && holds(running, begunOf(was))) await goOn(was, running.id)
  }
  dropStep(me)
}

const REST = 5 * MINUTE
/** ms within which a request reaches the server. */
const SOON = 10_000
const ifGone = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return null
  throw error
}

let turn: Promise<unknown> = Promise.resolve()
/** One after the other: each begins where the one before ended. */
export function book(booking: Booking) {
  const mine = turn.then(() => changing(() => booked(booking)))
  turn = mine.catch(() => undefined)
  return mine
}

const sayHalf = (error: unknown) => {
  if (error instanceof Failure) notify.error(messages.halfBooked)
}

/** Does what a page that was left had still to do for its booking, before anything else is booked. */
export function endBooking(me: number) {
  if (keptStep(me)) turn = turn.then(() => changing(() => doRest(me))).catch(sayHalf)
}
