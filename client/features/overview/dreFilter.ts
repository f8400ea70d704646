import type { useFilter } from '../../ui/grid/useFilter.ts'

/** The filter of the statement; `dre` holds one id. */
export const blank = { dre: [] as number[], empresas: [] as number[] }
export type Filtering = ReturnType<typeof useFilter<typeof blank>>
