// Finishes a booking from the entries stored by now, whatever happened to its requests and its page. book.ts lists the requests.
import { atWall, HOUR, wallDay } from '../../../shared/clock.ts'
import { messages, type TimeEntry } from '../../../shared/features/track.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure, isForLater } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { timeChanged } from './changes.ts'
import { begunOf, type Begun } from './entry.ts'
import { markOnce } from './forgotten.ts'
import { dropPending, keepPending, keptPending, type Pending } from './pendingBooking.ts'
import { goesOnAs } from './stops.ts'

/** Maximum time in ms that a sent request takes to reach the server. */
const SOON = 10_000
/** Maximum time in ms by which this page's clock may be ahead of the server's. */
const AHEAD = 2_000

const timeOf = (wall: string) => wall.slice(11)
const hasFields = (entry: TimeEntry, fields: Begun) =>
  Object.entries(begunOf(entry)).every(([field, value]) => (fields[field as keyof Begun] ?? null) === value)

/** Moves the begun entry to its place. If that is refused, deletes it and returns the reason. */
async function move(id: number, { fields, place }: Pending) {
  try {
    await send('PUT /track', { body: { id, ...fields, dataHoraInicio: place.from, horaFim: timeOf(place.until) } })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.mayBeDone && isAt(await entryOf(id), place)) return undefined
    // The move was refused, so the begun entry is deleted; it would otherwise stay as a running entry.
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

/** Continues the former entry from its original start, with changes that another window made to it meanwhile. A copy replaces the former entry. */
async function goOn(me: number, pending: Pending, former: number, running: TimeEntry | null) {
  const was = await entryOf(former)
  // Nothing to do if the former entry was already continued, or was changed or deleted since.
  if (was?.horaFim !== timeOf(pending.end)) return
  const copy = await copyOf(was, pending, running)
  const hasStart = copy?.dataHoraInicio === was.dataHoraInicio
  // If the copy was stopped elsewhere meanwhile, it is not begun again.
  if (copy?.horaFim != null) {
    if (hasStart) await remove(former)
    return
  }
  // Neither is it begun again if it was deleted or if the person has begun another entry since.
  if (!copy && (pending.copy !== undefined || running || (await isBegunSince(me, pending)))) return
  const id = copy?.id ?? (await send('POST /track', { body: begunOf(was) })).id
  keepPending(me, { ...pending, copy: id })
  // The person knows that the entry is running, so no warning is needed.
  markOnce('visto', id)
  if (!hasStart) await send('PUT /track', { body: { id, dataHoraInicio: was.dataHoraInicio } })
  await remove(former)
}

/** The copy of the former entry; null without one. */
const copyOf = async (was: TimeEntry, { copy }: Pending, running: TimeEntry | null) =>
  copy === undefined ? (running && hasFields(running, begunOf(was)) ? running : null) : entryOf(copy)

async function isBegunSince(me: number, { end, begun }: Pending) {
  const rows = await read('GET /track', { query: { user: String(me), startdate: end.slice(0, 10), enddate: wallDay(serverNow()) } })
  return rows.some(({ ID, ACTIVITY_DATE, HORAINICIO }) => ID !== begun && `${ACTIVITY_DATE}T${HORAINICIO}` >= end)
}

/**
 * Whether an entry was begun for the booking, even if the person has ended it meanwhile. The response of its POST may have been lost, so the entry
 * is also recognized by its fields and its start.
 */
function isBegun(one: TimeEntry, { fields, end, former, begun, sentAt }: Pending) {
  const at = atWall(one.dataHoraInicio)
  if (at < atWall(end) - AHEAD) return false
  if (begun !== undefined) return one.id === begun
  return one.id !== former && at <= (sentAt ?? 0) + SOON && hasFields(one, fields)
}

/**
 * Whether a request without a response may still reach the server: the one that ends the former entry, or the one sent after it, which begins the
 * booked entry.
 */
function mayStillArrive(pending: Pending, running: TimeEntry | null) {
  const { sentAt, former, end } = pending
  if (sentAt === undefined) return (running?.id ?? null) === former && serverNow() - atWall(end) < SOON
  return !(running && isBegun(running, pending)) && serverNow() - sentAt < SOON
}

/**
 * Finishes a booking and returns its entry's id, or null if it was not booked. If the booking was refused, restores the former state and throws the
 * reason.
 */
async function resumed(me: number, pending: Pending) {
  if (serverNow() - atWall(pending.end) > HOUR) {
    dropPending(me)
    throw new Failure(409, messages.halfBooked)
  }
  let running = await read('GET /track/check')
  let refused: Failure | undefined
  let { begun, isBooked } = pending
  if (isBooked === undefined && begun === undefined && mayStillArrive(pending, running)) throw new Failure(0, common.noAnswer)
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
  // If the person has clicked to stop the former or the begun entry meanwhile, the stop now belongs to the copy.
  if (copy !== undefined) goesOnAs(me, [pending.former ?? undefined, begun], copy)
  // As soon as nothing is pending, a cell that waits reports a failure, so it must see the stored entries first.
  if (pending.waits) await timeChanged()
  dropPending(me)
  if (refused) throw refused
  return isBooked ? (begun ?? null) : null
}

/** Resumes the person's pending booking; null without one. A booking that has to wait stays pending. */
export async function resume(me: number) {
  const pending = keptPending(me)
  if (!pending) return null
  try {
    return await resumed(me, pending)
  } catch (error) {
    const at = keptPending(me)
    // Nothing is pending any more, so the booking itself is finished, and the error is passed on as it is.
    if (!at || !(error instanceof Failure)) throw error
    if (isForLater(error)) keepPending(me, { ...at, waits: true })
    else dropPending(me)
    throw new Failure(error.status, isForLater(error) ? messages.bookingWaits : messages.halfBooked)
  }
}
