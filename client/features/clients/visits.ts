// Visits to one client, and the people who make them.
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { endAt, startAt } from '../appointments/when.ts'

/** The visits that were not reversed: those that have not ended at `minute` (local time), soonest first, and the ended ones, latest first. */
export function visitsOf(rows: AppointmentRow[], minute: string) {
  const active = rows.filter(({ status }) => status === 'A')
  const byStart = (a: AppointmentRow, b: AppointmentRow) => startAt(a).localeCompare(startAt(b)) || a.ID - b.ID
  return {
    next: active.filter((row) => endAt(row) > minute).toSorted(byStart),
    past: active.filter((row) => endAt(row) <= minute).toSorted((a, b) => byStart(b, a)),
  }
}

/** The people of the visits, those with most visits first. `day` is that of a person's next visit (`isNext`) or else of the last one. */
export function workersOf({ next, past }: ReturnType<typeof visitsOf>) {
  const workers = new Map<number, { person: number; name: string; visits: number; day: string; isNext: boolean }>()
  for (const [isNext, rows] of [
    [true, next],
    [false, past],
  ] as const)
    for (const { CODCOLABORADOR: person, NOMECOMPLETOUSUARIO: name, dataIni } of rows) {
      const known = workers.get(person) ?? { person, name: name ?? '', visits: 0, day: dataIni, isNext }
      workers.set(person, { ...known, visits: known.visits + 1 })
    }
  return [...workers.values()].toSorted((a, b) => b.visits - a.visits || a.name.localeCompare(b.name))
}
