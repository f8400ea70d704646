// SECURITY.md and the titles of the tests agree; `npm run security` runs them.
import { expect, it } from 'vitest'
import { problems, titles } from '../support/ids.ts'

it('every requirement has its proof, and every proof its requirement', () => {
  expect(problems(titles())).toEqual([])
})
