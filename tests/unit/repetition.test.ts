import { assert, integer, property, subarray } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followingTimes } from '../../client/features/appointments/repetition.ts'
import { messages, repeatedTimes, wrongRepetition } from '../../shared/features/appointments.ts'
import { addDays, daysBetween, mondayOf } from '../../shared/clock.ts'
import { MOST_DAYS, repeatedDays, weekdayOf } from '../../shared/repetition.ts'

const week = { unidade: 'semana', intervalo: 1 } as const
const month = { unidade: 'mes', intervalo: 1 } as const

test.each([
  ['2026-11-30', 1],
  ['2026-12-05', 6],
  ['2026-12-06', 7],
])('%s is weekday %i', (day, weekday) => expect(weekdayOf(day)).toBe(weekday))

describe('the days of a repetition', () => {
  test('every two weeks on Monday and Thursday, from a Thursday on', () => {
    expect(repeatedDays('2026-12-03', { ...week, intervalo: 2, dias: [4, 1], vezes: 5 }).days).toEqual([
      '2026-12-03',
      '2026-12-14',
      '2026-12-17',
      '2026-12-28',
      '2026-12-31',
    ])
  })

  test('an appointment is also repeated on the last day, if it falls on a chosen weekday', () => {
    expect(repeatedDays('2026-12-01', { ...week, dias: [2], ate: '2026-12-15' }).days).toEqual(['2026-12-01', '2026-12-08', '2026-12-15'])
    expect(repeatedDays('2026-12-01', { ...week, dias: [2], ate: '2026-12-14' }).days).toEqual(['2026-12-01', '2026-12-08'])
  })

  test('the first day counts, even if its weekday is not among the chosen ones', () => {
    expect(repeatedDays('2026-12-01', { ...week, dias: [5], vezes: 2 }).days).toEqual(['2026-12-01', '2026-12-04'])
  })

  test('months without the day are left out and told, and do not count as times', () => {
    expect(repeatedDays('2026-12-31', { ...month, vezes: 4 })).toEqual({
      days: ['2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31'],
      skipped: ['2027-02', '2027-04'],
    })
    expect(repeatedDays('2028-02-29', { ...month, intervalo: 12, ate: '2032-03-01' })).toEqual({
      days: ['2028-02-29', '2032-02-29'],
      skipped: ['2029-02', '2030-02', '2031-02'],
    })
  })

  test('of any weekly repetition, all days after the first are on a chosen weekday of a right week, and none is missing', () => {
    assert(
      property(
        integer({ min: 0, max: 3000 }),
        integer({ min: 1, max: 12 }),
        subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 1 }),
        integer({ min: 2, max: MOST_DAYS }),
        (offset, intervalo, dias, vezes) => {
          const first = addDays('2026-01-01', offset)
          const { days } = repeatedDays(first, { ...week, intervalo, dias, vezes })
          const isDue = (day: string) => dias.includes(weekdayOf(day)) && (daysBetween(mondayOf(first), mondayOf(day)) / 7) % intervalo === 0
          const last = days.at(-1) ?? ''
          const expected = [first]
          for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) if (isDue(day)) expected.push(day)
          expect(days).toEqual(expected)
          expect(days).toHaveLength(vezes)
        },
      ),
    )
  })
})

const one = { dataIni: '2026-12-01', horaIni: '22:00', dataFim: '2026-12-02', horaFim: '06:00' }

test('each appointment of a repetition lasts as long as the first', () => {
  expect(repeatedTimes(one, { ...week, dias: [2], vezes: 2 })).toEqual([one, { ...one, dataIni: '2026-12-08', dataFim: '2026-12-09' }])
})

test.each([
  ['no weekday', { ...week, dias: [], vezes: 2 }, 'dias', messages.weekdays],
  ['no end', { ...week, dias: [2] }, 'ate', messages.oneEnd],
  ['two ends', { ...week, dias: [2], vezes: 2, ate: '2026-12-31' }, 'vezes', messages.oneEnd],
  ['an end before the second', { ...week, dias: [2], ate: '2026-12-07' }, 'ate', messages.onlyOne],
  ['too many', { ...week, dias: [1, 2], ate: '2028-12-31' }, 'ate', messages.tooManyDays],
  ['the next day, although it ends there', { ...week, dias: [2, 3], vezes: 2 }, null, null],
])('a repetition with %s: %j', (_, repetition, field, message) => {
  const wrong = wrongRepetition(one, repetition, 1)
  expect(wrong).toEqual(field === null ? null : { field, message })
})

test('an appointment that lasts until the next one begins is refused, and so are more than 500 appointments at once', () => {
  const long = { ...one, dataFim: '2026-12-03' }
  expect(wrongRepetition(long, { ...week, dias: [2, 3], vezes: 2 }, 1)).toEqual({ field: 'dias', message: messages.overlapsNext })
  expect(wrongRepetition(one, { ...week, dias: [2], vezes: 100 }, 5)).toBe(null)
  expect(wrongRepetition(one, { ...week, dias: [2], vezes: 101 }, 5)).toEqual({ field: 'vezes', message: messages.tooManyAtOnce })
})

test('the following appointments of a series move as far as the first, and get its duration', () => {
  const following = [{ ...one, dataIni: '2026-12-08', dataFim: '2026-12-09' }]
  const now = { dataIni: '2026-12-02', horaIni: '21:00', dataFim: '2026-12-02', horaFim: '23:30' }
  expect(followingTimes(one, now, following)).toEqual([{ dataIni: '2026-12-09', horaIni: '21:00', dataFim: '2026-12-09', horaFim: '23:30' }])
})
