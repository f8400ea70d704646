// What a sign-in costs, with passwords as dear as they are, where nothing else runs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemo } from '../support/api.ts'
import { realPasswords } from '../support/password-cost.ts'

let api: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  api = await startDemo('embedded')
})
afterAll(() => api.stop())
realPasswords()

test('takes as long for an unknown e-mail as for a wrong password [6.3.8 CVE-2026-39321]', async () => {
  // CPU, argon2's threads included: the clock on the wall measures what else the machine does.
  const cpuOf = async (email: string) => {
    const before = process.cpuUsage()
    await api.ask('POST', '/auth', { body: { email, password: 'errada errada' } })
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // Who signs in has a hash of today's cost from then on.
  await api.signIn('vinicius.braganca')
  const unknown: number[] = []
  const wrong: number[] = []
  for (let round = 0; round < 11; round++) {
    unknown.push(await cpuOf('ninguem@exemplo.com.br'))
    wrong.push(await cpuOf('vinicius.braganca@exemplo.com.br'))
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[5] ?? NaN
  expect(Math.abs(median(unknown) / median(wrong) - 1)).toBeLessThan(0.2)
})
