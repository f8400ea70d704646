// What an account comes to, in whole cents; asked by whatever prints, declares or sums it.
import type { Account } from './account.ts'
import { hundredths, share } from './money.ts'

type Amount = Pick<Account, 'cents' | 'issRate' | 'issWithheld'>

/** ISS of an amount; half a cent goes to the even one. */
export const issOf = ({ cents, issRate }: Pick<Amount, 'cents' | 'issRate'>) => share(cents, hundredths(issRate))

/** VALOR_LIQUIDO: what is to be paid to us, without the ISS that the taker withholds. */
export const netOf = (account: Amount) => account.cents - (account.issWithheld ? issOf(account) : 0)
