// Rows of the team view ('Equipe'), and the text of their appointments.
import type { CalendarFilter, CalendarLists } from '../../../shared/features/calendar.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import type { Shown } from './layout.ts'

const BETWEEN = ' - '

/** An appointment's name without the person of its row. */
export const activityOf = ({ name }: Shown, person: string) => (name.startsWith(person + BETWEEN) ? name.slice(person.length + BETWEEN.length) : name)

/**
 * People who have a row even without an appointment. With a filter by activity, car or department, only people with appointments have one: an
 * activity or car selects exactly those people, and the lists do not tell who is in a department.
 */
export function expected({ users }: CalendarLists, filter: Pick<CalendarFilter, 'users' | 'departamento' | 'atividade' | 'veiculo'>) {
  if (filter.atividade?.length || filter.veiculo?.length || filter.departamento?.length) return []
  return filter.users?.length ? users.filter(({ ID }) => filter.users?.includes(ID)) : users
}

export interface Row {
  /** Null when the API gives no id and no listed person has this name. */
  id: number | null
  name: string
  events: Shown[]
}

/**
 * A row per person, sorted by name. If the API does not name an appointment's person, the name is taken from the start of the appointment's own name.
 */
export function rowsOf(events: Shown[], people: CalendarLists['users']): Row[] {
  const named = people.map(({ ID: id, NOMECOMPLETOUSUARIO }): Row => ({ id, name: NOMECOMPLETOUSUARIO ?? NO_VALUE, events: [] }))
  const rows = new Map<number | string, Row>(named.map((row) => [row.id ?? row.name, row]))
  const ids = new Map(named.map(({ id, name }) => [name, id]))
  for (const event of events) {
    const said = event.name.includes(BETWEEN) ? event.name.slice(0, event.name.indexOf(BETWEEN)) : NO_VALUE
    const name = event.colaborador?.NOMECOMPLETOUSUARIO ?? said
    const id = event.colaborador?.ID ?? ids.get(name) ?? null
    const row = rows.get(id ?? name) ?? { id, name, events: [] }
    row.events.push(event)
    rows.set(id ?? name, row)
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
}
