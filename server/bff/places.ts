// Places for what only so many may do at once, shared among holders: nobody has more than a part of them, whoever goes `first` or has fewest
// comes first, and who has gone waits for none.
import { messages } from '../../shared/messages.ts'
import { Refusal } from './errors.ts'

export type Places = ReturnType<typeof createPlaces>

/** `atOnce` in all, of which one holder has `each` at the most; `waiting` may wait, in their order. */
export function createPlaces({ atOnce, each, waiting }: { atOnce: number; each: number; waiting: number }) {
  const held = new Map<string, number>()
  const queue: { holder: string; first: boolean; enter: () => void; refuse: () => void }[] = []
  let free = atOnce
  const has = (holder: string) => held.get(holder) ?? 0
  const fits = (holder: string) => free > 0 && has(holder) < each

  function enter(holder: string) {
    free -= 1
    held.set(holder, has(holder) + 1)
    return () => {
      free += 1
      const left = has(holder) - 1
      if (left) held.set(holder, left)
      else held.delete(holder)
      const [next] = queue.filter((one) => fits(one.holder)).toSorted((a, b) => Number(b.first) - Number(a.first) || has(a.holder) - has(b.holder))
      if (next) {
        queue.splice(queue.indexOf(next), 1)
        next.enter()
      }
    }
  }

  /** Room in a queue that is full: the last of whoever has most there goes, unless that is no more than the newcomer would have; for who goes first and has none there, the last of the others. */
  function makeRoom(holder: string, first: boolean) {
    const counts = new Map([[holder, 1]])
    for (const one of queue) counts.set(one.holder, (counts.get(one.holder) ?? 0) + 1)
    const [most] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
    const other = first && counts.get(holder) === 1 ? queue.findLast((one) => !one.first) : undefined
    const last = other ?? queue.findLast((one) => one.holder === most)
    if (!last || (!other && (counts.get(last.holder) ?? 0) <= (counts.get(holder) ?? 0))) throw full()
    queue.splice(queue.indexOf(last), 1)
    last.refuse()
  }

  return {
    /** How many are free now. */
    free: () => free,
    /** How many a holder has or waits for. */
    of: (holder: string) => has(holder) + queue.filter((one) => one.holder === holder).length,
    /** A place of the holder's, as the function that gives it back once. Throws 503 when too many wait, and what `gone` was aborted with. */
    take: async (holder: string, gone: AbortSignal, first = false): Promise<() => void> => {
      gone.throwIfAborted()
      if (fits(holder)) return enter(holder)
      if (queue.length >= waiting) makeRoom(holder, first)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const one = {
        holder,
        first,
        enter: () => {
          gone.removeEventListener('abort', leave)
          resolve(enter(holder))
        },
        refuse: () => {
          gone.removeEventListener('abort', leave)
          reject(full())
        },
      }
      const leave = () => {
        queue.splice(queue.indexOf(one), 1)
        reject(gone.reason as Error)
      }
      queue.push(one)
      gone.addEventListener('abort', leave, { once: true })
      return promise
    },
  }
}

const full = () => new Refusal(503, messages.unavailable, { reason: 'places' })
