// Tests that SECURITY.md and the ids in test titles agree; `npm run security` runs the tests with ids.
import { expect, it } from 'vitest'
import { problems, titles } from '../support/ids.ts'

it('every requirement in SECURITY.md has a proof, and every proof belongs to a requirement', () => {
  expect(problems(titles())).toEqual([])
})
