// A fair queue for a limited number of slots. Each holder gets at most a share of the slots. Half of the slots go first to callers with
// `first`, the others to the holder that has the fewest. A caller that disconnects leaves the queue.
import { messages } from '../../shared/messages.ts'
import { Refusal } from './errors.ts'

export type FairQueue = ReturnType<typeof createFairQueue>

/** `atOnce` is the number of slots, `each` the maximum for one holder, and `waiting` the maximum length of the queue. */
export function createFairQueue({ atOnce, each, waiting }: { atOnce: number; each: number; waiting: number }) {
  const held = new Map<string, number>()
  const queue: { holder: string; first: boolean; enter: () => void; refuse: () => void }[] = []
  let free = atOnce
  /** Slots held by callers with `first`. */
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

  /** Makes room in a full queue by refusing one of the waiting callers. Throws 503 if the newcomer itself has to be refused. */
  function makeRoom(holder: string, first: boolean) {
    const waits = (one: string) => queue.filter(({ holder }) => holder === one).length
    const others = queue.filter((one) => !one.first)
    // If the newcomer has `first` and its holder has nobody in the queue, it displaces a caller without `first`. At most half of the queue is filled
    // this way.
    const privileged = first && waits(holder) === 0 && others.length > 0 && queue.length - others.length < waiting / 2
    const last = lastOfMost(privileged ? others : queue)
    // In all other cases, the holder with the most callers in the queue loses one, unless the newcomer's holder would then have as many.
    if (!last || (!privileged && waits(last.holder) <= waits(holder) + 1)) throw full()
    queue.splice(queue.indexOf(last), 1)
    last.refuse()
  }

  return {
    free: () => free,
    /** Number of slots that a holder has or is waiting for. */
    of: (holder: string) => has(holder) + queue.filter((one) => one.holder === holder).length,
    /** Takes a slot. Returns the function that gives it back. Throws 503 if the queue is full, and the reason of `gone` if `gone` is aborted. */
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

/** The newest entry of the holder that has the most entries. If several holders have equally many, the newest entry among them. */
function lastOfMost<One extends { holder: string }>(some: One[]): One | undefined {
  const of = Map.groupBy(some.toReversed(), ({ holder }) => holder)
  return [...of.values()].toSorted((a, b) => b.length - a.length)[0]?.[0]
}

const full = () => new Refusal(503, messages.unavailable, { reason: 'queue full' })
