/** Placeholder for a missing value. */
export const NONE = '—'
