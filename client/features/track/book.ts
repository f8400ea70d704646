// Books time that is already over.
import { addDays, hourBr, wallTime } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { serverNow } from '../../api/clock.ts'
import type { Input } from '../../api/address.ts'
import { Failure } from '../../api/failure.ts'
import { newAttempt, read, sendAs } from '../../api/request.ts'
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
  const isNextDay = span.until.slice(0, 10) > day
  return { id, from: hourBr(span.from), until: `${hourBr(span.until)}${isNextDay ? ' +1' : ''}`, total: duration(total) }
}

/** Stores a finished entry. A request without a response is repeated once with the same key, so that the entry is stored only once. */
async function store(body: Input<'POST /track/finished'>['body']) {
  const send = sendAs(newAttempt())
  try {
    return await send('POST /track/finished', { body }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.mayBeDone)) throw error
      return send('POST /track/finished', { body })
    })
  } catch (error) {
    if (error instanceof Failure && (error.status === 404 || error.status === 501)) throw new Failure(error.status, messages.noBooking)
    throw error
  }
}

export const book = (booking: Booking) => withLock(booking.me, () => changing(() => bookNow(booking)))
