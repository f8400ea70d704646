// What an account comes to, in whole cents; asked by whatever prints, declares or sums it.
import type { Account } from './account.ts'

type Amount = Pick<Account, 'cents' | 'issRate' | 'issWithheld'>

/** ISS of an amount; half a cent goes to the even one. */
export function issOf({ cents, issRate }: Pick<Amount, 'cents' | 'issRate'>) {
  // Whole numbers all the way: as a fraction 0.07 times 100 is a trace more than 7.
  const parts = cents * Math.round(issRate * 100)
  const whole = Math.floor(parts / 10_000)
  const rest = parts - whole * 10_000
  return whole + (rest > 5000 || (rest === 5000 && whole % 2 !== 0) ? 1 : 0)
}

/** VALOR_LIQUIDO: what is to be paid to us, without the ISS that the taker withholds. */
export const netOf = (account: Amount) => account.cents - (account.issWithheld ? issOf(account) : 0)
