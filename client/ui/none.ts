/** What stands where there is nothing to show. */
export const NONE = '—'
