// Tests how a change in one field of a time entry changes the other fields, and which request the form then sends.
import { describe, expect, test } from 'vitest'
import { changeOf, daysLater, isChanged, isOther, moved, partOf, valuesOf, type Values } from '../../client/features/track/editing.ts'
import type { TimeEntry } from '../../shared/features/track.ts'

const NOW = '2026-11-19T14:32:00'
const stored: TimeEntry = {
  id: 7,
  idUsuario: 4,
  descricao: 'Plantão',
  idAtividade: 1,
  idCategoria: 1,
  idModulo: 1,
  idTag: null,
  dataHoraInicio: '2026-11-16T08:00:00',
  horaFim: '10:00:00',
  total: '02:00:00',
  versao: 3,
}
const valuesFrom = (dataHoraInicio: string, horaFim: string | null, total: string | null) => valuesOf({ ...stored, dataHoraInicio, horaFim, total })
/** Types texts into fields one after the other, as a person does in the form. */
const typed = (values: Values, ...steps: [field: 'inicio' | 'fim' | 'total', text: string][]) =>
  steps.reduce<Values>((now, [field, text]) => ({ ...now, ...moved(now, field, text, NOW) }), values)
const shown = ({ inicio, fim, total }: Values) => [inicio, fim, total]

describe('a start typed into the form', () => {
  const values = valuesFrom('2026-11-13T08:00:00', '14:00:00', '30:00:00')

  test('a typed start changes the total, but neither the hour nor the day of the end', () => {
    expect(shown(typed(values, ['inicio', '09:30:00']))).toEqual(['09:30:00', '14:00:00', '28:30:00'])
    expect(shown(typed(values, ['inicio', '15:00:00']))).toEqual(['15:00:00', '14:00:00', '23:00:00'])
  })

  test('an incomplete, invalid or empty start changes no other field, and a valid start typed next does not change the end', () => {
    for (const text of ['', '0', '09:3', '25:00:00']) expect(shown(typed(values, ['inicio', text]))).toEqual([text, '14:00:00', '30:00:00'])
    expect(shown(typed(values, ['inicio', '15:00:00'], ['inicio', ''], ['inicio', '08:15:00']))).toEqual(['08:15:00', '14:00:00', '29:45:00'])
  })

  test('if a start later than the end of the same day is typed, the end moves to the next day', () => {
    expect(shown(typed(valuesFrom('2026-11-16T08:00:00', '10:00:00', '02:00:00'), ['inicio', '11:00:00']))).toEqual([
      '11:00:00',
      '10:00:00',
      '23:00:00',
    ])
  })
})

describe('an end typed into the form', () => {
  test('if the end of an entry that lasts more than a day is typed, the total changes, and the entry keeps its number of days', () => {
    const values = valuesFrom('2026-11-13T08:15:00', '14:00:00', '29:45:00')
    expect(shown(typed(values, ['fim', '14:05:00']))).toEqual(['08:15:00', '14:05:00', '29:50:00'])
  })

  test('an end earlier than the start lies on the next day', () => {
    const later = typed(valuesFrom('2026-11-16T09:30:00', '11:00:00', '01:30:00'), ['fim', '00:15:00'])
    expect([shown(later), daysLater(later)]).toEqual([['09:30:00', '00:15:00', '14:45:00'], 1])
  })

  test('emptying the end also empties the total, and an invalid end changes no other field', () => {
    const values = valuesFrom('2026-11-16T09:00:00', '10:30:00', '01:30:00')
    expect(shown(typed(values, ['fim', '']))).toEqual(['09:00:00', '', ''])
    expect(shown(typed(values, ['fim', '25:00']))).toEqual(['09:00:00', '25:00', '01:30:00'])
    for (const wrong of ['25:00', ''])
      expect(shown(typed(values, ['fim', wrong], ['inicio', '00:30:00'], ['fim', '11:00:00']))).toEqual(['00:30:00', '11:00:00', '10:30:00'])
  })

  test('an end that was typed while the start was empty is not changed by the start typed next', () => {
    const values = valuesFrom('2026-11-19T08:00:00', '09:00:00', '01:00:00')
    expect(shown(typed(values, ['inicio', ''], ['fim', '10:30:00'], ['inicio', '08:15:00']))).toEqual(['08:15:00', '10:30:00', '02:15:00'])
  })

  test('an end typed for an entry running since an earlier day is the last past moment with this hour', () => {
    const forgotten = { ...valuesFrom('2026-11-18T00:30:00', null, null), parado: true }
    const stopped = typed(forgotten, ['total', '38:02:00'])
    expect(shown(typed(stopped, ['fim', '23:00:00']))).toEqual(['00:30:00', '23:00:00', '22:30:00'])
    expect(shown(typed(stopped, ['fim', '14:00:00']))).toEqual(['00:30:00', '14:00:00', '37:30:00'])
    expect(shown(typed(stopped, ['fim', '15:00:00']))).toEqual(['00:30:00', '15:00:00', '14:30:00'])
  })
})

