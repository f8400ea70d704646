/** The share of a nightly part's counts that is played: `npm run nightly -- --quick` plays a hundredth. */
const SHARE = Number(process.env['NIGHTLY_SHARE'] ?? 1)

export const shareOf = (count: number) => Math.max(1, Math.round(count * SHARE))
