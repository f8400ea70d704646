// What a booking has still to do, found out from what is stored by now: whatever became of its requests and of the page that sent them. Its requests: book.ts.
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

/** ms within which a request reaches the server. */
const SOON = 10_000
/** ms by which this page's clock may be before the server's. */
const AHEAD = 2_000

const timeOf = (wall: string) => wall.slice(11)
const hasFields = (entry: TimeEntry, fields: Begun) =>
  Object.entries(begunOf(entry)).every(([field, value]) => (fields[field as keyof Begun] ?? null) === value)

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

/** Begun for it, and there still, whoever took it for a time of its own and ended it. It may have begun without having been heard of. */
function isBegun(one: TimeEntry, { fields, end, former, begun, sentAt }: Pending) {
  const at = atWall(one.dataHoraInicio)
  if (at < atWall(end) - AHEAD) return false
  if (begun !== undefined) return one.id === begun
  return one.id !== former && at <= (sentAt ?? 0) + SOON && hasFields(one, fields)
}

/** What was sent without an answer may still reach the server: the end of what ran, or, once that was answered, the beginning. */
function mayStillArrive(pending: Pending, running: TimeEntry | null) {
  const { sentAt, former, end } = pending
  if (sentAt === undefined) return (running?.id ?? null) === former && serverNow() - atWall(end) < SOON
  return !(running && isBegun(running, pending)) && serverNow() - sentAt < SOON
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
  // What was stopped here since, that one or what was begun meanwhile.
  if (copy !== undefined) goesOnAs(me, [pending.former ?? undefined, begun], copy)
  // A cell that waits says that it is not stored once nothing is pending: before, it sees what is.
  if (pending.waits) await timeChanged()
  dropPending(me)
  if (refused) throw refused
  return isBooked ? (begun ?? null) : null
}

/** The same; null: there is none. Where it has to wait, it is kept. */
export async function resume(me: number) {
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
