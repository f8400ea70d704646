// A boleto: its number, barcode, line for typing and PIX text.
import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'
import { contractFaults, type Contract } from '../banks/bank.ts'
import { bankOf } from '../banks/banks.ts'
import { barcodeOf, typedLineOf } from '../banks/codes.ts'
import type { Account, Issuer } from './account.ts'
import { netOf } from './amounts.ts'
import { pixKeyOf, pixNameOf } from './pix.ts'

/**
 * The input for all codes of one boleto. `number` is its number at the bank and begins at 1; days are 'YYYY-MM-DD'. Without `dueOn` and `cents`, the
 * boleto is due with the account and asks for its net amount.
 */
export type Order = { issuer: Issuer; account: Account; number: number; issuedOn: string; dueOn?: string | undefined; cents?: number }

/** The issuer's contract with its bank. */
export const contractOf = ({
  agreement,
  wallet,
  variation,
  branch,
  bankAccount,
  post,
  transmission,
}: Omit<Contract, 'account'> & { bankAccount: string }) => ({
  agreement,
  wallet,
  variation,
  branch,
  account: bankAccount,
  post,
  transmission,
})

/** The bank, and the boleto's identity there. Throws a sentence if the boleto cannot be made. */
function numberedOf({ issuer, number, issuedOn }: Pick<Order, 'issuer' | 'number' | 'issuedOn'>) {
  const bank = bankOf(issuer.bank)
  const contract = contractOf(issuer)
  const [fault] = contractFaults(bank, contract)
  if (fault) throw new Error(fault)
  if (!Number.isSafeInteger(number) || number < 1 || number > bank.most(contract)) throw new Error('Os números de boletos deste convênio acabaram.')
  return { bank, numbered: { contract, number, issuedOn } }
}

/** The values of a boleto that has its number. */
export function slipOf(order: Order) {
  const { bank, numbered } = numberedOf(order)
  const { account, dueOn = account.dueOn, cents = netOf(account) } = order
  const barcode = barcodeOf({ bank: bank.code, free: bank.freeFieldOf(numbered), dueOn, cents })
  return { ourNumber: bank.printedNumberOf(numbered), barcode, line: typedLineOf(barcode), cents }
}

/** Number, codes and PIX text of a boleto. Throws a sentence if the boleto cannot be made. */
export const madeSlip = (order: Order) => ({ slip: slipOf(order), pix: pixText(order) })

/** PIX text to copy and paste, with the amount of the boleto. Null if the company has no PIX key. */
export function pixText({ account, cents = netOf(account), ...order }: Order) {
  const { issuer } = order
  if (issuer.pixKey === null) return null
  const { bank, numbered } = numberedOf(order)
  const pix = pixKeyOf(issuer.pixKey, issuer.pixKind)
  if ('fault' in pix) throw new Error(pix.fault)
  const text = generatePixPayload({
    key: pix.key,
    merchantName: pixNameOf(issuer.name),
    merchantCity: pixNameOf(issuer.city.name),
    amount: cents / 100,
    txid: bank.ourNumberOf(numbered),
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
