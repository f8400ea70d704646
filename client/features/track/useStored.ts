import { useState } from 'react'
import { isSame, type Values } from './editing.ts'

/**
 * The stored values as a form knows them, and its queue of saves. Saves are sent one after the other, because an older save that arrived last would
 * overwrite a newer one.
 */
export function useStored(was: Values, recovered: boolean) {
  const [stored, setStored] = useState(was)
  /** Values of the save in flight. */
  const [sending, setSending] = useState<Values | null>(null)
  /** True when the outcome of the last save is unknown, as for a draft that was restored after the page had been left. */
  const [isUnanswered, setUnanswered] = useState(recovered)
  const [queue] = useState(() => createSaveQueue(was))
  const keep = (now: Values) => {
    queue.keep(now)
    setStored(now)
  }
  return { ...queue, stored, sending, setSending, isUnanswered, setUnanswered, keep }
}
export type Stored = ReturnType<typeof useStored>

function createSaveQueue(was: Values) {
  let kept = was
  /** The values of every save that was sent. If the response was lost, any of them may be stored. */
  const sent: Partial<Values>[] = []
  let last: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  let isDropped = false
  return {
    keep: (now: Values) => {
      kept = now
    },
    /** The values that this form knows to be stored. A value in `now` counts as known if this form sent it. */
    known: (now: Values): Values => {
      const own = sent.flatMap((one) => Object.entries(one)).filter(([part, value]) => isSame(now[part as keyof Values], value))
      return { ...kept, ...Object.fromEntries(own) }
    },
    sends: (parts: Partial<Values>) => void sent.push(parts),
    /** Queues a save. A queued save sends the latest values when it runs, so one in the queue is enough. */
    queueSave: (save: () => Promise<unknown>) => {
      if (isWaiting) return
      isWaiting = true
      last = last.then(() => {
        isWaiting = false
        return save()
      })
    },
    allSent: () => last,
    /** Prevents further saves; one in flight still finishes. */
    drop: () => {
      isDropped = true
    },
    isDropped: () => isDropped,
  }
}
