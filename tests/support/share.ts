/** Share of the usual number of runs in each nightly part. `npm run nightly -- --quick` runs a hundredth. */
const SHARE = Number(process.env['NIGHTLY_SHARE'] ?? 1)

export const shareOf = (count: number) => Math.max(1, Math.round(count * SHARE))
