// A boleto of Banco do Brasil under a seven-digit agreement: its number, barcode, line for typing and PIX text.
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { daysBetween } from '../../../shared/clock.ts'
import type { Account, Issuer } from './account.ts'
import { netOf } from './amounts.ts'
import { pixKeyOf, pixNameOf } from './pix.ts'

/** Codes of Banco do Brasil and of the currency (real). */
const BANK = '001'
const CURRENCY = '9'
/** Day 0 of the due-date factor, the first four-digit factor, and the number of days until the factors repeat. */
const BASE = '1997-10-07'
const FIRST = 1000
const CYCLE = 9000
/** The largest number with ten digits. */
const MOST = 9_999_999_999
/** The counter has ten digits too. It advances after each boleto, so the last number must leave room for that. */
const LAST_NUMBER = MOST - 1

/** The input for all codes of one boleto. `number` is its number at the bank and begins at 1. */
export type Order = { issuer: Issuer; account: Account; number: number }

/** The due-date factor: days since 1997-10-07. After 9999 (2025-02-21), the factor begins again at 1000. */
export function factorOf(dueOn: string) {
  const days = daysBetween(BASE, dueOn)
  if (!Number.isInteger(days) || days < FIRST) throw new Error('O vencimento não cabe em um boleto.')
  return FIRST + ((days - FIRST) % CYCLE)
}

const reversed = (digits: string) => Array.from(digits, Number).toReversed()

/** Check digit modulo 10: weights 2 and 1 from the right, with the digits of each product added. */
function mod10(digits: string) {
  const sum = reversed(digits).reduce((total, digit, at) => {
    const product = digit * (at % 2 === 0 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** Check digit modulo 11: weights 2 to 9 from the right. A result of 10 or 11 becomes 1. */
function mod11(digits: string) {
  const sum = reversed(digits).reduce((total, digit, at) => total + digit * (2 + (at % 8)), 0)
  const digit = 11 - (sum % 11)
  return digit > 9 ? 1 : digit
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

/** The barcode for a free field (campo livre) of 25 digits. */
export function barcodeOf(free: string, dueOn: string, cents: number) {
  if (!Number.isSafeInteger(cents) || cents < 1) throw new Error('O boleto precisa de um valor.')
  if (cents > MOST) throw new Error('O valor não cabe em um boleto: o máximo é R$ 99.999.999,99.')
  const rest = `${factorOf(dueOn)}${String(cents).padStart(10, '0')}${free}`
  return `${BANK}${CURRENCY}${mod11(`${BANK}${CURRENCY}${rest}`)}${rest}`
}

/** Nosso número: the agreement followed by ten digits. With a seven-digit agreement it has no check digit. */
export function ourNumberOf({ issuer, number }: Pick<Order, 'issuer' | 'number'>) {
  if (!/^\d{7}$/.test(issuer.agreement ?? '')) throw new Error('A empresa não tem convênio de boletos de 7 dígitos.')
  if (!Number.isSafeInteger(number) || number < 1 || number > LAST_NUMBER) throw new Error('Os números de boletos deste convênio acabaram.')
  return `${issuer.agreement}${String(number).padStart(10, '0')}`
}

/** The values of a boleto that has its number. */
export function slipOf({ issuer, account, number }: Order) {
  const ourNumber = ourNumberOf({ issuer, number })
  if (!/^\d{2}$/.test(issuer.wallet ?? '')) throw new Error('A empresa não tem carteira de boletos de 2 dígitos.')
  const cents = netOf(account)
  const barcode = barcodeOf(`000000${ourNumber}${issuer.wallet}`, account.dueOn, cents)
  return { ourNumber, barcode, line: typedLineOf(barcode), cents }
}

/** Number, codes and PIX text of a boleto. Throws a sentence if the boleto cannot be made. */
export const madeSlip = (order: Order) => ({ slip: slipOf(order), pix: pixText(order) })

/** PIX text to copy and paste, with the amount of the boleto. Null if the company has no PIX key. */
export function pixText({ issuer, account, number }: Order) {
  if (issuer.pixKey === null) return null
  const pix = pixKeyOf(issuer.pixKey, issuer.pixKind)
  if ('fault' in pix) throw new Error(pix.fault)
  const text = generatePixPayload({
    key: pix.key,
    merchantName: pixNameOf(issuer.name),
    merchantCity: pixNameOf(issuer.city.name),
    amount: netOf(account) / 100,
    txid: ourNumberOf({ issuer, number }),
  })
  // The library returns null without saying why, so the message names the possible causes.
  if (text === null) throw new Error('O PIX do boleto não pôde ser montado: confira o nome da empresa e o valor.')
  // The manual writes this name in capitals, and so do most programs. The library uses lower case, so replace the name and compute the check sum
  // anew.
  const said = text.replace('br.gov.bcb.pix', 'BR.GOV.BCB.PIX').slice(0, -4)
  return said + crcOf(said)
}

/** CRC-16/CCITT-FALSE of an ASCII text, as four hexadecimal digits. */
function crcOf(text: string) {
  let crc = 0xff_ff
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x80_00 ? (crc << 1) ^ 0x10_21 : crc << 1) & 0xff_ff
  }
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
