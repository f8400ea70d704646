// The codes of a boleto that are the same at every bank: due-date factor, barcode, line for typing and check digits.
import { daysBetween } from '../../../shared/clock.ts'

/** The code of the real. */
const CURRENCY = '9'
/** Day 0 of the due-date factor, the first four-digit factor, and the number of days until the factors repeat. */
const BASE = '1997-10-07'
const FIRST = 1000
const CYCLE = 9000
/** The largest amount in cents, because the barcode has ten digits for it. */
const MOST = 9_999_999_999

/** The due-date factor: days since 1997-10-07. After 9999 (2025-02-21), the factor begins again at 1000. */
export function factorOf(dueOn: string) {
  const days = daysBetween(BASE, dueOn)
  if (!Number.isInteger(days) || days < FIRST) throw new Error('O vencimento não cabe em um boleto.')
  return FIRST + ((days - FIRST) % CYCLE)
}

const reversed = (digits: string) => Array.from(digits, Number).toReversed()

/** Check digit modulo 10: weights 2 and 1 from the right, with the digits of each product added. */
export function mod10(digits: string) {
  const sum = reversed(digits).reduce((total, digit, at) => {
    const product = digit * (at % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** The sum of the digits with weights from 2 up to `most`, repeated from the right, modulo 11. Each bank makes its check digit of it. */
export const rest11 = (digits: string, most = 9) => reversed(digits).reduce((total, digit, at) => total + digit * (2 + (at % (most - 1))), 0) % 11

/** Check digit of several banks: 11 minus the rest, but 0 instead of 10 and 11. */
export function mod11(digits: string) {
  const digit = 11 - rest11(digits)
  return digit > 9 ? 0 : digit
}

/** Check digit of the barcode: 11 minus the rest, but 1 instead of 10 and 11. */
function barcodeDigit(digits: string) {
  const digit = 11 - rest11(digits)
  return digit > 9 ? 1 : digit
}

/** The amount that a barcode states, in cents. */
export const centsIn = (barcode: string) => Number(barcode.slice(9, 19))

/** The barcode of 44 digits, for a bank's code and a free field (campo livre) of 25 digits. */
export function barcodeOf({ bank, free, dueOn, cents }: { bank: string; free: string; dueOn: string; cents: number }) {
  if (!Number.isSafeInteger(cents) || cents < 1) throw new Error('O boleto precisa de um valor.')
  if (cents > MOST) throw new Error('O valor não cabe em um boleto: o máximo é R$ 99.999.999,99.')
  if (!/^\d{25}$/.test(free)) throw new Error('O campo livre do boleto não tem 25 dígitos.')
  const start = bank + CURRENCY
  const rest = `${factorOf(dueOn)}${String(cents).padStart(10, '0')}${free}`
  return `${start}${barcodeDigit(start + rest)}${rest}`
}

/** The line for typing (linha digitável), made from a barcode of 44 digits. */
export function typedLineOf(barcode: string) {
  const free = barcode.slice(19)
  const field = (digits: string) => digits + mod10(digits)
  const parts = [
    field(barcode.slice(0, 4) + free.slice(0, 5)),
    field(free.slice(5, 15)),
    field(free.slice(15)),
    barcode.slice(4, 5),
    barcode.slice(5, 19),
  ]
  const dotted = parts.slice(0, 3).map((part) => `${part.slice(0, 5)}.${part.slice(5)}`)
  return { plain: parts.join(''), formatted: [...dotted, ...parts.slice(3)].join(' ') }
}
