// Rows of the views 'Equipe' and 'Veículos', and the text of their appointments.
import type { CalendarFilter, CalendarLists } from '../../../shared/features/calendar.ts'
import { NO_VALUE } from '../../ui/noValue.ts'
import type { Shown } from './layout.ts'

const BETWEEN = ' - '

/** An appointment's name without the person of its row. */
export const activityOf = ({ name }: Shown, person: string) => (name.startsWith(person + BETWEEN) ? name.slice(person.length + BETWEEN.length) : name)

type Filter = Pick<CalendarFilter, 'users' | 'departamento' | 'atividade' | 'veiculo'>
type Lists = Pick<CalendarLists, 'users' | 'veiculos'>

/**
 * The people and cars that have a row even without an appointment. With a filter by something else, only those with appointments have one: an activity
 * or car selects exactly those people, and the lists do not tell who is in a department.
 */
export function expected({ users, veiculos }: CalendarLists, filter: Filter): Lists {
  const isSet = (key: keyof Filter) => (filter[key]?.length ?? 0) > 0
  const isOther = isSet('atividade') || isSet('departamento')
  return {
    users: isOther || isSet('veiculo') ? [] : isSet('users') ? users.filter(({ ID }) => filter.users?.includes(ID)) : users,
    veiculos:
      isOther || isSet('users') ? [] : isSet('veiculo') ? veiculos.filter(({ CODIGOCARRO }) => filter.veiculo?.includes(CODIGOCARRO)) : veiculos,
  }
}

/** The person or car of a row. */
export interface RowKey {
  of: 'person' | 'car'
  id: number
}

export interface Row {
  /** Null when the API gives no id and no listed person has this name. */
  id: number | null
  name: string
  events: Shown[]
}

/** Puts each event into the row that `rowOf` names, and sorts the rows by name. */
function sortedRows(rows: Row[], events: Shown[], rowOf: (event: Shown) => Omit<Row, 'events'> | null): Row[] {
  const byKey = new Map<number | string, Row>(rows.map((row) => [row.id ?? row.name, row]))
  for (const event of events) {
    const named = rowOf(event)
    if (!named) continue
    const row = byKey.get(named.id ?? named.name) ?? { ...named, events: [] }
    row.events.push(event)
    byKey.set(named.id ?? named.name, row)
  }
  return [...byKey.values()].sort((a, b) => a.name.localeCompare(b.name, 'pt-BR'))
}

/**
 * A row per person, sorted by name. If the API does not name an appointment's person, the name is taken from the start of the appointment's own name.
 */
export function rowsOf(events: Shown[], { users }: Pick<Lists, 'users'>): Row[] {
  const rows = users.map(({ ID: id, NOMECOMPLETOUSUARIO }): Row => ({ id, name: NOMECOMPLETOUSUARIO ?? NO_VALUE, events: [] }))
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return sortedRows(rows, events, (event) => {
    const said = event.name.includes(BETWEEN) ? event.name.slice(0, event.name.indexOf(BETWEEN)) : NO_VALUE
    const name = event.colaborador?.NOMECOMPLETOUSUARIO ?? said
    return { id: event.colaborador?.ID ?? ids.get(name) ?? null, name }
  })
}

/** A row per car, sorted by name. Appointments without a car are in none. */
export function carRowsOf(events: Shown[], { veiculos }: Pick<Lists, 'veiculos'>): Row[] {
  const nameOf = (name: string | null, plate?: string | null) => [name ?? NO_VALUE, plate && `(${plate})`].filter(Boolean).join(' ')
  const rows = veiculos.map(({ CODIGOCARRO: id, DESCRICAOCARRO, PLACACARRO }): Row => ({ id, name: nameOf(DESCRICAOCARRO, PLACACARRO), events: [] }))
  return sortedRows(rows, events, ({ carro }) => (carro ? { id: carro.CODIGOCARRO, name: nameOf(carro.DESCRICAOCARRO) } : null))
}
