import { describe, expect, test } from 'vitest'
import { oneOf } from '../../client/ui/form/joined.ts'

describe('a list of ids that two people changed', () => {
  test.for([
    ['holds what each of them added', [1, 2], [1], [1, 3], [2, 1, 3]],
    ['lacks what this form took away, and holds what the other person added', [1], [1, 2], [1, 2, 3], [1, 3]],
    ['lacks what the other person took away, and holds what this form added', [1, 2, 3], [1, 2], [1], [3, 1]],
    ['stays empty once this form emptied it', [], [1, 2], [1, 2], []],
    ['holds an id once that both added', [1, 2], [1], [1, 2], [1, 2]],
  ] as const)('%s', ([, mine, was, stored, both]) => {
    expect(oneOf<readonly number[]>(mine, was, stored)).toEqual(both)
  })
})

test('a field that is no list keeps the value of the draft', () => {
  expect(oneOf('typed', 'opened', 'stored')).toBe('typed')
})
