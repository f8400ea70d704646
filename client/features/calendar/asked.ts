// Builds the request of a calendar page from the page's address.
import { addDays, isDay, wallDay } from '../../../shared/clock.ts'
import { WINDOW_DAYS, type CalendarFilter } from '../../../shared/features/calendar.ts'
import { valuesOf } from '../../ui/grid/useFilter.ts'
import { blank } from './filter.ts'
import { daysOf } from './periods.ts'
import { viewOf } from './useCalendarView.ts'

type Values = typeof blank

/** Limits the filter to the visible days; null when none is left. `since` is the first day of an unfiltered request. */
export function askedOf({ users, atividade, veiculo, departamento, ...values }: Values, days: string[], since: string): CalendarFilter | null {
  const from = [days[0] ?? '', values.dataInicio || since].sort().at(-1) ?? ''
  const until = [days.at(-1) ?? '', values.dataFim].filter(Boolean).sort()[0] ?? ''
  return from <= until ? { users, atividade, veiculo, departamento, dataInicio: from, dataFim: until } : null
}

export const sinceOf = (today: string) => addDays(today, -WINDOW_DAYS)

/** The filter without impossible days. */
export const real = (values: Values): Values => ({
  ...values,
  dataInicio: isDay(values.dataInicio) ? values.dataInicio : '',
  dataFim: isDay(values.dataFim) ? values.dataFim : '',
})

/** The request that an address stands for; null when the filter excludes all visible days. `now` is the server's time in ms. */
export function askedAt(search: URLSearchParams, now: number) {
  const today = wallDay(now)
  const { view, day } = viewOf(search, today)
  return askedOf(real(valuesOf(search, blank)), daysOf(view, day), sinceOf(today))
}
