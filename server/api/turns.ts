// Whose turn it is: no one person's calls have all of the database.
import pLimit from 'p-limit'

/** Runs at most so many calls of a person at a time; the others wait, in the order in which they came. */
export function turnsOf(share: number) {
  const people = new Map<number, ReturnType<typeof pLimit>>()
  return async function turn<T>(person: number, work: () => Promise<T>) {
    const limit = people.get(person) ?? pLimit(share)
    people.set(person, limit)
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) people.delete(person)
    }
  }
}
