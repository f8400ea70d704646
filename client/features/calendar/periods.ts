// The days, the title and the navigation of each view. Days are 'YYYY-MM-DD', so time zones play no role.
import { shortWeekday } from '../../ui/weekday.ts'
import { addDays, atWall, daysBetween, longDay, mondayOf } from '../../../shared/clock.ts'

/** 'Sêmana' is spelled as in the specification. */
export const views = { dia: 'Dia', semana: 'Sêmana', mes: 'Mês', '4dias': '4 dias', equipe: 'Equipe', veiculos: 'Veículos' }
export type View = keyof typeof views

/** Views with a row per person or car, and a column per day. */
export const isTeam = (view: View) => view === 'equipe' || view === 'veiculos'

export const isView = (text: string | null): text is View => text !== null && Object.hasOwn(views, text)

const run = (from: string, count: number) => Array.from({ length: count }, (_, index) => addDays(from, index))
/** 0 is Sunday. */
export const weekday = (day: string) => new Date(day).getUTCDay()

/** The first day of the month `by` months away. */
function monthAt(day: string, by: number) {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 10)
}

/** The days of a view. A month is extended to whole weeks. */
export function daysOf(view: View, day: string): string[] {
  if (view === 'dia') return [day]
  if (view === '4dias') return run(day, 4)
  if (view === 'semana' || isTeam(view)) return run(mondayOf(day), 7)
  const first = mondayOf(monthAt(day, 0))
  const last = addDays(mondayOf(addDays(monthAt(day, 1), -1)), 6)
  return run(first, daysBetween(first, last) + 1)
}

/** The day that 'previous' (-1) or 'next' (1) leads to. */
export function step(view: View, day: string, by: -1 | 1) {
  if (view === 'mes') return monthAt(day, by)
  return addDays(day, by * { dia: 1, semana: 7, '4dias': 4, equipe: 7, veiculos: 7 }[view])
}

const monthName = {
  long: new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long' }),
  short: new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' }),
}

/**
 * Title of a period: 'novembro de 2026', '15 – 21 de novembro de 2026', '29 de dezembro de 2026 – 4 de janeiro de 2027', 'quinta-feira, 19 de
 * novembro de 2026'. Short: '15 – 21 nov. 2026', 'qui, 19 nov. 2026'; the month view always spells out the month.
 */
export function nameOf(view: View, day: string, length: 'long' | 'short') {
  const month = (day: string) => monthName[length].format(Date.parse(day))
  const joined = (parts: unknown[]) => parts.filter(Boolean).join(length === 'long' ? ' de ' : ' ')
  const full = (day: string) => joined([Number(day.slice(8)), month(day), day.slice(0, 4)])
  if (view === 'dia') return length === 'long' ? fullDay(day) : `${shortWeekday(day)}, ${full(day)}`
  if (view === 'mes') return `${monthName.long.format(Date.parse(day))} de ${day.slice(0, 4)}`
  const days = daysOf(view, day)
  const [from = day, to = day] = [days[0], days.at(-1)]
  const begins = [Number(from.slice(8)), from.slice(0, 7) !== to.slice(0, 7) && month(from), from.slice(0, 4) !== to.slice(0, 4) && from.slice(0, 4)]
  return `${joined(begins)} – ${full(to)}`
}

/** 'quinta-feira, 19 de novembro de 2026' */
export const fullDay = (day: string) => longDay(atWall(`${day}T12:00:00`))
