// Tests the words of the terms of boletos.
import { assert, constant, integer, oneof, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { NO_TERMS, type Terms } from '../../../server/api/banks/bank.ts'
import { EXAMPLE, instructionsOf, termsOf, wordsOf } from '../../../server/api/banks/terms.ts'

const none = constant({ kind: 'none' as const })
const hundredths = integer({ min: 1, max: 9_999_999 })
/** Up to 100 %. */
const rate = integer({ min: 1, max: 10_000 })
const days = integer({ min: 1, max: 99 })
const terms = record<Terms>({
  interest: oneof(none, record({ kind: constant('daily' as const), cents: hundredths }), record({ kind: constant('monthly' as const), rate })),
  fine: oneof(none, record({ kind: constant('fixed' as const), cents: hundredths }), record({ kind: constant('share' as const), rate })),
  discount: oneof(
    none,
    record({ kind: constant('fixed' as const), cents: hundredths, days }),
    record({ kind: constant('share' as const), rate, days }),
  ),
  writeOffDays: oneof(constant(null), days),
  protest: oneof(none, record({ kind: constant('calendar' as const), days }), record({ kind: constant('working' as const), days })),
})

test('any terms are read back from their words', () => {
  assert(
    property(terms, (some) => {
      expect(termsOf(wordsOf(some)) ?? NO_TERMS).toEqual(some)
    }),
  )
})

test('the example in the spreadsheet is read, and so are other spellings of it', () => {
  expect(wordsOf(termsOf(EXAMPLE) ?? NO_TERMS)).toBe(EXAMPLE)
  expect(termsOf(' Juros 1% ao mês ;multa R$10 ; ')).toEqual({
    ...NO_TERMS,
    interest: { kind: 'monthly', rate: 100 },
    fine: { kind: 'fixed', cents: 1_000 },
  })
  expect(termsOf(' ')).toBeNull()
})

test.each(['juros 1 ao mês', 'juros 1% por dia', 'juros R$ 1,00 ao mês', 'multa', 'multa 0%', 'desconto 5%', 'baixa', 'protesto após 5 dias'])(
  'the words “%s” are refused with the example',
  (words) => {
    expect(() => termsOf(words)).toThrow(`condicoes: “${words}” não serve`)
  },
)

test('the instructions on paper state days and amounts', () => {
  expect(instructionsOf(termsOf(EXAMPLE) ?? NO_TERMS, '2026-12-15')).toEqual([
    'Até 12/12/2026, desconto de R$ 10,00.',
    'Após o vencimento, juros de 1,00% ao mês.',
    'Após o vencimento, multa de 2,00%.',
    'Protestar 5 dias úteis após o vencimento.',
    'Não receber após 60 dias do vencimento.',
  ])
  expect(instructionsOf(NO_TERMS, '2026-12-15')).toEqual([])
})
