// That somebody's time changed, said to whatever shows it, here and in the other tabs of this browser.
import { mutate } from 'swr'
import type { TimeEntry } from '../../../shared/features/track.ts'
import { keyOf } from '../../api/address.ts'
import { renew, renewAll } from '../../api/useCall.ts'

// Says to the other tabs that something changed, and which entry ended if one did; each asks the server.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tempo')

const asked = () => Promise.all([renew('GET /track/check'), renewAll('GET /track')])

/** Shows an entry as ended before the server is asked again. */
const forget = (id: unknown) => mutate<TimeEntry | null>(keyOf('GET /track/check'), (held) => (held?.id === id ? null : held), { revalidate: false })

/** The server ended it: no tab shows it again while it asks. */
export function ended(id: number) {
  channel?.postMessage(id)
  return forget(id)
}

/** Entries changed: what shows them asks again, here and in the other tabs. */
export function timeChanged() {
  channel?.postMessage('')
  return asked()
}

/** Changes entries; what shows them has asked again when it is done, also where it failed. */
export async function changing<T>(write: () => Promise<T>) {
  try {
    return await write()
  } finally {
    await timeChanged()
  }
}

/** Hears of what changed in another tab; gives the way to hear no more. */
export function hearChanges() {
  const hear = ({ data: id }: MessageEvent<unknown>) => void forget(id).then(asked)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
