// Announces changes of a person's time entries to the parts that show them, in this tab and the browser's other tabs.
import { mutate } from 'swr'
import type { TimeEntry } from '../../../shared/features/track.ts'
import { keyOf } from '../../api/address.ts'
import { renew, renewAll } from '../../api/useCall.ts'

// Messages between tabs: the id of an entry that ended, or '' for any other change. Each tab then requests the entries again.
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('tempo')

const asked = () => Promise.all([renew('GET /track/check'), renewAll('GET /track')])

/** Shows an entry as ended without waiting for the server. */
const forget = (id: unknown) => mutate<TimeEntry | null>(keyOf('GET /track/check'), (held) => (held?.id === id ? null : held), { revalidate: false })

/** Tells every tab that an entry ended. Otherwise the tabs would show the entry as running until their next request. */
export function ended(id: number) {
  channel?.postMessage(id)
  return forget(id)
}

/** Requests changed entries again wherever they are shown, here and in the other tabs. */
export function timeChanged() {
  channel?.postMessage('')
  return asked()
}

/** Runs a write, then refreshes every list of entries, even after a failure. The promise settles after the refresh. */
export async function changing<T>(write: () => Promise<T>) {
  try {
    return await write()
  } finally {
    await timeChanged()
  }
}

/** Listens to changes in other tabs; returns a function that stops listening. */
export function hearChanges() {
  const hear = ({ data: id }: MessageEvent<unknown>) => void forget(id).then(asked)
  channel?.addEventListener('message', hear)
  return () => channel?.removeEventListener('message', hear)
}
