// The banks that the product knows, by their COMPE codes.
import { bancoDoBrasil } from './banco-do-brasil.ts'
import type { Bank } from './bank.ts'
import { bradesco } from './bradesco.ts'
import { caixa } from './caixa.ts'
import { itau } from './itau.ts'
import { santander } from './santander.ts'
import { sicoob } from './sicoob.ts'
import { sicredi } from './sicredi.ts'

export const banks: readonly Bank[] = [bancoDoBrasil, santander, caixa, bradesco, itau, sicredi, sicoob]

/** The bank with this COMPE code. Throws if the product does not know it. */
export function bankOf(code: string | null) {
  const bank = banks.find((one) => one.code === code)
  if (!bank) throw new Error('A empresa não tem banco para emitir boletos.')
  return bank
}
