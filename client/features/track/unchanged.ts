// Checks whether an entry has changed since a list showed it. List rows have no version that would tell.
import { messages, type TimeRow } from '../../../shared/features/track.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { lineKey, type Named } from './week.ts'

export type Shown = Named & Pick<TimeRow, 'ACTIVITY_DATE' | 'TOTAL'>

/** A person's stored rows of one day. */
export const rowsOf = (user: number | string, day: string) => read('GET /track', { query: { user: String(user), startdate: day, enddate: day } })

/**
 * Returns the entry's version; throws 409 if the entry has changed or moved to another day. The version is read first: if the entry changes between
 * the two reads, a write with that version is refused.
 */
export async function versionIfUnchanged(user: number | string, id: number, shown: Shown) {
  const { versao } = await read('GET /track/{id}', { path: { id } })
  const row = (await rowsOf(user, shown.ACTIVITY_DATE)).find(({ ID }) => ID === id)
  if (!row || row.TOTAL !== shown.TOTAL || lineKey(row) !== lineKey(shown)) throw new Failure(409, messages.movedElsewhere)
  return versao
}
