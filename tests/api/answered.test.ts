// Tests that a request repeated after a lost response creates a record only once, on both databases.
import { describe, expect, test } from 'vitest'
import { eq, sql } from 'drizzle-orm'
import { forgetAnswered } from '../../server/api/answered.ts'
import { answered, menus, regions } from '../../server/api/db/schema.ts'
import { onBoth } from '../support/api.ts'

onBoth('requests with an idempotency key', (api) => {
  const region = (descricao: string) => ({ id: 0, descricao, id_status: 'A' })
  const make = async (descricao: string, key: string, who = 'supervisor') =>
    api.ask('POST', '/region', { token: await api.signIn(who), body: region(descricao), headers: { 'idempotency-key': key } })
  const called = (descricao: string) => api.db.$count(regions, eq(regions.description, descricao))

  describe('repeated requests', () => {
    test('requests with the same idempotency key, whether simultaneous or later, create one record and get the same response', async () => {
      const { status, body } = await make('Uma só', 'a'.repeat(32))
      expect(status).toBe(200)
      // Headers are not compared, because they include the time of the response.
      expect(await make('Uma só', 'a'.repeat(32))).toMatchObject({ status, body })
      const many = await Promise.all(Array.from({ length: 5 }, () => make('De uma vez', 'b'.repeat(32))))
      expect(new Set(many.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      expect([await called('Uma só'), await called('De uma vez')]).toEqual([1, 1])
    })

    test('each idempotency key and person creates one record, and a key whose request was refused with 400 can be used again', async () => {
      await make('Duas', 'c'.repeat(32))
      await make('Duas', 'd'.repeat(32))
      await make('Duas', 'c'.repeat(32), 'projetos')
      expect(await called('Duas')).toBe(3)
      expect((await make('x'.repeat(51), 'e'.repeat(32))).status).toBe(400)
      expect((await make('Depois', 'e'.repeat(32))).status).toBe(200)
    })
  })

  test('if two people use the same idempotency key, each of them gets their own response, also when they repeat the request', async () => {
    const key = 'j'.repeat(32)
    const [first, second] = [await make('De duas pessoas', key), await make('De duas pessoas', key, 'projetos')]
    expect(first.body).not.toEqual(second.body)
    expect((await make('De duas pessoas', key)).body).toEqual(first.body)
    expect((await make('De duas pessoas', key, 'projetos')).body).toEqual(second.body)
  })

  test('a request that reuses an idempotency key with another body is refused with 409', async () => {
    await make('Esta', 'g'.repeat(32))
    expect((await make('Outra', 'g'.repeat(32))).status).toBe(409)
    expect(await called('Outra')).toBe(0)
  })

  test('two requests with one idempotency key that differ only in the password get the same response, because no password is stored', async () => {
    const token = await api.signIn('supervisor')
    const [menu] = await api.db.select({ id: menus.id }).from(menus).where(eq(menus.route, '/clientes'))
    const person = { nomeCompleto: 'Bia Lima', email: 'bia@exemplo.com.br', status: 'A', departamento: 3, supervisor: 'N', menus: [menu?.id] }
    const add = (password: string) =>
      api.ask('POST', '/users', {
        token,
        body: { ...person, password, passwordConfirma: password },
        headers: { 'idempotency-key': 'i'.repeat(32) },
      })
    const first = await add('um-segredo-2026-forte')
    expect(first.status).toBe(200)
    // The server stores nothing of a password and cannot tell the two requests apart, so the second one is not refused with 409.
    expect((await add('outro-segredo-2026-forte')).body).toEqual(first.body)
  })

  test('the response to a sign-in with an idempotency key is not stored, because it contains a token', async () => {
    const kept = await api.db.$count(answered)
    const signIn = (email: string) =>
      api.ask('POST', '/auth', {
        body: { email: `${email}@exemplo.com.br`, password: 'exemplo-2026' },
        headers: { 'idempotency-key': 'h'.repeat(32) },
      })
    expect((await signIn('financeiro')).body).toMatchObject({ id: 2 })
    expect((await signIn('equipe')).body).toMatchObject({ id: 4 })
    expect(await api.db.$count(answered)).toBe(kept)
  })

  test('the response stored for an idempotency key is deleted after a day', async () => {
    // No other test of this file uses these keys.
    const [older, newer] = ['f'.repeat(32), 'k'.repeat(32)]
    await make('Ontem', older)
    await make('Hoje', newer)
    await api.db.update(answered).set({ at: sql`now() - interval '25 hours'` })
    await api.db
      .update(answered)
      .set({ at: sql`now() - interval '23 hours'` })
      .where(eq(answered.key, newer))
    await forgetAnswered(api.db)
    expect(await api.db.select({ key: answered.key }).from(answered)).toEqual([{ key: newer }])
  })
})
