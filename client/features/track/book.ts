// Books time that is over. The server can only begin an entry now, and lets one person have one that runs. So a booking begins an entry and then moves it:
//   PUT     ends what runs, if anything does (`former`)
//   POST    begins the entry that is booked (`begun`)
//   PUT     moves it to its place
//   POST    begins a copy of what ran (`copy`)
//   PUT     gives it its old start
//   DELETE  the former one
// The last three come also where the booking is refused. What it is at is kept in the tab until it is through: where a request fails or the page is left,
// whatever page is there does the rest by what is stored by then. Meanwhile the time stands in one of the two entries or in both: none is lost.
import { addDays, atWall, DAY, HOUR, hourBr, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { dropPending, keepPending, keptPending, type Pending } from './pendingBooking.ts'
import { begunOf, endOf, finish, isComplete, type Begun } from './entry.ts'
import { changing, timeChanged } from './changes.ts'
import { markOnce } from './forgotten.ts'
import { placeOf } from './place.ts'
import { goesOnAs, isForLater, sendAll } from './stops.ts'
import { inTurn } from './turn.ts'

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

const hasFields = (entry: TimeEntry, fields: Begun) =>
  Object.entries(begunOf(entry)).every(([field, value]) => (fields[field as keyof Begun] ?? null) === value)

async function booked({ me, like, day, total, check }: Booking) {
  await check()
  // A stop that the server does not know yet would meet an entry that is gone.
  if (!(await sendAll(me))) throw new Failure(0, common.noAnswer)
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
  const pending: Pending = { fields, place, end, former: running?.id ?? null }
  if (!keepPending(me, pending)) throw new Failure(0, messages.noRoom)
  let failed: unknown
  try {
    if (running) await finish(running, end, running.versao)
    const sentAt = serverNow()
    keepPending(me, { ...pending, sentAt })
    const { id } = await send('POST /track', { body: fields })
    keepPending(me, { ...pending, sentAt, begun: id })
  } catch (error) {
    // Without an answer it may be there all the same, which the rest finds out.
    if (!(error instanceof Failure && error.mayBeDone)) keepPending(me, { ...pending, isBooked: false })
    failed = error
  }
  // What is lost once may be there a moment later, and nobody need know.
  const id = await resume(me).catch(async (error: unknown) => {
    if (!keptPending(me)?.waits) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    return resume(me)
  })
  if (id === null) throw failed ?? new Failure(409, messages.movedElsewhere)
  const isNextDay = place.until.slice(0, 10) > day
  return { id, from: hourBr(place.from), until: `${hourBr(place.until)}${isNextDay ? ' +1' : ''}`, total: duration(total) }
}

/** ms */
const PAUSE = 1_000

/** Puts what was begun where it is booked; gives why it was refused, and is gone. */
async function move(id: number, { fields, place }: Pending) {
  try {
    await send('PUT /track', { body: { id, ...fields, dataHoraInicio: place.from, horaFim: timeOf(place.until) } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.mayBeDone && isAt(await entryOf(id), place)) return undefined
    // It would run from now on.
    await remove(id)
    return error
  }
  return undefined
}

const ifGone = (error: unknown) => {
  if (error instanceof Failure && error.status === 404) return null
  throw error
}
const remove = (id: number) => send('DELETE /track/{id}', { path: { id } }).catch(ifGone)
const entryOf = (id: number) => read('GET /track/{id}', { path: { id } }).catch(ifGone)
const isAt = (entry: TimeEntry | null, place: Pending['place']) => entry?.dataHoraInicio === place.from && entry.horaFim === timeOf(place.until)

/** What ran goes on from its old start, with what another window wrote into it meanwhile: a copy takes the place of the ended one. */
async function goOn(me: number, pending: Pending, former: number, running: TimeEntry | null) {
  const was = await entryOf(former)
  // Done already, or changed since.
  if (was?.horaFim !== timeOf(pending.end)) return
  const copy = await copyOf(was, pending, running)
  const hasStart = copy?.dataHoraInicio === was.dataHoraInicio
  // Stopped elsewhere meanwhile, it is not begun again.
  if (copy?.horaFim != null) {
    if (hasStart) await remove(former)
    return
  }
  // Nor where it was deleted, or its person began something since.
  if (!copy && (pending.copy !== undefined || running || (await isBegunSince(me, pending)))) return
  const id = copy?.id ?? (await send('POST /track', { body: begunOf(was) })).id
  keepPending(me, { ...pending, copy: id })
  // It was not forgotten.
  markOnce('visto', id)
  if (!hasStart) await send('PUT /track', { body: { id, dataHoraInicio: was.dataHoraInicio } })
  await remove(former)
}

/** What was begun in its place; null: nothing is there. */
const copyOf = async (was: TimeEntry, { copy }: Pending, running: TimeEntry | null) =>
  copy === undefined ? (running && hasFields(running, begunOf(was)) ? running : null) : entryOf(copy)

async function isBegunSince(me: number, { end, begun }: Pending) {
  const rows = await read('GET /track', { query: { user: String(me), startdate: end.slice(0, 10), enddate: wallDay(serverNow()) } })
  return rows.some(({ ID, ACTIVITY_DATE, HORAINICIO }) => ID !== begun && `${ACTIVITY_DATE}T${HORAINICIO}` >= end)
}

/** ms within which a request reaches the server, and by which this page's clock may be before it. */
const [SOON, AHEAD] = [10_000, 2_000]
/** Begun for it, and there still, whoever took it for a time of its own and ended it. It may have begun without having been heard of. */
function isBegun(one: TimeEntry, { fields, end, former, begun, sentAt }: Pending) {
  const at = atWall(one.dataHoraInicio)
  if (at < atWall(end) - AHEAD) return false
  if (begun !== undefined) return one.id === begun
  return one.id !== former && at <= (sentAt ?? 0) + SOON && hasFields(one, fields)
}

/** Does what is left of a booking, by what is stored now; gives its entry, or null where it is not booked. Throws why it was refused, when all is as it was before. */
async function resumed(me: number, pending: Pending) {
  if (serverNow() - atWall(pending.end) > HOUR) {
    dropPending(me)
    throw new Failure(409, messages.halfBooked)
  }
  let running = await read('GET /track/check')
  let refused: Failure | undefined
  let { begun, isBooked } = pending
  // What was sent without an answer may still reach the server: the beginning, or the end of what ran.
  const isAsBefore = pending.sentAt === undefined ? (running?.id ?? null) === pending.former : !(running && isBegun(running, pending))
  const sentAt = pending.sentAt ?? atWall(pending.end)
  if (isBooked === undefined && begun === undefined && isAsBefore && serverNow() - sentAt < SOON) throw new Failure(0, common.noAnswer)
  if (isBooked === undefined) {
    const own = begun === undefined ? running : await entryOf(begun)
    if (own && isBegun(own, pending)) {
      begun = own.id
      markOnce('visto', begun)
      keepPending(me, { ...pending, begun })
      refused = await move(begun, pending)
      isBooked = !refused
      if (running?.id === begun) running = null
    } else isBooked = isAt(own, pending.place)
    keepPending(me, { ...pending, begun, isBooked })
  }
  if (pending.former !== null) await goOn(me, { ...pending, begun, isBooked }, pending.former, running)
  const { copy } = keptPending(me) ?? {}
  // What was stopped here since, that one or what was begun meanwhile.
  if (copy !== undefined) goesOnAs(me, [pending.former ?? undefined, begun], copy)
  // Else a cell that waits would say that it is not stored until it sees that it is.
  if (pending.waits) await timeChanged()
  dropPending(me)
  if (refused) throw refused
  return isBooked ? (begun ?? null) : null
}

/** The same; null: there is none. Where it has to wait, it is kept. */
async function resume(me: number) {
  const pending = keptPending(me)
  if (!pending) return null
  try {
    return await resumed(me, pending)
  } catch (error) {
    const at = keptPending(me)
    // It is through.
    if (!at || !(error instanceof Failure)) throw error
    if (isForLater(error)) keepPending(me, { ...at, waits: true })
    else dropPending(me)
    throw new Failure(error.status, isForLater(error) ? messages.bookingWaits : messages.halfBooked)
  }
}

export const book = (booking: Booking) =>
  inTurn(booking.me, () =>
    changing(async () => {
      await resume(booking.me)
      return booked(booking)
    }),
  )

/** Does what a booking has still to do whose page was left, or of which a request failed. */
export const resumeBooking = (me: number) =>
  inTurn(me, async () => {
    if (!keptPending(me)) return
    try {
      if ((await changing(() => resume(me))) !== null) notify.success(messages.restBooked)
      else notify.warn(messages.restNotBooked)
    } catch (error) {
      // What waits is said in the bar.
      if (error instanceof Failure && !keptPending(me)) notify.error(error.message)
    }
  })