describe('a total typed into the form', () => {
  test('a typed total changes the end, even to another day', () => {
    const values = valuesFrom('2026-11-16T09:30:00', '10:00:00', '00:30:00')
    expect(shown(typed(values, ['total', '01:30:00']))).toEqual(['09:30:00', '11:00:00', '01:30:00'])
    expect(shown(typed(values, ['total', '30:00:00']))).toEqual(['09:30:00', '15:30:00', '30:00:00'])
  })

  test('an invalid or emptied total changes no other field, and a start typed next does not change the end', () => {
    const values = valuesFrom('2026-11-16T09:00:00', '10:30:00', '01:30:00')
    for (const wrong of ['1:75', ''])
      expect(shown(typed(values, ['total', wrong], ['inicio', '08:00:00']))).toEqual(['08:00:00', '10:30:00', '02:30:00'])
  })

  test('a total that was typed while the start was empty sets the end once a start is typed', () => {
    const values = valuesFrom('2026-11-19T08:00:00', '09:00:00', '01:00:00')
    const waiting = typed(values, ['inicio', ''], ['total', '01:30:00'])
    expect(shown(typed(waiting, ['inicio', '10:30:00']))).toEqual(['10:30:00', '12:00:00', '01:30:00'])
    expect(shown(typed(waiting, ['inicio', '10:30:00'], ['inicio', '11:00:00']))).toEqual(['11:00:00', '12:00:00', '01:00:00'])
  })
})

describe('the request for a changed entry', () => {
  const was = valuesOf(stored)

  test('the request for a running entry contains the changed fields, trimmed, but the start only if it is complete', () => {
    const runs = valuesFrom('2026-11-19T10:00:00', null, null)
    expect(partOf(7, { ...runs, descricao: ' Outra ' }, runs)).toEqual({ id: 7, descricao: 'Outra' })
    expect(partOf(7, { ...runs, descricao: '' }, runs)).toEqual({ id: 7, descricao: null })
    expect(partOf(7, { ...runs, inicio: '09' }, runs)).toEqual({ id: 7 })
    expect(partOf(7, { ...runs, dia: '31/02/2026', inicio: '09:45:00' }, runs)).toEqual({ id: 7 })
    expect(partOf(7, { ...runs, inicio: '09:45:00' }, runs)).toEqual({ id: 7, dataHoraInicio: '2026-11-19T09:45:00' })
  })

  test('the request for a finished entry contains its version, and start and total only if one of them changed', () => {
    expect(changeOf(7, { ...was, descricao: 'Outra' }, was)).toEqual({ id: 7, descricao: 'Outra', versao: 3 })
    expect(changeOf(7, { ...was, total: '03:00:00' }, was)).toEqual({
      id: 7,
      dataHoraInicio: '2026-11-16T08:00:00',
      total: '03:00:00',
      versao: 3,
    })
  })

  test('the request for a stopped entry contains the end if the entry lasts less than a day, and the total otherwise', () => {
    const stopped = { ...valuesFrom('2026-11-18T08:00:00', null, null), parado: true, fim: '10:00:00', total: '02:00:00' }
    expect(changeOf(7, stopped, stopped)).toMatchObject({ dataHoraInicio: '2026-11-18T08:00:00', horaFim: '10:00:00' })
    expect(changeOf(7, { ...stopped, total: '26:00:00' }, stopped)).toMatchObject({ total: '26:00:00' })
    expect(changeOf(7, { ...stopped, total: '26:00:00' }, stopped)).not.toHaveProperty('horaFim')
  })

  test('isChanged is true only if another window has stored a value that differs from the draft', () => {
    const here = { ...was, descricao: 'Daqui' }
    expect(isChanged(was, was, here)).toBe(false)
    expect(isChanged({ ...was, descricao: 'De lá' }, was, here)).toBe(true)
    expect(isChanged({ ...was, descricao: 'Daqui ' }, was, here)).toBe(false)
    expect([isOther(was, was), isOther({ ...was, total: '03:00:00' }, was)]).toEqual([false, true])
  })
})
