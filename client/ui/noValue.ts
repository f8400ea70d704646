/** Placeholder for a missing value. */
export const NO_VALUE = '—'
