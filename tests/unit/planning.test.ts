// Tests the questions about the agenda that the palette answers.
import { expect, it } from 'vitest'
import { freeAmong, freeAsked, isCalled, whereabouts, whereAsked } from '../../client/shell/planning.ts'

// 24/11/2026 is a Tuesday.
const TODAY = '2026-11-24'

it.each([
  ['quem está livre quinta 14-16', ['2026-11-26', '14:00', '16:00']],
  ['Quem esta livre  quinta-feira das 14h às 16h', ['2026-11-26', '14:00', '16:00']],
  ['quem está livre na sexta 8:30-10', ['2026-11-27', '08:30', '10:00']],
  ['quem está livre amanhã às 14', ['2026-11-25', '14:00', '15:00']],
  ['quem está livre hoje 9h', ['2026-11-24', '09:00', '10:00']],
  ['quem está livre 14-16', ['2026-11-24', '14:00', '16:00']],
  ['quem está livre 03/12 14h30 a 16', ['2026-12-03', '14:30', '16:00']],
  ['quem está livre 03/12', ['2026-12-03', '08:00', '18:00']],
  ['quem está livre', ['2026-11-24', '08:00', '18:00']],
  ['quem está livre 16-14', null],
  ['quem está livre às 24', null],
  ['quem está livre algum dia', null],
  ['quem está', null],
  ['livre', null],
])('“%s” asks for %j', (search, asked) => {
  const found = freeAsked(search, TODAY)
  expect(found && [found.day, found.from, found.until]).toEqual(asked)
})

const people = [1, 2, 3, 4].map((ID) => ({ ID, NOMECOMPLETOUSUARIO: `Pessoa ${ID}` }))
const event = (ID: number, start: string, end: string, cliente: string | null = null) => ({
  start: `${start}:00`,
  end: `${end}:00`,
  cliente,
  name: `Pessoa ${ID} - Reunião`,
  colaborador: { ID, NOMECOMPLETOUSUARIO: `Pessoa ${ID}` },
})

it('a person is free if no appointment overlaps the period; one that touches it does not', () => {
  const events = [
    event(1, '2026-11-26T13:00', '2026-11-26T14:00'),
    event(1, '2026-11-26T16:00', '2026-11-26T17:00'),
    event(2, '2026-11-26T15:59', '2026-11-26T16:30'),
    event(3, '2026-11-25T08:00', '2026-11-27T18:00'),
  ]
  const free = freeAmong(people, events, { day: '2026-11-26', from: '14:00', until: '16:00' })
  expect(free.map(({ ID }) => ID)).toEqual([1, 4])
})

it('a search for whereabouts names the words of the person', () => {
  expect(whereAsked('Onde está Bruno Cavalcanti')).toEqual(['bruno', 'cavalcanti'])
  expect(whereAsked('onde anda o')).toEqual(['o'])
  expect(whereAsked('onde estou')).toBeNull()
  expect(people.filter(isCalled(['pessoa', '3'])).map(({ ID }) => ID)).toEqual([3])
})

it('whereabouts are the current appointments, else the time until the next one of today', () => {
  const events = [
    event(1, '2026-11-24T08:00', '2026-11-24T12:00', 'Rio Sapezal'),
    event(1, '2026-11-24T14:00', '2026-11-24T15:00'),
    event(2, '2026-11-23T08:00', '2026-11-26T18:00'),
    event(3, '2026-11-25T08:00', '2026-11-25T09:00'),
  ]
  expect(whereabouts(1, events, '2026-11-24T08:00:00')).toBe('Rio Sapezal, até 12:00')
  expect(whereabouts(1, events, '2026-11-24T12:00:00')).toBe('livre até 14:00')
  expect(whereabouts(1, events, '2026-11-24T15:00:00')).toBe('livre hoje')
  expect(whereabouts(2, events, '2026-11-24T15:00:00')).toBe('Reunião, até 26/11 18:00')
  expect(whereabouts(3, events, '2026-11-24T15:00:00')).toBe('livre hoje')
})
