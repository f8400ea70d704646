// Days on which banks are closed. A boleto that falls due on such a day may be paid on the next day on which banks are open.
import { addDays, daysBetween } from './clock.ts'

/** National holidays on a fixed date, and the last day of the year, on which banks do not serve the public. */
const FIXED: Readonly<Record<string, string>> = {
  '01-01': 'feriado de Ano Novo',
  '04-21': 'feriado de Tiradentes',
  '05-01': 'feriado do Dia do Trabalhador',
  '09-07': 'feriado da Independência',
  '10-12': 'feriado de Nossa Senhora Aparecida',
  '11-02': 'feriado de Finados',
  '11-15': 'feriado da Proclamação da República',
  '11-20': 'feriado da Consciência Negra',
  '12-25': 'feriado de Natal',
  '12-31': 'último dia do ano',
}
/** Holidays by their distance from Easter in days. Resolution 4.880/2020 of the Conselho Monetário Nacional closes banks on both days of Carnaval. */
const FROM_EASTER = new Map([
  [-48, 'segunda-feira de Carnaval'],
  [-47, 'terça-feira de Carnaval'],
  [-2, 'Sexta-feira Santa'],
  [60, 'Corpus Christi'],
])

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number) {
  const [a, century, rest] = [year % 19, Math.floor(year / 100), year % 100]
  const epact = (19 * a + century - Math.floor(century / 4) - Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(rest / 4) - epact - (rest % 4)) % 7
  const shift = Math.floor((a + 11 * epact + 22 * weekday) / 451)
  return addDays(`${year}-03-22`, epact + weekday - 7 * shift)
}

/** Why banks are closed on 'YYYY-MM-DD', or undefined if they are open. Holidays of states and cities are not included. */
export function closedOn(day: string) {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return (
    FIXED[day.slice(5)] ??
    FROM_EASTER.get(daysBetween(easterOf(Number(day.slice(0, 4))), day)) ??
    (weekday === 6 ? 'sábado' : weekday === 0 ? 'domingo' : undefined)
  )
}

/** The first day on or after 'YYYY-MM-DD' on which banks are open. */
export function openFrom(day: string): string {
  return closedOn(day) === undefined ? day : openFrom(addDays(day, 1))
}
