// How people are laid out: columns filled downwards, pages of columns.
import { SHOWN, type PendingSector } from '../../../shared/features/pending-board.ts'

export type Person = PendingSector['users'][number]

/** How many columns, and how high each is; in pixels of the wall, as the three below, which pending-board.css has too. */
export interface Surface {
  columns: number
  height: number
}
const NAME = 68
const ROW = 70
const GAP = 28

/** Those who have something to do, each with the first of it. */
export const peopleOf = ({ users }: PendingSector): Person[] =>
  users.flatMap(({ tasks, ...person }) =>
    tasks.length > 0 ? [{ ...person, tasks: tasks.toSorted((a, b) => Number(a.order) - Number(b.order)).slice(0, SHOWN) }] : [],
  )

/** Pages of columns of people, in their order; the last one is as full as the others. Nobody is split; whom no column is high enough for has one alone. */
export function pagesOf(people: Person[], { columns, height }: Surface) {
  const filled: Person[][] = []
  let left = 0
  for (const person of people) {
    const own = NAME + ROW * person.tasks.length
    const fits = left >= GAP + own
    if (!fits) filled.push([])
    left = fits ? left - GAP - own : height - own
    filled.at(-1)?.push(person)
  }
  const last = Math.max(0, filled.length - columns)
  return Array.from({ length: Math.ceil(filled.length / columns) }, (_, page) => {
    const start = Math.min(page * columns, last)
    return filled.slice(start, start + columns)
  })
}
