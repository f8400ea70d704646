// Whether an entry is still what a list showed, whose rows have no version.
import { messages, type TimeRow } from '../../../shared/features/track.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { lineKey, type Named } from './week.ts'

export type Shown = Named & Pick<TimeRow, 'ACTIVITY_DATE' | 'TOTAL'>

/** Somebody's rows of a day, as they are stored. */
export const rowsOf = (user: number | string, day: string) => read('GET /track', { query: { user: String(user), startdate: day, enddate: day } })

/** Its version; 409 where it says something else by now, or lies on another day. The version comes first: what changes between the two is refused by it. */
export async function stillShown(user: number | string, id: number, shown: Shown) {
  const { versao } = await read('GET /track/{id}', { path: { id } })
  const row = (await rowsOf(user, shown.ACTIVITY_DATE)).find(({ ID }) => ID === id)
  if (!row || row.TOTAL !== shown.TOTAL || lineKey(row) !== lineKey(shown)) throw new Failure(409, messages.movedElsewhere)
  return versao
}
