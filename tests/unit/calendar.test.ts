// Tests which days a calendar view shows, and where an appointment is placed in it.
import { describe, expect, test } from 'vitest'
import { blocksOf, hoursOn, onDay, rowOf, shown, summary } from '../../client/features/calendar/layout.ts'
import { daysOf, nameOf, step } from '../../client/features/calendar/periods.ts'

const event = (start: string, end: string, id = 1) =>
  shown({ id, name: `Ana - Visita ${id}`, color: null, start: start.replace(' ', 'T'), end: end.replace(' ', 'T') })

describe('a calendar period', () => {
  test('the name of a period contains both months or both years if the period spans two', () => {
    expect(nameOf('semana', '2031-12-31', 'long')).toBe('29 de dezembro de 2031 – 4 de janeiro de 2032')
    expect(nameOf('4dias', '2031-03-31', 'long')).toBe('31 de março – 3 de abril de 2031')
    expect(nameOf('equipe', '2031-03-05', 'long')).toBe('3 – 9 de março de 2031')
    expect(nameOf('dia', '2031-03-31', 'long')).toBe('segunda-feira, 31 de março de 2031')
    expect(nameOf('mes', '2031-03-31', 'long')).toBe('março de 2031')
    expect(nameOf('equipe', '2031-03-31', 'short')).toBe('31 mar. – 6 abr. 2031')
    expect(nameOf('dia', '2031-03-31', 'short')).toBe('seg, 31 mar. 2031')
  })

  test('a month view shows whole weeks from Monday, and a week view starts on Monday', () => {
    expect([daysOf('mes', '2031-03-15').length, daysOf('mes', '2031-04-15').length]).toEqual([42, 35])
    expect([daysOf('mes', '2031-03-15')[0], daysOf('mes', '2031-03-15').at(-1)]).toEqual(['2031-02-24', '2031-04-06'])
    expect([daysOf('semana', '2031-03-05')[0], daysOf('semana', '2031-03-09')[0]]).toEqual(['2031-03-03', '2031-03-03'])
  })

  test('the next or previous period is as many days away as the view shows, or one month in the month view', () => {
    expect([step('dia', '2031-03-01', -1), step('4dias', '2031-03-01', 1), step('equipe', '2031-03-01', 1)]).toEqual([
      '2031-02-28',
      '2031-03-05',
      '2031-03-08',
    ])
    expect([step('mes', '2031-01-31', 1), step('mes', '2031-01-31', -1)]).toEqual(['2031-02-01', '2030-12-01'])
  })
})

describe('an appointment in the calendar', () => {
  test('an appointment that ends at midnight does not reach into the next day', () => {
    expect([event('2031-05-06 20:00:00', '2031-05-07 00:00:00').last, event('2031-05-05 00:00:00', '2031-05-06 00:00:00').last]).toEqual([
      '2031-05-06',
      '2031-05-05',
    ])
    expect(event('2031-05-06 00:00:00', '2031-05-06 00:00:00').last).toBe('2031-05-06')
  })

  test('hoursOn writes the hours of an appointment for the given day, such as “até 02:00” on its last day', () => {
    const night = event('2031-12-31 22:00:00', '2032-01-01 02:00:00')
    expect([hoursOn(night, '2031-12-31'), hoursOn(night, '2032-01-01')]).toEqual(['22:00 – 02:00', 'até 02:00'])
    expect(hoursOn(event('2031-05-05 00:00:00', '2031-05-06 00:00:00'), '2031-05-05')).toBe('Dia inteiro')
    expect(hoursOn(event('2031-03-03 08:00:00', '2031-03-05 18:00:00'), '2031-03-04')).toBe('03/03 a 05/03')
    expect(hoursOn(event('2031-03-03 08:00:00', '2031-03-03 08:00:00'), '2031-03-03')).toBe('08:00')
    expect(summary(event('2031-03-04 08:30:00', '2031-03-04 10:00:00'))).toBe('Ana - Visita 1, 04/03/2031 08:30 a 10:00')
  })

  test('an appointment that spans several weeks is one bar per week, cut at the edges of the week', () => {
    const long = event('2031-03-06 08:00:00', '2031-03-18 18:00:00')
    const weeks = ['2031-03-03', '2031-03-10', '2031-03-17'].map((monday) => rowOf([long], daysOf('semana', monday), 4))
    expect(weeks.map((cells) => cells.flatMap(({ pieces }) => pieces.map(({ length, before, after }) => [length, before, after])))).toEqual([
      [[4, false, true]],
      [[7, true, true]],
      [[2, true, false]],
    ])
  })
})

