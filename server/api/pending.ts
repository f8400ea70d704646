// Calls of the table that the embedded API does not answer yet: 501. Their rules hold all the same.
import type { CallName } from '../../shared/calls.ts'

export const pending = [] as const satisfies CallName[]
