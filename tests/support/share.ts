/** The share of its usual count that each nightly part runs. `npm run nightly -- --quick` runs a hundredth. */
const SHARE = Number(process.env['NIGHTLY_SHARE'] ?? 1)

export const shareOf = (count: number) => Math.max(1, Math.round(count * SHARE))
