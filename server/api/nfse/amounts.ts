// Amounts of an account in whole cents, for documents, declarations and sums.
import type { Account } from './account.ts'
import { hundredths, share } from './money.ts'

type Amount = Pick<Account, 'cents' | 'issRate' | 'issWithheld'>

/** ISS of an amount. Half a cent is rounded to even. */
export const issOf = ({ cents, issRate }: Pick<Amount, 'cents' | 'issRate'>) => share(cents, hundredths(issRate))

/** VALOR_LIQUIDO: the amount to be paid to us, without the ISS that the taker withholds. */
export const netOf = (account: Amount) => account.cents - (account.issWithheld ? issOf(account) : 0)
