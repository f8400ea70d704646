/** Rounds a percentage to one decimal. */
export const toTenth = (percent: number) => Math.round(10 * percent) / 10

/** The percentage of each value in the sum, to one decimal. Rounded by largest remainder, so that all add up to 100. If the sum is 0, all are 0. */
export function percents(values: number[]): number[] {
  const sum = values.reduce((all, one) => all + one, 0)
  return apportion(
    values.map((value) => (sum > 0 ? (1000 * value) / sum : 0)),
    sum > 0 ? 1000 : 0,
  ).map((tenths) => tenths / 10)
}

/** Rounds the values to whole numbers that add up to `sum`. Values with the largest remainders are rounded up, so each changes by less than one. */
export function apportion(values: number[], sum: number): number[] {
  const whole = values.map(Math.floor)
  const left = sum - whole.reduce((all, one) => all + one, 0)
  const remainder = (index: number) => (values[index] ?? 0) - (whole[index] ?? 0)
  const up = new Set(
    values
      .map((_, index) => index)
      .sort((a, b) => remainder(b) - remainder(a) || a - b)
      .slice(0, left),
  )
  return whole.map((one, index) => one + (up.has(index) ? 1 : 0))
}
