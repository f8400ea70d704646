// Calls of the table that the embedded API does not answer yet: 501. Their rules hold all the same.
import type { CallName } from '../../shared/calls.ts'

export const pending = ['GET /users/data', 'GET /users', 'GET /users/{id}', 'POST /users', 'PUT /users'] as const satisfies CallName[]
