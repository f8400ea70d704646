/** Classes of the advisory locks. The second number of such a lock names one record of its class, or is 0. */
export const LOCKS = { cars: 1, imports: 2, closings: 3, monthClosings: 4 }