test('a week row of the month reserves its last lane for timed appointments, and counts those that do not fit', () => {
  const bars = [2, 3, 4].map((id) => event('2031-03-03 00:00:00', '2031-03-09 23:59:00', id))
  const hours = [5, 6].map((id) => event('2031-03-04 08:00:00', '2031-03-04 09:00:00', id))
  const cells = rowOf([...bars, ...hours], daysOf('semana', '2031-03-04'), 3)
  expect(cells[0]?.pieces.map(({ event: { id }, lane }) => [id, lane])).toEqual([
    [2, 0],
    [3, 1],
  ])
  expect(cells[1]?.pieces.map(({ event: { id }, lane }) => [id, lane])).toEqual([[5, 2]])
  expect(cells.map(({ more }) => more)).toEqual([1, 2, 1, 1, 1, 1, 1])
})

test('onDay lists whole-day appointments first, and then the others by hour', () => {
  const day = [
    event('2031-03-04 09:00:00', '2031-03-04 10:00:00', 1),
    event('2031-03-04 08:00:00', '2031-03-04 09:00:00', 2),
    event('2031-03-03 00:00:00', '2031-03-05 00:00:00', 3),
  ]
  expect(onDay(day, '2031-03-04').map(({ id }) => id)).toEqual([3, 2, 1])
  expect(onDay(day, '2031-03-05')).toEqual([])
})

describe('the hour grid of a day', () => {
  const placed = (blocks: ReturnType<typeof blocksOf>) =>
    blocks.blocks.map(({ event: { id }, from, to, column, columns }) => [id, from, to, column, columns])

  test('overlapping appointments stand side by side, each as tall as its duration but at least half an hour', () => {
    const day = [
      event('2031-06-10 08:00:00', '2031-06-10 12:00:00', 1),
      event('2031-06-10 09:00:00', '2031-06-10 10:00:00', 2),
      event('2031-06-10 14:00:00', '2031-06-10 14:00:00', 3),
      event('2031-06-10 23:50:00', '2031-06-10 23:55:00', 4),
    ]
    expect(placed(blocksOf(day, '2031-06-10', { most: 4, kept: 3 }))).toEqual([
      [1, 480, 720, 0, 2],
      [2, 540, 600, 1, 2],
      [3, 840, 870, 0, 1],
      [4, 1410, 1440, 0, 1],
    ])
  })

  test('an appointment that crosses midnight ends at the end of the first day and continues at the start of the next', () => {
    const night = [event('2031-12-31 22:00:00', '2032-01-01 02:00:00')]
    expect(placed(blocksOf(night, '2031-12-31', { most: 4, kept: 3 }))).toEqual([[1, 1320, 1440, 0, 1]])
    expect(placed(blocksOf(night, '2032-01-01', { most: 4, kept: 3 }))).toEqual([[1, 0, 120, 0, 1]])
  })

  test('appointments that do not fit side by side are not drawn but counted', () => {
    const day = Array.from({ length: 8 }, (_, id) => event('2031-06-10 08:00:00', '2031-06-10 11:00:00', id))
    const { blocks, rests, widest } = blocksOf(day, '2031-06-10', { most: 3, kept: 2 })
    expect([blocks.length, rests.map(({ count, from, to }) => [count, from, to]), widest]).toEqual([2, [[6, 480, 660]], 8])
  })
})
