// Tests the pivot of the income statement. For any postings, the lines add up, and a cell equals the sum of the postings that it lists.
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { horizontal, isOfLine, statementOf, vertical, type Line } from '../../client/features/overview/statement.ts'
import { percentOf } from '../../client/features/overview/figures.ts'

const accounts = [
  { descricao: 'Receita', subtotal: false },
  { descricao: 'Deduções', subtotal: false },
  { descricao: 'Líquida', subtotal: true },
  { descricao: 'Custo', subtotal: false },
  { descricao: 'Lucro', subtotal: true },
]
const months = ['2026-01', '2026-02', '2026-03']
const posting = record({
  descricaoConta: constantFrom('Receita', 'Deduções', 'Custo'),
  custoAnalitico: constantFrom('A', 'B', '0', '1', null),
  descricaoLancamento: constantFrom('Um', 'Outro', null),
  dataLancamento: constantFrom('2026-01-31', '2026-02-28', '2026-03-01', '2025-12-31'),
  cents: integer({ min: -9_999_999, max: 9_999_999 }),
})
const all = (lines: Line[]): Line[] => lines.flatMap((line) => [line, ...all(line.parts)])

test('each cell is the sum of its postings, and each subtotal is the sum of the accounts above it', () => {
  assert(
    property(array(posting), (postings) => {
      const rows = postings.map(({ cents, ...row }) => ({ ...row, valor: cents / 100 }))
      const lines = statementOf(rows, accounts, months)
      expect(lines.map(({ name }) => name)).toEqual(accounts.map(({ descricao }) => descricao))
      const of = (names: string[], month: string) =>
        postings.reduce((sum, one) => sum + (names.includes(one.descricaoConta) && one.dataLancamento.startsWith(month) ? one.cents : 0), 0)
      for (const [at, month] of months.entries()) {
        expect(lines[2]?.values[at]).toBe(of(['Receita', 'Deduções'], month))
        expect(lines[4]?.values[at]).toBe(of(['Receita', 'Deduções', 'Custo'], month))
      }
      expect(new Set(all(lines).map(({ key }) => key)).size).toBe(all(lines).length)
      for (const line of all(lines)) {
        expect(line.total).toBe(line.values.reduce((sum, cents) => sum + cents, 0))
        if (line.level === 2) continue
        const isOf = isOfLine(lines, line)
        for (const [at, month] of months.entries()) {
          const own = rows.filter((row) => row.dataLancamento.startsWith(month) && isOf(row))
          expect(own.reduce((sum, { valor }) => sum + Math.round(100 * valor), 0)).toBe(line.values[at])
        }
      }
    }),
  )
})

test('without a chart of accounts, the lines of the statement have the order of the rows, and none is a subtotal', () => {
  const row = (descricaoConta: string) => ({
    descricaoConta,
    custoAnalitico: null,
    descricaoLancamento: null,
    dataLancamento: '2026-01-01',
    valor: 1,
  })
  expect(statementOf([row('B'), row('A'), row('B')], undefined, months).map(({ name, total, subtotal }) => [name, total, subtotal])).toEqual([
    ['B', 200, false],
    ['A', 100, false],
  ])
})

test('a line declared as a subtotal counts as an account if it has postings of its own', () => {
  const row = { descricaoConta: 'Líquida', custoAnalitico: null, descricaoLancamento: null, dataLancamento: '2026-01-01', valor: 1 }
  expect(statementOf([row], accounts, months).map(({ total }) => total)).toEqual([0, 0, 100, 0, 100])
})

test('a percent has no value if its base is missing or zero, and a percent that rounds to zero has no sign', () => {
  expect([vertical(50, 200), vertical(50, 0), vertical(50, undefined)]).toEqual([25, null, null])
  expect([horizontal(-50, -100), horizontal(-150, -100), horizontal(1, 0)]).toEqual([50, -50, null])
  expect([percentOf(107.71), percentOf(3.5, true), percentOf(-0.04, true), percentOf(null), percentOf(-7.75)]).toEqual([
    '107,7',
    '+3,5',
    '0,0',
    '—',
    '\u22127,8',
  ])
})
