import { addDays, lastDayOf, mondayOf } from '../../../shared/clock.ts'

/** The periods that filters name, with their first and last days. Weeks begin on Monday. */
export function periodsOf(today: string) {
  const monday = mondayOf(today)
  const month = today.slice(0, 7)
  const lastMonth = addDays(`${month}-01`, -1).slice(0, 7)
  return [
    { label: 'Hoje', from: today, until: today },
    { label: 'Esta semana', from: monday, until: addDays(monday, 6) },
    { label: 'Semana passada', from: addDays(monday, -7), until: addDays(monday, -1) },
    { label: 'Este mês', from: `${month}-01`, until: lastDayOf(month) },
    { label: 'Mês passado', from: `${lastMonth}-01`, until: lastDayOf(lastMonth) },
  ]
}
