import type { useFilter } from '../../ui/grid/useFilter.ts'

export const blank = { status: [] as number[] }
export type Filtering = ReturnType<typeof useFilter<typeof blank>>
