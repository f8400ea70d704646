// Places for what only so many may do at once, shared among people: nobody has more than a part of them, and who has gone waits for none.
import { messages } from '../../shared/messages.ts'
import { Refusal } from './errors.ts'

export type Places = ReturnType<typeof createPlaces>

/** `atOnce` in all, of which one holder has `each` at the most; `waiting` may wait, in their order. */
export function createPlaces({ atOnce, each, waiting }: { atOnce: number; each: number; waiting: number }) {
  const held = new Map<string, number>()
  const queue: { holder: string; enter: () => void }[] = []
  let free = atOnce
  const fits = (holder: string) => free > 0 && (held.get(holder) ?? 0) < each

  function enter(holder: string) {
    free -= 1
    held.set(holder, (held.get(holder) ?? 0) + 1)
    return () => {
      free += 1
      const left = (held.get(holder) ?? 1) - 1
      if (left) held.set(holder, left)
      else held.delete(holder)
      const next = queue.findIndex((one) => fits(one.holder))
      if (next >= 0) queue.splice(next, 1)[0]?.enter()
    }
  }

  return {
    /** How many are free now. */
    free: () => free,
    /** A place of the holder's, as the function that gives it back once. Throws 503 when too many wait, and what `gone` was aborted with. */
    take: async (holder: string, gone: AbortSignal): Promise<() => void> => {
      gone.throwIfAborted()
      if (fits(holder)) return enter(holder)
      if (queue.length >= waiting) throw new Refusal(503, messages.unavailable, { reason: 'places' })
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const one = {
        holder,
        enter: () => {
          gone.removeEventListener('abort', leave)
          resolve(enter(holder))
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
