import { useState } from 'react'
import { isSame, type Values } from './editing.ts'

/** What a form knows to be stored, and what it sends of it: one after the other, for an older one that came last would stay. */
export function useStored(was: Values, recovered: boolean) {
  const [stored, setStored] = useState(was)
  /** What is on its way. */
  const [sending, setSending] = useState<Values | null>(null)
  /** What was sent last may be stored or not; so may what was typed before the page was left. */
  const [isUnanswered, setUnanswered] = useState(recovered)
  const [turns] = useState(() => turnsOf(was))
  const keep = (now: Values) => {
    turns.keep(now)
    setStored(now)
  }
  return { ...turns, stored, sending, setSending, isUnanswered, setUnanswered, keep }
}
export type Stored = ReturnType<typeof useStored>

function turnsOf(was: Values) {
  let kept = was
  /** All that was sent: any of it may be stored where no answer came. */
  const sent: Partial<Values>[] = []
  let last: Promise<unknown> = Promise.resolve()
  let isWaiting = false
  let isDropped = false
  return {
    keep: (now: Values) => {
      kept = now
    },
    /** As this form stored it; `now` is how it is stored. */
    known: (now: Values): Values => {
      const own = sent.flatMap((one) => Object.entries(one)).filter(([part, value]) => isSame(now[part as keyof Values], value))
      return { ...kept, ...Object.fromEntries(own) }
    },
    sends: (parts: Partial<Values>) => void sent.push(parts),
    /** In its turn it sends all that there is by then: one that waits is enough. */
    inTurn: (save: () => Promise<unknown>) => {
      if (isWaiting) return
      isWaiting = true
      last = last.then(() => {
        isWaiting = false
        return save()
      })
    },
    allSent: () => last,
    /** Nothing that is not on its way is sent any more. */
    drop: () => {
      isDropped = true
    },
    isDropped: () => isDropped,
  }
}
