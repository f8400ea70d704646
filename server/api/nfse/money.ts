// Formats amounts for the NFS-e, always with two decimals.

/** Writes an amount in cents, zero or more, as '1500.00'. */
export const money = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
/** Writes a percentage as '6.00'. */
export const percent = (value: number) => value.toFixed(2)
/** A percentage in hundredths. Rounding is needed, because 0.29 * 100 is slightly less than 29. */
export const hundredths = (value: number) => Math.round(value * 100)

/** A share of an amount in cents, with the rate in hundredths of a percent. Half a cent is rounded to even. */
export const share = (cents: number, rate: number) => quotient(BigInt(cents) * BigInt(rate), 10_000n)

/** A quotient of numbers that are not negative, as a whole number. A half is rounded to even. */
export function quotient(dividend: bigint, divisor: bigint) {
  const whole = dividend / divisor
  const rest = 2n * (dividend % divisor)
  const up = rest > divisor || (rest === divisor && whole % 2n === 1n)
  return Number(whole + (up ? 1n : 0n))
}
