// Places for what only so many may do at once, shared among holders: nobody has more than a part of them, whoever goes `first` comes first to
// half of them, whoever has fewest to the others, and who has gone waits for none.
import { messages } from '../../shared/messages.ts'
import { Refusal } from './errors.ts'

export type Places = ReturnType<typeof createPlaces>

/** `atOnce` in all, of which one holder has `each` at the most; `waiting` may wait, in their order. */
export function createPlaces({ atOnce, each, waiting }: { atOnce: number; each: number; waiting: number }) {
  const held = new Map<string, number>()
  const queue: { holder: string; first: boolean; enter: () => void; refuse: () => void }[] = []
  let free = atOnce
  /** Places of those that went first. */
  let firsts = 0
  const has = (holder: string) => held.get(holder) ?? 0
  const fits = (holder: string) => free > 0 && has(holder) < each

  function enter(holder: string, first: boolean) {
    free -= 1
    firsts += Number(first)
    held.set(holder, has(holder) + 1)
    return () => {
      free += 1
      firsts -= Number(first)
      const left = has(holder) - 1
      if (left) held.set(holder, left)
      else held.delete(holder)
      const before = (one: { first: boolean }) => Number(one.first && firsts < atOnce / 2)
      const [next] = queue.filter((one) => fits(one.holder)).toSorted((a, b) => before(b) - before(a) || has(a.holder) - has(b.holder))
      if (next) {
        queue.splice(queue.indexOf(next), 1)
        next.enter()
      }
    }
  }

  /** Room for one more in a queue that is full. Throws 503 when it is the newcomer who may not wait. */
  function makeRoom(holder: string, first: boolean) {
    const waits = (one: string) => queue.filter(({ holder }) => holder === one).length
    const others = queue.filter((one) => !one.first)
    // Who goes first and has none here yet takes the place of one who does not, until half of the queue goes first.
    const privileged = first && waits(holder) === 0 && others.length > 0 && queue.length - others.length < waiting / 2
    const last = lastOfMost(privileged ? others : queue)
    // Otherwise whoever has most gives way, unless the newcomer would have as many then.
    if (!last || (!privileged && waits(last.holder) <= waits(holder) + 1)) throw full()
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
      if (fits(holder)) return enter(holder, first)
      if (queue.length >= waiting) makeRoom(holder, first)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const one = {
        holder,
        first,
        enter: () => {
          gone.removeEventListener('abort', leave)
          resolve(enter(holder, first))
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

/** The last of the holder that has most of them; of several such holders, of the one that came last. */
function lastOfMost<One extends { holder: string }>(some: One[]): One | undefined {
  const of = Map.groupBy(some.toReversed(), ({ holder }) => holder)
  return [...of.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]
}

const full = () => new Refusal(503, messages.unavailable, { reason: 'places' })
