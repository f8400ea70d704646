// Tests Usuários while passwords are hashed at their real cost, on both databases.
import { beforeAll, describe, expect, test } from 'vitest'
import { onBoth } from '../support/api.ts'
import { realPasswords } from '../support/password-cost.ts'
import { GOOD, usersOf } from '../support/users.ts'

onBoth('Usuários', (api) => {
  const { token, enter, send, create, asStored } = usersOf(api)
  beforeAll(() => enter())

  describe('a change while passwords are being hashed', () => {
    realPasswords()
    test('tokens of sign-ins under way with the former password are refused after the change to a new one [6.4.1 6.4.3 7.4.3 15.4.2]', async () => {
      const { id, email } = await create()
      const next = 'outro trem de senha'
      const change = send('PUT', { ...(await asStored(id)), password: next, passwordConfirma: next })
      // Two hashes are computed at a time, so the password has changed by the time the later attempts are verified.
      const attempts = Promise.all(Array.from({ length: 6 }, () => api.ask('POST', '/auth', { body: { email, password: GOOD } })))
      expect((await change).status).toBe(200)
      for (const { status, body } of await attempts)
        if (status === 200) expect((await api.ask('GET', '/auth', { token: (body as { token: string }).token })).status).toBe(401)
        else expect(status).toBe(401)
    })

    test('tokens of sign-ins that are under way when the person is set inactive are refused with 401 [7.4.2 15.4.2]', async () => {
      const { id, email } = await create()
      const asked = await asStored(id)
      const attempts = Promise.all(Array.from({ length: 6 }, () => api.ask('POST', '/auth', { body: { email, password: GOOD } })))
      expect((await send('PUT', { ...asked, status: 'I' })).status).toBe(200)
      const tokens = (await attempts).flatMap(({ status, body }) => (status === 200 ? [(body as { token: string }).token] : []))
      expect((await send('PUT', { ...asked, status: 'A' })).status).toBe(200)
      for (const token of tokens) expect((await api.ask('GET', '/auth', { token })).status).toBe(401)
    })

    test('a request without a password does not wait while eight passwords are being hashed [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
      let hashed = 0
      const created = Array.from({ length: 8 }, () => create().then(() => (hashed += 1)))
      expect((await api.ask('GET', '/clients/1000', { token: token() })).status).toBe(200)
      // The call was answered before all eight hashes were computed: only two are computed at a time, for 130 ms each.
      expect(hashed).toBeLessThan(8)
      await Promise.all(created)
    })
  })
})
