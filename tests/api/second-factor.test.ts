// Tests the second factor of a sign-in at the API, on both databases.
import { Secret, TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { authenticatorApps, challenges, passkeys, recoveryCodes } from '../../server/api/db/schema.ts'
import { MINUTE } from '../../shared/clock.ts'
import { messages, RECOVERY_CODES } from '../../shared/features/second-factor.ts'
import { onBoth, PASSWORD } from '../support/api.ts'

const STEP = 30_000

onBoth('the second factor', (api) => {
  beforeEach(async () => {
    for (const table of [authenticatorApps, passkeys, recoveryCodes, challenges]) await api.db.delete(table)
  })
  const ask = (token: string, method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const code = (secret: string, at = api.time.now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at })
  const first = async () =>
    (await api.ask('POST', '/auth', { body: { email: 'equipe@exemplo.com.br', password: PASSWORD } })).body as { desafio: string }
  const second = (desafio: string, codigo: string) => api.ask('POST', '/auth/second', { body: { desafio, codigo } })
  /** Sets up an app for equipe@. Returns a token, the secret and the recovery codes. */
  const enrolled = async () => {
    const token = await api.signIn('equipe')
    const { body: me } = await ask(token, 'GET', '/auth')
    const { id } = me as { id: number }
    const { segredo } = (await ask(token, 'PUT', '/account/totp-secret', { senhaAtual: PASSWORD })).body as { segredo: string }
    const { codigos } = (await ask(token, 'PUT', '/account/totp', { id, codigo: code(segredo) })).body as { codigos: string[] }
    // The code that confirmed the app counts as used.
    api.time.now += STEP
    return { token, id, secret: segredo, codes: codigos }
  }

  test('a person with an app gets a token only for the password and a code, and each code once', async () => {
    const { secret } = await enrolled()
    const { desafio, ...step } = await first()
    expect(step).toEqual({ meios: ['aplicativo', 'codigo'], passkey: null })
    expect(await second(desafio, '000000')).toMatchObject({ status: 401, body: { message: messages.wrongCode } })
    const now = code(secret)
    expect(await second(desafio, now)).toMatchObject({
      status: 200,
      body: { name: 'Bruno Cavalcanti', segundoFator: 'S', token: expect.any(String) as string },
    })
    expect((await second(desafio, now)).body).toEqual({ message: messages.startAgain })
    expect(await second((await first()).desafio, now)).toMatchObject({ status: 401, body: { message: messages.wrongCode } })
    api.time.now += STEP
    expect((await second((await first()).desafio, code(secret))).status).toBe(200)
  })

  test('the clock of the app may differ by half a minute, and no more', async () => {
    const { secret } = await enrolled()
    api.time.now += 10 * STEP
    for (const [steps, status] of [
      [-2, 401],
      [2, 401],
      [-1, 200],
      // After an accepted code, an earlier one is not accepted.
      [-1, 401],
      [1, 200],
    ] as const)
      expect((await second((await first()).desafio, code(secret, api.time.now + steps * STEP))).status, String(steps)).toBe(status)
  })

  test('two answers with the same code at once give one token', async () => {
    const { secret } = await enrolled()
    const those = [await first(), await first(), await first()]
    const statuses = (await Promise.all(those.map(({ desafio }) => second(desafio, code(secret))))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })

  test('a challenge accepts five answers, lasts five minutes, and ends with a new password', async () => {
    const { secret, token, id } = await enrolled()
    const { desafio } = await first()
    for (let tries = 0; tries < 5; tries += 1) expect((await second(desafio, '000000')).body).toEqual({ message: messages.wrongCode })
    expect((await second(desafio, code(secret))).body).toEqual({ message: messages.startAgain })
    const late = await first()
    api.time.now += 5 * MINUTE + 1
    expect((await second(late.desafio, code(secret))).body).toEqual({ message: messages.startAgain })
    const ended = await first()
    const password = 'cavalo-bateria-grampo'
    const changed = await ask(token, 'PUT', '/account/password', { id, senhaAtual: PASSWORD, password, passwordConfirma: password })
    expect(changed.status).toBe(200)
    expect((await second(ended.desafio, code(secret))).body).toEqual({ message: messages.startAgain })
    const back = { id, senhaAtual: password, password: PASSWORD, passwordConfirma: PASSWORD }
    expect((await ask(token, 'PUT', '/account/password', back)).status).toBe(200)
  })

  test('recovery codes enter once each, in any spelling, and only of the person', async () => {
    const { codes } = await enrolled()
    expect(codes).toHaveLength(RECOVERY_CODES)
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    const [one = '', two = ''] = codes
    expect((await second((await first()).desafio, one)).status).toBe(200)
    expect((await second((await first()).desafio, one)).status).toBe(401)
    expect((await second((await first()).desafio, ` ${two.toUpperCase().replaceAll('-', ' ')}`)).status).toBe(200)
    expect((await api.db.select().from(recoveryCodes)).map(({ hash }) => hash)).not.toContain(one)
  })

  test('setting it up or removing it needs the current password, and an unconfirmed app changes nothing', async () => {
    const token = await api.signIn('equipe')
    const { id } = (await ask(token, 'GET', '/auth')).body as { id: number }
    for (const [method, path, body] of [
      ['PUT', '/account/totp-secret', {}],
      ['POST', '/account/passkey-options', {}],
      ['DELETE', '/account/factors', { id }],
    ] as const)
      expect(await ask(token, method, path, { ...body, senhaAtual: 'errada' })).toMatchObject({
        status: 400,
        body: { message: messages.wrongPassword },
      })
    expect(await ask(token, 'PUT', '/account/totp', { id, codigo: '123456' })).toMatchObject({ status: 409 })
    await ask(token, 'PUT', '/account/totp-secret', { senhaAtual: PASSWORD })
    expect(await ask(token, 'PUT', '/account/totp', { id, codigo: '000000' })).toMatchObject({ status: 400, body: { message: messages.wrongCode } })
    expect(await first()).toHaveProperty('token')
  })

  test('the person removes it with the password, and a supervisor resets it', async () => {
    const { token, id } = await enrolled()
    expect((await ask(token, 'GET', '/account/factors')).body).toMatchObject({
      codigos: RECOVERY_CODES,
      passkeys: [],
      aplicativo: expect.any(String) as string,
    })
    expect((await ask(token, 'DELETE', '/account/factors', { id, senhaAtual: PASSWORD })).status).toBe(200)
    expect(await first()).toHaveProperty('token')
    await enrolled()
    expect(await first()).toHaveProperty('desafio')
    expect((await ask(await api.signIn('supervisor'), 'DELETE', '/users/second-factor', { id })).status).toBe(200)
    expect(await first()).toHaveProperty('token')
    expect(await api.db.$count(recoveryCodes)).toBe(0)
  })
})
