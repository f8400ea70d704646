// Whose appointments a row of 'Equipe' holds, and what an appointment says there.
import type { CalendarFilter, CalendarLists } from '../../../shared/features/calendar.ts'
import { NONE } from '../../ui/none.ts'
import type { Shown } from './layout.ts'

const BETWEEN = ' - '

/** An appointment's name without the row's own. */
export const activityOf = ({ name }: Shown, person: string) => (name.startsWith(person + BETWEEN) ? name.slice(person.length + BETWEEN.length) : name)

/** Those who have a row also without an appointment. Who asks for an activity or a car asks for whoever has it; who works where, the lists do not tell. */
export function expected({ users }: CalendarLists, filter: Pick<CalendarFilter, 'users' | 'departamento' | 'atividade' | 'veiculo'>) {
  if (filter.atividade?.length || filter.veiculo?.length || filter.departamento?.length) return []
  return filter.users?.length ? users.filter(({ ID }) => filter.users?.includes(ID)) : users
}

export interface Row {
  /** Null: the API did not say, and nobody has this name. */
  id: number | null
  name: string
  events: Shown[]
}

/** A row a person, by name. Another API may leave out whose an appointment is: then its name says it. */
export function rowsOf(events: Shown[], people: CalendarLists['users']): Row[] {
  const named = people.map(({ ID: id, NOMECOMPLETOUSUARIO }): Row => ({ id, name: NOMECOMPLETOUSUARIO ?? NONE, events: [] }))
  const rows = new Map<number | string, Row>(named.map((row) => [row.id ?? row.name, row]))
  const ids = new Map(named.map(({ id, name }) => [name, id]))
  for (const event of events) {
    const said = event.name.includes(BETWEEN) ? event.name.slice(0, event.name.indexOf(BETWEEN)) : NONE
    const name = event.colaborador?.NOMECOMPLETOUSUARIO ?? said
    const id = event.colaborador?.ID ?? ids.get(name) ?? null
    const row = rows.get(id ?? name) ?? { id, name, events: [] }
    row.events.push(event)
    rows.set(id ?? name, row)
  }
  return [...rows.values()].sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
}
