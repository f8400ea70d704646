// Tests the monthly instalments of a new entry, and the instalment that a receipt proposes.
import { assert, date, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { addMonths } from '../../shared/clock.ts'
import { entriesOf, openInstalmentOf, type CommissionCard } from '../../shared/features/commissions.ts'
import { centsOf, moneyBr, reaisOf } from '../../shared/money.ts'

test('the instalments of every amount add up to it, only the last one differs, and each is a month after the one before', () => {
  const day = date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true }).map((one) => one.toISOString().slice(0, 10))
  assert(
    property(
      record({ data: day, cents: integer({ min: 60, max: 1_000_000_000 }), parcelas: integer({ min: 1, max: 60 }) }),
      ({ data, cents, parcelas }) => {
        const entries = entriesOf({ data, valor: reaisOf(cents), parcelas, historico: '' })
        const parts = entries.map(({ valor }) => centsOf(valor))
        expect(parts.reduce((all, one) => all + one, 0)).toBe(cents)
        expect(new Set(parts.slice(0, -1)).size).toBeLessThanOrEqual(1)
        expect(parts.at(-1)).toBeGreaterThanOrEqual(parts[0] ?? 0)
        expect(entries.map((one) => one.data.slice(0, 7))).toEqual(parts.map((_, nth) => addMonths(`${data.slice(0, 7)}-01`, nth).slice(0, 7)))
      },
    ),
  )
})

test('addMonths takes the last day of a month that lacks the day, and the next month has the day again', () => {
  expect([0, 1, 2, 3, 12, 13].map((count) => addMonths('2027-01-31', count))).toEqual([
    '2027-01-31',
    '2027-02-28',
    '2027-03-31',
    '2027-04-30',
    '2028-01-31',
    '2028-02-29',
  ])
  expect(addMonths('2027-01-15', -2)).toBe('2026-11-15')
})

const card = (id: number, tipo: 'P' | 'R', data: string, reais: number, idStatus: 'A' | 'I' = 'A'): CommissionCard => ({
  id,
  tipo,
  data,
  valor: moneyBr(centsOf(reais)),
  idStatus,
  nTicket: `T${id}`,
  historico: null,
  idControleHoras: 8,
  tipoReg: tipo === 'P' ? 'Parcela' : 'Recebimento',
  descricao: null,
  qtdHoras: null,
  dataInicio: null,
  dataFim: null,
  responsavel: null,
})

test('the open instalment is the oldest one that the active receipts do not cover, with the amount that is left of it', () => {
  const due = [card(3, 'P', '2026-12-10', 100), card(1, 'P', '2026-10-10', 100), card(2, 'P', '2026-11-10', 100), card(9, 'P', '2026-01-01', 5, 'I')]
  const openAfter = (...receipts: number[]) =>
    openInstalmentOf([...due, card(8, 'R', '2026-10-11', 50, 'I'), ...receipts.map((reais, nth) => card(20 + nth, 'R', '2026-10-12', reais))])
  expect(openAfter()).toEqual({ data: '2026-10-10', nTicket: 'T1', cents: 10_000 })
  expect(openAfter(100)).toMatchObject({ nTicket: 'T2', cents: 10_000 })
  expect(openAfter(100, 60.5)).toMatchObject({ nTicket: 'T2', cents: 3_950 })
  expect(openAfter(250)).toMatchObject({ nTicket: 'T3', cents: 5_000 })
  expect(openAfter(300)).toBeUndefined()
})
