import { describe, expect, test } from 'vitest'
import { oneOf } from '../../client/ui/form/joined.ts'

describe('a list of ids that two people changed', () => {
  test.for([
    ['holds the ids that both people added', [1, 2], [1], [1, 3], [2, 1, 3]],
    ['lacks the id that this form removed, and holds the id that the other person added', [1], [1, 2], [1, 2, 3], [1, 3]],
    ['lacks the id that the other person removed, and holds the id that this form added', [1, 2, 3], [1, 2], [1], [3, 1]],
    ['is empty if this form removed all ids', [], [1, 2], [1, 2], []],
    ['holds an id only once if both people added it', [1, 2], [1], [1, 2], [1, 2]],
  ] as const)('the joined list %s', ([, mine, was, stored, both]) => {
    expect(oneOf<readonly number[]>(mine, was, stored)).toEqual(both)
  })
})

test('if draft and stored record differ in a field that is not a list, oneOf returns the value of the draft', () => {
  expect(oneOf('typed', 'opened', 'stored')).toBe('typed')
})
