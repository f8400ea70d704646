// Tests how days, hours and numbers are read as people type them.
import { expect, it } from 'vitest'
import { dayOf, hourOf, hoursMinutesOf, numberOf, timeOfDayOf } from '../../client/ui/form/typed.ts'

it.each([
  ['19/11/2027', '2027-11-19'],
  ['03/04/2026', '2026-04-03'],
  ['4/5/2026', '2026-05-04'],
  ['05062026', '2026-06-05'],
  ['29/02/2028', '2028-02-29'],
  ['31/12/27', '2027-12-31'],
  ['2027-03-01', '2027-03-01'],
  // Short forms of a date. Missing parts are taken from today, 24/11/2026.
  ['25', '2026-11-25'],
  ['3', '2026-11-03'],
  ['2511', '2026-11-25'],
  ['251127', '2027-11-25'],
  ['25/11', '2026-11-25'],
  ['1.2', '2026-02-01'],
  ['hoje', '2026-11-24'],
  [' Amanhã ', '2026-11-25'],
  ['amanha', '2026-11-25'],
  ['ontem', '2026-11-23'],
  ['+1', '2026-11-25'],
  ['+7', '2026-12-01'],
  ['-24', '2026-10-31'],
  // A weekday is the next one, today included: 24/11/2026 is a Tuesday.
  ['terça', '2026-11-24'],
  ['quarta-feira', '2026-11-25'],
  ['Qui', '2026-11-26'],
  ['segunda', '2026-11-30'],
  ['sabado', '2026-11-28'],
  ['s', null],
  ['feira', null],
  // If a text is not a date, the result is null, and the form's rule reports it.
  ['29/02/2027', null],
  ['31/04/2026', null],
  ['31/11', null],
  ['04/13/2026', null],
  ['32', null],
  ['0', null],
  ['251', null],
  ['19/11/202', null],
  ['19/11/0202', null],
  ['depois', null],
  ['', null],
])('the typed day %s is read as %s', (typed, day) => {
  expect(dayOf(typed, '2026-11-24')).toBe(day)
})

it.each([
  ['8', '08:00'],
  ['14', '14:00'],
  ['830', '08:30'],
  ['0705', '07:05'],
  ['8h15', '08:15'],
  ['23:30', '23:30'],
  ['8h', '08:00'],
  // A text that is not an hour stays unchanged, so that the form's rule can report it.
  ['25', '25:00'],
  ['meio-dia', 'meio-dia'],
])('the typed hour %s is read as %s', (typed, hour) => {
  expect(hourOf(typed)).toBe(hour)
})

it.each([
  ['830', '08:30:00'],
  ['80530', '08:05:30'],
  ['083015', '08:30:15'],
  ['08:30:15', '08:30:15'],
  // A text that is not a time of day stays unchanged, so that the form's rule can report it.
  ['996060', '99:60:60'],
  ['25', '25'],
])('the typed time of day %s is read as %s', (typed, time) => {
  expect(timeOfDayOf(typed)).toBe(time)
})

it.each([
  ['2', '02:00'],
  ['90', '90:00'],
  ['100', '100:00'],
  ['1500', '15:00'],
  ['12000', '120:00'],
  ['2:30', '02:30'],
  ['7,5', '07:30'],
  ['7.5', '07:30'],
  ['1,33', '01:20'],
  ['90m', '01:30'],
  ['1h30', '01:30'],
  ['012:30', '12:30'],
  ['12:75', '12:75'],
  ['12075', '120:75'],
  [' x ', 'x'],
  ['', ''],
])('the typed contracted hours %s are read as %s', (typed, hours) => {
  expect(hoursMinutesOf(typed)).toBe(hours)
})

it.each([
  ['3.100,50', '3100.5'],
  ['3100,5', '3100.5'],
  ['3100.50', '3100.5'],
  ['3,100.50', '3100.5'],
  ['3.100', '3100'],
  ['12.345.678,9', '12345678.9'],
  ['12.5', '12.5'],
  ['R$ 1.950,00', '1950'],
  ['-5', '-5'],
  ['\u22125,1', '-5.1'],
  ['', ''],
  ['12,5 %', '12.5'],
  ['48.302', '48302'],
  // A text that is not a number stays unchanged, so that the form's rule can report it.
  ['48,302', '48,302'],
  ['12,345', '12,345'],
  ['1.23.456', '1.23.456'],
  ['3.1000', '3.1000'],
  ['mil', 'mil'],
])('the typed number %s is read as %s', (typed, number) => {
  expect(numberOf(typed)).toBe(number)
})
