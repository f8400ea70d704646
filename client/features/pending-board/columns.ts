// Layout of people in columns that fill downwards, and of columns in pages.
import { SHOWN, type PendingSector } from '../../../shared/features/pending-board.ts'

export type Person = PendingSector['users'][number]

/**
 * Number of columns and their height. This height and the three constants below are in the wall's own pixels (`--px`). The constants must equal those
 * in pending-board.module.css.
 */
export interface Surface {
  columns: number
  height: number
}
const NAME = 68
const ROW = 70
const GAP = 28

/** People with tasks, each with the first tasks only. */
export const peopleOf = ({ users }: PendingSector): Person[] =>
  users.flatMap(({ tasks, ...person }) =>
    tasks.length > 0 ? [{ ...person, tasks: tasks.toSorted((a, b) => Number(a.order) - Number(b.order)).slice(0, SHOWN) }] : [],
  )

/**
 * Splits people into pages of columns, in order. The last page repeats earlier columns so that it is as full as the others. The tasks of a person
 * stay together; if they are taller than a column, they get a column alone.
 */
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
