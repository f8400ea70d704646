/** A percent as it is said: to one decimal. */
export const toTenth = (percent: number) => Math.round(10 * percent) / 10

/** What percent of their sum each value is, to one decimal: by largest remainder, so that the parts make 100. Of nothing: 0 each. */
export function percents(values: number[]): number[] {
  const sum = values.reduce((all, one) => all + one, 0)
  return apportion(
    values.map((value) => (sum > 0 ? (1000 * value) / sum : 0)),
    sum > 0 ? 1000 : 0,
  ).map((tenths) => tenths / 10)
}

/** Whole numbers that lie within one of each value and make `sum`: those with the largest remainders are rounded up. */
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
