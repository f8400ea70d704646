// SECURITY.md and the titles of the tests must agree; `npm run security` runs those tests.
import { expect, it } from 'vitest'
import { problems, titles } from '../support/ids.ts'

it('every requirement in SECURITY.md has a proof, and every proof a requirement', () => {
  expect(problems(titles())).toEqual([])
})
