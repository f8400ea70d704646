// Tests Banco do Brasil by the examples of its manuals (2016: annexes VII to XI).
import { expect, test } from 'vitest'
import { bancoDoBrasil as bank, digitOf } from '../../../server/api/banks/banco-do-brasil.ts'
import { barcodeOf } from '../../../server/api/banks/codes.ts'
import { contractFaults, NO_TERMS, type Terms } from '../../../server/api/banks/bank.ts'
import { contracts } from '../../support/banks/samples.ts'

const [seven, six, four] = contracts['001'] ?? []
if (!seven || !six || !four) throw new Error('A sample of a contract is missing.')
const one = { number: 42, issuedOn: '2026-11-30' }

test('the check digit of our-number equals the example of annex XI, and 10 is written X', () => {
  expect(digitOf('05009401448')).toBe('1')
  expect(digitOf('1480')).toBe('X')
})

test('our-number has agreement and number, with a check digit for agreements of four and six digits', () => {
  expect([seven, six, four].map((contract) => bank.ourNumberOf({ ...one, contract }))).toEqual(['33445560000000042', '334455000429', '334400000427'])
  expect([seven, six, four].map((contract) => bank.printedNumberOf({ ...one, contract }))).toEqual([
    '33445560000000042',
    '33445500042-9',
    '33440000042-7',
  ])
})

test('the free field has the parts of annexes VII to IX at their places', () => {
  const free = [seven, six, four].map((contract) => bank.freeFieldOf({ ...one, contract }))
  expect(free).toEqual(['0000003344556000000004217', '3344550004214800002241817', '3344000004214800002241811'])
  expect(barcodeOf({ bank: bank.code, free: free[0] ?? '', dueOn: '2026-12-15', cents: 150_000 }).slice(19)).toBe(free[0])
})

test('a wrong form or check digit of a contract is a fault, and the variation is needed only for files', () => {
  expect(contractFaults(bank, { ...seven, agreement: '33445' })).toEqual(['Convênio do emitente: 4, 6 ou 7 dígitos, sem zeros à esquerda.'])
  expect(contractFaults(bank, { ...seven, branch: '1480-1' })).toEqual(['Agência do emitente: o dígito verificador não confere.'])
  expect(contractFaults(bank, { ...seven, post: '01' })).toEqual(['Posto não se usa no BANCO DO BRASIL: deixe em branco.'])
  expect(contractFaults(bank, { ...seven, variation: '' })).toEqual([])
  expect(contractFaults(bank, { ...seven, variation: '' }, { forFiles: true })).toHaveLength(1)
})

test.each<[Partial<Terms>, number]>([
  [{}, 0],
  [{ writeOffDays: 30 }, 1],
  [{ protest: { kind: 'calendar', days: 5 } }, 1],
  [{ protest: { kind: 'calendar', days: 6 } }, 0],
  [{ protest: { kind: 'calendar', days: 30 } }, 1],
  [{ protest: { kind: 'calendar', days: 35 } }, 0],
  [{ protest: { kind: 'working', days: 2 } }, 1],
  [{ protest: { kind: 'working', days: 3 } }, 0],
])('the terms %j have %i faults', (terms, count) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toHaveLength(count)
})
