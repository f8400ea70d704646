// Formats amounts for the NFS-e, always with two decimals.

/** Cents, zero or more, as '1500.00'. */
export const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
/** A percentage as '6.00'. */
export const percent = (value: number) => value.toFixed(2)
/** Hundredths of a percent. Rounding is needed: 0.29 gives 29, although 0.29 * 100 is less. */
export const hundredths = (value: number) => Math.round(value * 100)

/** A share of an amount in cents, with the rate in hundredths of a percent. Half a cent is rounded to even. */
export function share(cents: number, rate: number) {
  const product = BigInt(cents) * BigInt(rate)
  const whole = product / 10_000n
  const rest = product % 10_000n
  const up = rest > 5_000n || (rest === 5_000n && whole % 2n === 1n)
  return Number(whole + (up ? 1n : 0n))
}
