// Fair use of the database: the calls of one person may not occupy all of its connections or all of its time.
import { setTimeout } from 'node:timers/promises'
import pLimit from 'p-limit'

/**
 * Times in ms. If a call takes longer than LONG, its slot stays empty for twice the time of the call, but at most for REST. In that pause, calls of
 * other people can run.
 */
const LONG = 15
const REST = 2_000

/** Returns a function that runs at most `share` calls of a person at the same time. The others wait in the order in which they arrived. */
export function createPersonLimiter(share: number) {
  const people = new Map<number, ReturnType<typeof pLimit>>()
  return function run<T>(person: number, work: () => Promise<T>): Promise<T> {
    const limit = people.get(person) ?? pLimit(share)
    people.set(person, limit)
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void limit(async () => {
      const start = performance.now()
      await work().then(resolve, reject)
      const took = performance.now() - start
      if (took > LONG) await setTimeout(Math.min(2 * took, REST))
    }).then(() => {
      if (limit.activeCount + limit.pendingCount === 0) people.delete(person)
    })
    return promise
  }
}
