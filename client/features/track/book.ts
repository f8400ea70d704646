// Books time that is already over.
import { addDays, hourBr, secondsLater, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { serverNow } from '../../api/clock.ts'
import type { Input } from '../../api/address.ts'
import { Failure, isMissing } from '../../api/failure.ts'
import { newAttempt, read, sendAs, type Send } from '../../api/request.ts'
import { changing } from './changes.ts'
import { begunOf, type Begun } from './entry.ts'
import { bookingTimeOf } from './bookingTime.ts'
import { withLock } from './lock.ts'

/** Source of the booked fields: the id of another entry, or the fields themselves. */
export type Like = number | Begun

interface Booking {
  me: number
  like: Like
  day: string
  /** Total in seconds. */
  total: number
  /** Throws if the booking is not allowed. Runs under the same lock as the booking (lock.ts), before anything is written. */
  check: () => Promise<unknown>
}

async function bookNow({ me, like, day, total, check }: Booking) {
  await check()
  const [rows, fields] = await Promise.all([
    read('GET /track', { query: { user: String(me), startdate: addDays(day, -1), enddate: day } }),
    typeof like === 'number' ? read('GET /track/{id}', { path: { id: like } }).then(begunOf) : like,
  ])
  const now = serverNow()
  const span = bookingTimeOf(rows, day, total, now)
  if (!span) throw new Failure(400, messages.tooEarly)
  if (span.until > wallTime(now)) throw new Failure(400, messages.endsLater)
  const { id } = await store({ ...fields, dataHoraInicio: span.from, total: duration(total) })
  return { id, total: duration(total), ...saidOf(span) }
}

/** The hours of a booking as a message states them. */
const saidOf = ({ from, until }: { from: string; until: string }) => ({
  from: hourBr(from),
  until: `${hourBr(until)}${until.slice(0, 10) > from.slice(0, 10) ? ' +1' : ''}`,
})

/** Stores a finished entry. A request without a response is repeated once with the same key, so that the entry is stored only once. */
async function store(body: Input<'POST /track/finished'>['body'], send = sendAs(newAttempt())) {
  try {
    return await send('POST /track/finished', { body }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.mayBeDone)) throw error
      return send('POST /track/finished', { body })
    })
  } catch (error) {
    if (error instanceof Failure && isMissing(error)) throw new Failure(error.status, messages.noBooking)
    throw error
  }
}

interface BookingAt {
  me: number
  fields: Begun
  /** Start, 'YYYY-MM-DDTHH:MM:SS'. */
  from: string
  /** Total in seconds. */
  total: number
  /** Id of the appointment that the time was spent on. */
  visit: number | undefined
  /** Sends with the form's key, so that the entry is stored once even if the form is confirmed again after a lost response. */
  send: Send
}

/** Books time whose start is known. Returns its hours. */
export async function bookAt({ me, fields, from, total, visit, send }: BookingAt) {
  const until = secondsLater(from, total)
  if (until > wallTime(serverNow())) throw new Failure(400, messages.endsLater)
  await withLock(me, () => changing(() => store({ ...fields, dataHoraInicio: from, total: duration(total), idCompromisso: visit }, send)))
  return saidOf({ from, until })
}

/** Books time by its total alone. */
export const book = (booking: Booking) => withLock(booking.me, () => changing(() => bookNow(booking)))
