/** Open tasks are active, closed ones inactive. */
export type Shelf = 'open' | 'closed'

/** Query for a person's tasks. */
export const listOf = (owner: number, typeOf: Shelf) => ({ request: 'grid' as const, id: String(owner), typeOf })
