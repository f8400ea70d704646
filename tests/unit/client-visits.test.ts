import { expect, test } from 'vitest'
import { visitsOf, workersOf } from '../../client/features/clients/visits.ts'
import type { AppointmentRow } from '../../shared/features/appointments.ts'

const row = (ID: number, person: number, dataIni: string, change: Partial<AppointmentRow> = {}): AppointmentRow => ({
  ID,
  CODCOLABORADOR: person,
  CODCLIENTE: 7,
  carro: null,
  CODATIVIDADE: 1,
  regiao: null,
  dataIni,
  horaIni: '08:00',
  dataFim: dataIni,
  horaFim: '12:00',
  status: 'A',
  MOTIVO: null,
  NOMECOMPLETOUSUARIO: `Pessoa ${person}`,
  NOMEFANTASIACLIENTE: 'Coop',
  DESLOC: null,
  DESCTAREFAEXTERNO: 'Visita',
  ...change,
})
const ids = (rows: AppointmentRow[]) => rows.map(({ ID }) => ID)

test('visits that have not ended come soonest first, ended ones latest first, and reversed ones not at all', () => {
  const rows = [
    row(1, 1, '2026-11-10'),
    row(2, 1, '2026-12-02'),
    row(3, 2, '2026-11-20'),
    row(4, 2, '2026-11-12'),
    row(5, 2, '2026-11-11', { status: 'I' }),
  ]
  const { next, past } = visitsOf(rows, '2026-11-20T11:59')
  expect([ids(next), ids(past)]).toEqual([
    [3, 2],
    [4, 1],
  ])
  // A visit ends with its last minute.
  expect(ids(visitsOf(rows, '2026-11-20T12:00').past)).toEqual([3, 4, 1])
})

test('people come by the number of their visits, then by name, each with the day of the next visit or else of the last', () => {
  const rows = [row(1, 3, '2026-11-10'), row(2, 1, '2026-11-22'), row(3, 2, '2026-11-01'), row(4, 2, '2026-11-09'), row(5, 1, '2027-06-15')]
  const workers = workersOf(visitsOf(rows, '2026-11-20T12:00'))
  expect(workers.map(({ person, visits, day, isNext }) => [person, visits, day, isNext])).toEqual([
    [1, 2, '2026-11-22', true],
    [2, 2, '2026-11-09', false],
    [3, 1, '2026-11-10', false],
  ])
})
