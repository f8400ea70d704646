// Tests the period of an appointment, the contents of a copied appointment, and the quick filters.
import { expect, test } from 'vitest'
import { copyOf, type Lists, type Values } from '../../client/features/appointments/editing.ts'
import { often } from '../../client/features/appointments/filter.ts'
import { endOf, overlap, untilOf } from '../../client/features/appointments/when.ts'

const when = (dataIni: string, horaIni: string, dataFim: string, horaFim: string) => ({ dataIni, horaIni, dataFim, horaFim })

test('the form proposes an end one hour after a valid start, also across midnight and the end of a year', () => {
  expect(endOf({ dataIni: '2027-11-19', horaIni: '14:00' })).toEqual({ dataFim: '2027-11-19', horaFim: '15:00' })
  expect(endOf({ dataIni: '2027-11-19', horaIni: '23:30' })).toEqual({ dataFim: '2027-11-20', horaFim: '00:30' })
  expect(endOf({ dataIni: '2027-12-31', horaIni: '23:30' })).toEqual({ dataFim: '2028-01-01', horaFim: '00:30' })
  for (const [dataIni, horaIni] of [
    ['', '14:00'],
    ['2027-02-30', '14:00'],
    ['2027-11-19', ''],
    ['2027-11-19', '25:00'],
  ] as const)
    expect(endOf({ dataIni, horaIni })).toBeNull()
})

test('two appointments overlap unless one ends when the other begins', () => {
  const day = '2027-11-19'
  const morning = when(day, '08:00', day, '10:00')
  expect(overlap(morning, when(day, '10:00', day, '12:00'))).toBe(false)
  expect(overlap(morning, when(day, '06:00', day, '08:00'))).toBe(false)
  expect(overlap(morning, when(day, '09:59', day, '12:00'))).toBe(true)
  expect(overlap(morning, when('2027-11-18', '22:00', '2027-11-20', '02:00'))).toBe(true)
  expect([untilOf(morning, day), untilOf(morning, '2027-11-18')]).toEqual(['10:00', '19/11/2027 10:00'])
})

test('a copied appointment is active and leaves out people, client, car or region that can no longer be chosen', () => {
  const values: Values = {
    colaboradores: [5, 6],
    atividade: 7,
    cliente: 1347,
    carro: 8,
    regiao: 2,
    ...when('2027-11-19', '08:00', '2027-11-19', '10:00'),
    status: 'I',
    motivoEstorno: 'Chuva',
    estornado: true,
    versao: 3,
    repete: 1,
    dias: [5],
    ate: '2027-12-31',
    vezes: '',
    alcance: 'proximos',
    proximos: 2,
    seguintes: [{ ID: 9, ...when('2027-11-26', '08:00', '2027-11-26', '10:00') }],
  }
  // copyOf reads only these lists, and only these fields of each entry, so the cast is safe.
  const lists = {
    colab: [{ ID: 5 }],
    atividades: [{ CODTAREFAEXTERNO: 7 }],
    clientes: [{ CODIGOCLIENTE: 1348 }],
    carros: [{ CODIGOCARRO: 8 }],
    regioes: [],
  } as unknown as Lists
  expect(copyOf(values, lists)).toEqual({
    ...values,
    colaboradores: [5],
    cliente: null,
    regiao: null,
    status: 'A',
    motivoEstorno: '',
    estornado: false,
    versao: undefined,
    repete: 0,
    dias: [],
    ate: '',
    vezes: '',
    alcance: 'este',
    proximos: 0,
    seguintes: [],
  })
})

test('the quick filters select today, tomorrow, the week that begins on Monday, the week after it, and the person’s own appointments', () => {
  expect(often('2026-11-19', 4)).toEqual({
    Hoje: { dataInicial: '2026-11-19', dataFinal: '2026-11-19' },
    Amanhã: { dataInicial: '2026-11-20', dataFinal: '2026-11-20' },
    Semana: { dataInicial: '2026-11-16', dataFinal: '2026-11-22' },
    'Próxima semana': { dataInicial: '2026-11-23', dataFinal: '2026-11-29' },
    Meus: { colaboradores: [4] },
  })
})
