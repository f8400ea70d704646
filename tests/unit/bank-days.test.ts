// Compares the days on which banks are closed with the holiday calendar of an independent package.
import { getHolidays } from '@brazilian-utils/brazilian-utils/get-holidays'
import { expect, test } from 'vitest'
import { closedOn, openFrom } from '../../shared/bank-days.ts'
import { addDays } from '../../shared/clock.ts'

test('banks are closed on every national holiday, on both days of Carnaval and on the last day of the year, from 2024 to 2050', () => {
  for (let year = 2024; year <= 2050; year += 1) {
    const days = getHolidays(year)
      .filter(({ name }) => name !== 'Páscoa')
      .map(({ date }) => `${year}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`)
    const carnaval = days.find((day) => closedOn(day) === 'terça-feira de Carnaval') ?? ''
    const closed = new Set([...days, addDays(carnaval, -1), `${year}-12-31`])
    for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
      const why = closedOn(day)
      if (why !== 'sábado' && why !== 'domingo') expect([day, why !== undefined]).toEqual([day, closed.has(day)])
    }
  }
})

test('closedOn names the reason why banks are closed on a day, and openFrom returns the next open day', () => {
  expect(['2026-12-25', '2027-02-08', '2026-11-28', '2026-11-29', '2026-11-30'].map(closedOn)).toEqual([
    'feriado de Natal',
    'segunda-feira de Carnaval',
    'sábado',
    'domingo',
    undefined,
  ])
  expect(['2026-12-31', '2027-02-06', '2026-11-30'].map(openFrom)).toEqual(['2027-01-04', '2027-02-10', '2026-11-30'])
})
