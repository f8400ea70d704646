// Tests which texts of a list are found by the words typed into its search.
import { expect, test } from 'vitest'
import { fold, hasAll, wordsOf } from '../../client/ui/grid/fold.ts'

const finds = (text: string, search: string) => hasAll(fold(text), wordsOf(search))

test.each([
  ['R$ 5.840,00', '5840'],
  ['R$ 5.840,00', '5.840'],
  ['R$ 1.000,00', '1000,00'],
  ['1.234.567,89', '1234567,89'],
  ['1.234.567,89', 'R$ 1.234.567,89'],
  ['818,70', 'R$ 818,70'],
  ['-270,49', '−R$ 270,49'],
  ['200,00', '+R$ 200,00'],
  ['-22,30', '− R$ 22,30'],
  ['900,00', '+ R$ 900,00'],
  ['-180,40', '-R$ 180,40'],
  ['1000', '1.000'],
  ['22,30', '22.30'],
  ['-R$ 1.022,30', '1022.30'],
  ['1.022,30', '1.022.30'],
  ['QCC4D08', 'qcc-4d08'],
])('the amount or plate %s is found by the search text “%s”', (text, search) => expect(finds(text, search)).toBe(true))

test.each([
  ['R$ 5.840,00', '58.40'],
  ['R$ 58,40', '5840'],
  ['28.11.2026', '281'],
  ['Rua 1.000', '10.00'],
  ['28,110', '28.11.'],
  ['R$ 2.230,00', '22.30'],
  ['22,305', '22.305'],
])('the text %s is not found by the search text “%s”', (text, search) => expect(finds(text, search)).toBe(false))
