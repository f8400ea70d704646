// Books time that is over. The server can only begin an entry now, and lets one person have one that runs. So a booking begins an entry and then moves it:
//   PUT     ends what runs, if anything does (`former`)
//   POST    begins the entry that is booked (`begun`)
//   PUT     moves it to its place
//   POST    begins a copy of what ran (`copy`)
//   PUT     gives it its old start
//   DELETE  the former one
// The last three come also where the booking is refused. What it is at is kept in the tab until it is through: where a request fails or the page is left,
// whatever page is there does the rest by what is stored by then. Meanwhile the time stands in one of the two entries or in both: none is lost.
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

/** What is booked is like another entry, by its id, or has these fields. */
export type Like = number | Begun

/** ms that a booking waits before it tries its rest again. */
const PAUSE = 1_000

interface Booking {
  me: number
  like: Like
  day: string
  /** Seconds. */
  total: number
  /** Throws where it may not be booked; asked in its turn, before anything is written. */
  check: () => Promise<unknown>
}

async function bookNow({ me, like, day, total, check }: Booking) {
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

export const book = (booking: Booking) =>
  inTurn(booking.me, () =>
    changing(async () => {
      await resume(booking.me)
      return bookNow(booking)
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
