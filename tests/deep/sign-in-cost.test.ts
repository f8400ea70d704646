// Tests that an unknown e-mail costs one hash, like a wrong password. `npm run bench:sign-in` compares the times of both.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cost } from '../../server/api/passwords.ts'
import { startDemo } from '../support/api.ts'
import { realPasswords } from '../support/password-cost.ts'

/** Number of requests that get a hash: two are computed at a time, and 32 wait. The others get 503. */
const HASHED = 34
const AT_ONCE = 60

let api: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  api = await startDemo('embedded')
})
afterAll(() => api.stop())
realPasswords()
// A quarter of the cost is enough, because hashing still takes much longer than sending sixty requests.
beforeEach(() => void (cost.memory /= 4))

test.each([
  ['an unknown e-mail', 'ninguem'],
  ['a wrong password', 'vinicius.braganca'],
])('many sign-ins with %s at once wait for password hashes or, beyond the queue, get 503 [6.3.8 CVE-2026-39321]', async (_what, who) => {
  // This sign-in makes the server replace the stored hash by one with the reduced cost.
  await api.signIn('vinicius.braganca')
  const body = { email: `${who}@exemplo.com.br`, password: 'errada errada' }
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => api.ask('POST', '/auth', { body })))
  const count = (status: number) => answers.filter((one) => one.status === status).length
  // The count may exceed HASHED, because places in the queue may become free while requests still arrive.
  expect(count(401)).toBeGreaterThanOrEqual(HASHED)
  expect(count(503)).toBeGreaterThan(0)
  expect(count(401) + count(503)).toBe(AT_ONCE)
})
