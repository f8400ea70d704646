// Books time that is already over. The server can only begin an entry at the current time, and allows one running entry per person. So a booking
// begins an entry and then moves it:
//   PUT     ends the running entry, if there is one (`former`)
//   POST    begins the booked entry (`begun`)
//   PUT     moves it to its place
//   POST    begins a copy of the former entry (`copy`)
//   PUT     gives the copy the original start
//   DELETE  removes the former entry
// The last three requests are sent even if the booking is refused. The state is kept in the tab until the booking is finished: if a request fails or
// the page is left, the next page finishes the booking from the entries stored by then. In the meantime the running time is in one of the two entries
// or in both, so none is lost.
import { addDays, atWall, DAY, hourBr, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { Failure } from '../../api/failure.ts'
import { read, send } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { changing } from './changes.ts'
import { begunOf, endOf, finish, isComplete, type Begun } from './entry.ts'
import { keepPending, keptPending, type Pending } from './pendingBooking.ts'
import { placeOf } from './place.ts'
import { resume } from './restOfBooking.ts'
import { sendAll } from './stops.ts'
import { inTurn } from './turn.ts'

/** Source of the booked fields: the id of another entry, or the fields themselves. */
export type Like = number | Begun

/** Pause in ms before a failed booking is resumed. */
const PAUSE = 1_000

interface Booking {
  me: number
  like: Like
  day: string
  /** Total in seconds. */
  total: number
  /** Throws if the booking is not allowed. It runs in the booking's turn, before anything is written. */
  check: () => Promise<unknown>
}

async function bookNow({ me, like, day, total, check }: Booking) {
  await check()
  // Sends waiting stops first: after the booking, a stop would refer to an entry that no longer exists.
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
  // The end is stored as a time of day, so a running entry of a day or longer would be cut short; it must be finished first.
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
    // After a lost response the entry may exist all the same, so `isBooked` stays unknown and resume() finds out.
    if (!(error instanceof Failure && error.mayBeDone)) keepPending(me, { ...pending, isBooked: false })
    failed = error
  }
  // A lost request often succeeds a moment later, so one retry comes before any message.
  const id = await resume(me).catch(async (error: unknown) => {
    if (!keptPending(me)?.waits) throw error
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    return resume(me)
  })
  if (id === null) throw failed ?? new Failure(409, messages.movedElsewhere)
  const isNextDay = place.until.slice(0, 10) > day
  return { id, from: hourBr(place.from), until: `${hourBr(place.until)}${isNextDay ? ' +1' : ''}`, total: duration(total) }
}

export const book = (booking: Booking) =>
  inTurn(booking.me, () =>
    changing(async () => {
      await resume(booking.me)
      return bookNow(booking)
    }),
  )

/** Finishes a booking whose page was left or whose request failed. */
export const resumeBooking = (me: number) =>
  inTurn(me, async () => {
    if (!keptPending(me)) return
    try {
      if ((await changing(() => resume(me))) !== null) notify.success(messages.restBooked)
      else notify.warn(messages.restNotBooked)
    } catch (error) {
      // If the booking still waits, the top bar shows it, so no toast is needed.
      if (error instanceof Failure && !keptPending(me)) notify.error(error.message)
    }
  })
