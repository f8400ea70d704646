// Amounts as the NFS-e writes them: two decimals, always.

/** Cents, zero or more, as '1500.00'. */
export const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
/** A percent as '6.00'. */
export const percent = (value: number) => value.toFixed(2)
/** Hundredths of a percent: of 0.29 it is 29, though 0.29 times 100 is less. */
export const hundredths = (value: number) => Math.round(value * 100)

/** So many hundredths of a percent of an amount, in cents; a half goes to the even cent. */
export function share(cents: number, rate: number) {
  const product = BigInt(cents) * BigInt(rate)
  const whole = product / 10_000n
  const rest = product % 10_000n
  const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n)
  return Number(whole + (up ? 1n : 0n))
}
