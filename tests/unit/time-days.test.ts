// Tests how the entries of a day give gaps, overlaps and sums, and how a week becomes a table.
import { describe, expect, test } from 'vitest'
import { clockOf, daysOf, someOf } from '../../client/features/track/days.ts'
import { titleOf, weekAt, weekOf } from '../../client/features/track/week.ts'
import type { TimeRow } from '../../shared/features/track.ts'

const NOW = '2026-11-19T14:32:00'
const row = (ID: number, DESCRICAO: string, ACTIVITY_DATE: string, HORAINICIO: string, TOTAL: string | null): TimeRow => ({
  ID,
  DESCRICAO,
  ACTIVITY_DATE,
  HORAINICIO,
  HORAFIM: null,
  TOTAL,
  SOMA: null,
  ACTIVITY: 'Suporte',
  MODULE: null,
  CATEGORY: null,
  TAG: null,
})
const overlapsOf = (rows: TimeRow[], day: string) =>
  daysOf(rows, NOW)
    .get(day)
    ?.overlaps.map(({ before, after, from, until }) => [before.name, after.name, clockOf(from), clockOf(until)])

describe('a day in the list of entries', () => {
  test('a day lists its overlaps and gaps', () => {
    const rows = [
      row(1, 'Cedo', '2020-05-04', '08:00:00', '02:00:00'),
      row(2, 'Por cima', '2020-05-04', '09:30:00', '01:30:00'),
      row(3, 'Noite', '2020-05-04', '22:00:00', '02:25:00'),
    ]
    expect(overlapsOf(rows, '2020-05-04')).toEqual([['Cedo', 'Por cima', '09:30', '10:00']])
    expect(
      daysOf(rows, NOW)
        .get('2020-05-04')
        ?.gaps.map(({ from, until }) => [clockOf(from), clockOf(until)]),
    ).toEqual([['11:00', '22:00']])
  })

  test('an overlap after midnight is listed on both of the days of the entry', () => {
    const rows = [row(1, 'Plantão', '2026-11-14', '22:00:00', '12:00:00'), row(2, 'Sobreaviso', '2026-11-15', '09:00:00', '02:00:00')]
    expect(overlapsOf(rows, '2026-11-14')).toEqual([['Plantão', 'Sobreaviso', '09:00 +1', '10:00 +1']])
    expect(overlapsOf(rows, '2026-11-15')).toEqual([['Plantão', 'Sobreaviso', '09:00', '10:00']])
  })

  test('the lines of a day, without the running entry, add up to the total of the day', () => {
    const rows = [
      row(1, 'a', '2026-11-19', '08:00:00', '00:00:40'),
      row(2, 'b', '2026-11-19', '09:00:00', '00:00:40'),
      row(3, 'c', '2026-11-19', '14:00:00', null),
    ]
    const day = daysOf(rows, NOW).get('2026-11-19')
    expect([day?.minutes, [...(day?.texts.values() ?? [])].toSorted()]).toEqual([1, ['00:00', '00:01']])
    expect(day?.spans.find(({ id }) => id === 3)).toMatchObject({ running: true, end: 14 * 3600 + 32 * 60 })
  })

  test('someOf returns at most twenty overlaps, followed by the number of the others', () => {
    expect(someOf(Array.from({ length: 23 }, (_, at) => String(at))).slice(-2)).toEqual(['19', 'e mais 3'])
  })
})

describe('a week of entries', () => {
  test('the parameter semana selects the week of its day, and an invalid day selects the current week', () => {
    expect(weekAt(new URLSearchParams('visao=semana&semana=2026-11-15'), '2026-11-19')?.monday).toBe('2026-11-09')
    expect(weekAt(new URLSearchParams('visao=semana&semana=ontem'), '2026-11-19')?.monday).toBe('2026-11-16')
    expect(weekAt(new URLSearchParams('semana=2026-11-15'), '2026-11-19')).toBeNull()
  })

  test('the title of a week names each month and year that the week touches', () => {
    expect(['2026-11-16', '2026-11-30', '2026-12-28'].map(titleOf)).toEqual([
      '16 a 22 de novembro de 2026',
      '30 de novembro a 6 de dezembro de 2026',
      '28 de dezembro de 2026 a 3 de janeiro de 2027',
    ])
  })

  test('a week has a line per kind of work, and its cells add up to the totals of the day, the line and the week', () => {
    const days = weekAt(new URLSearchParams('visao=semana'), '2026-11-19')?.days ?? []
    const rows = [
      row(1, 'Reunião', '2026-11-16', '08:00:00', '00:25:30'),
      row(2, 'Backup', '2026-11-16', '08:30:00', '01:36:00'),
      row(3, 'Backup', '2026-11-17', '09:00:00', '01:00:00'),
      row(4, 'Backup', '2026-11-17', '13:00:00', '01:30:00'),
    ]
    const { lines, totals, minutes } = weekOf(rows, days, NOW, [])
    expect(lines.map(({ of, minutes: whole, cells }) => [of.DESCRICAO, whole, ...cells.slice(0, 3).map((cell) => cell.minutes)])).toEqual([
      ['Backup', 246, 96, 150, 0],
      ['Reunião', 25, 25, 0, 0],
    ])
    expect([totals.map((one) => one.minutes), minutes]).toEqual([[121, 150, 0, 0, 0, 0, 0], 271])
  })
})
