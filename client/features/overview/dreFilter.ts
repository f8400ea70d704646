import type { useFilter } from '../../ui/grid/useFilter.ts'

/** What the statement is of; `dre` holds one. */
export const blank = { dre: [] as number[], empresas: [] as number[] }
export type Filtering = ReturnType<typeof useFilter<typeof blank>>
