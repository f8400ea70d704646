// What a calendar's address asks for.
import { addDays, isDay, wallDay } from '../../../shared/clock.ts'
import { WINDOW_DAYS, type CalendarFilter } from '../../../shared/features/calendar.ts'
import { valuesOf } from '../../ui/grid/useFilter.ts'
import { blank } from './filter.ts'
import { daysOf } from './periods.ts'
import { placeOf } from './usePlace.ts'

type Values = typeof blank

/** What of the days shown lies within the filter's own; null: none. `since`: the first day that is asked for without a filter. */
export function askedOf({ users, atividade, veiculo, departamento, ...values }: Values, days: string[], since: string): CalendarFilter | null {
  const from = [days[0] ?? '', values.dataInicio || since].sort().at(-1) ?? ''
  const until = [days.at(-1) ?? '', values.dataFim].filter(Boolean).sort()[0] ?? ''
  return from <= until ? { users, atividade, veiculo, departamento, dataInicio: from, dataFim: until } : null
}

export const sinceOf = (today: string) => addDays(today, -WINDOW_DAYS)

/** The filter without its days that do not exist. */
export const real = (values: Values): Values => ({
  ...values,
  dataInicio: isDay(values.dataInicio) ? values.dataInicio : '',
  dataFim: isDay(values.dataFim) ? values.dataFim : '',
})

/** What the page of an address asks for, `now` being the server's time in ms. */
export function askedAt(search: URLSearchParams, now: number) {
  const today = wallDay(now)
  const { view, day } = placeOf(search, today)
  return askedOf(real(valuesOf(search, blank)), daysOf(view, day), sinceOf(today))
}
