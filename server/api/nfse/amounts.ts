// Amounts of an account in whole cents, for documents, declarations and sums.
import type { Account } from './account.ts'
import { hundredths, share } from './money.ts'

type Amount = Pick<Account, 'cents' | 'issRate' | 'issWithheld'>

/** The ISS of an amount, in cents. Half a cent is rounded to the even cent. */
export const issOf = ({ cents, issRate }: Pick<Amount, 'cents' | 'issRate'>) => share(cents, hundredths(issRate))

/** VALOR_LIQUIDO: the amount that the customer pays, without the ISS if the customer withholds it. */
export const netOf = (account: Amount) => account.cents - (account.issWithheld ? issOf(account) : 0)
