import type { useFilter } from '../../ui/grid/useFilter.ts'

/** The filter of the roadmap. */
export const blank = { status: [] as number[] }
export type Filtering = ReturnType<typeof useFilter<typeof blank>>
