// Tests that an unknown e-mail costs a hash, like a wrong password. `npm run bench:sign-in` compares their times.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cost } from '../../server/api/passwords.ts'
import { startDemo } from '../support/api.ts'
import { realPasswords } from '../support/password-cost.ts'

/** Two hashes are computed at a time, 32 requests wait, and the others are told to come back. */
const HASHED = 34
const AT_ONCE = 60

let api: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  api = await startDemo('embedded')
})
afterAll(() => api.stop())
realPasswords()
// A quarter of the product's cost. It still takes much longer than sending sixty requests.
beforeEach(() => void (cost.memory /= 4))

test.each([
  ['an unknown e-mail', 'ninguem'],
  ['a wrong password', 'vinicius.braganca'],
])('%s takes a place in the queue of hashes [6.3.8 CVE-2026-39321]', async (_what, who) => {
  // After this sign-in the stored hash has today's cost.
  await api.signIn('vinicius.braganca')
  const body = { email: `${who}@exemplo.com.br`, password: 'errada errada' }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => api.ask('POST', '/auth', { body })))
  const count = (status: number) => answers.filter((one) => one.status === status).length
  // A request that arrives while the first hashes are computed may find a place that became free.
  expect(count(401)).toBeGreaterThanOrEqual(HASHED)
  expect(count(503)).toBeGreaterThan(0)
  expect(count(401) + count(503)).toBe(AT_ONCE)
})
