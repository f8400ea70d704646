// Tests Usuários over real HTTP on both databases: which values the embedded API stores, which it refuses, and which tokens end.
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditChanges, menus as menuTable, users as userTable } from '../../server/api/db/schema.ts'
import { Person } from '../../shared/features/auth.ts'
import type { MenuNode } from '../../shared/features/users.ts'
import { onBoth } from '../support/api.ts'
import { MENUS } from '../support/menus.ts'
import { GOOD, password, usersOf } from '../support/users.ts'

onBoth('Usuários', (api) => {
  const { token, leaves, enter, send, get, list, menu, valid, create, asStored } = usersOf(api)
  beforeAll(() => enter())

  test('GET /users/data returns the active departments and people, sorted by name, and a tree of menus whose leaves are pages', async () => {
    const data = async () =>
      (await api.ask('GET', '/users/data', { token: token() })).body as { departamentos: { DESCRICAO: string }[]; users: object[]; menus: MenuNode[] }
    const before = await data()
    await api.ask('PUT', '/department', { token: token(), body: { id: 8, descricao: 'Administrativo', codigo_status: 'I' } })
    await api.db.update(userTable).set({ status: 'I' }).where(eq(userTable.email, 'ursula.prates@exemplo.com.br'))
    const { departamentos, users, menus } = await data()
    expect(departamentos).toHaveLength(before.departamentos.length - 1)
    expect(departamentos[0]).toEqual({ ID: 6, DESCRICAO: 'Comercial' })
    expect(users).toHaveLength(before.users.length - 1)
    expect(users[0]).toEqual({ ID: 5, NOMECOMPLETOUSUARIO: 'Ana Beatriz Nogueira' })
    expect(JSON.stringify(users)).not.toContain('Úrsula')
    expect(menus[0]).toEqual({
      ID: expect.any(Number),
      DESCRICAO: 'Cadastros',
      dados: expect.arrayContaining([{ ID: menu('/usuarios'), DESCRICAO: 'Usuários', ROTA: '/usuarios', dados: [] }]),
    })
    expect(menus.every(({ ROTA, dados }) => ROTA === undefined && dados.length > 0)).toBe(true)
    expect(leaves()).toHaveLength(MENUS)
  })

  test('GET /users returns all people, the newest first, and never a password', async () => {
    const { id, email } = await create({ comissao: 12.5 })
    const rows = await list()
    expect(rows[0]).toEqual({
      ID: id,
      NOMECOMPLETOUSUARIO: 'Bia Lima',
      EMAILUSER: email,
      departamento: 3,
      DESCRICAOSETOR: 'Suporte',
      SUPERVISOR: 'N',
      status: 'A',
      menus: [menu('/clientes'), menu('/carros')].toSorted((a, b) => a - b),
      comissao: 12.5,
    })
    expect(rows.map(({ ID }) => ID)).toEqual(rows.map(({ ID }) => ID).toSorted((a, b) => b - a))
    expect(rows.length).toBeGreaterThanOrEqual(31)
    expect(JSON.stringify((await api.ask('GET', '/users', { token: token() })).body)).not.toMatch(/hash|argon2/)
  })

  test('POST /users stores the e-mail in lower case and, by default, no commission, and the new person can sign in', async () => {
    const { id } = await create({ email: 'Nova.Pessoa@EXEMPLO.com.br' })
    expect(await get(id)).toMatchObject({ EMAILUSER: 'nova.pessoa@exemplo.com.br', comissao: 0, versao: 1 })
    const signedIn = await api.signIn('nova.pessoa', GOOD)
    const person = Person.parse((await api.ask('GET', '/auth', { token: signedIn })).body)
    expect(person.acessos.flatMap(({ items }) => items.map(({ route }) => route))).toEqual(['/clientes', '/carros'])
    const changes = await api.db.select().from(auditChanges).where(eq(auditChanges.recordId, id))
    expect(changes.map(({ call, relation }) => `${call} ${relation}`)).toEqual(
      expect.arrayContaining(['POST /users users', 'POST /users user_menus']),
    )
    expect(JSON.stringify(changes)).not.toContain('argon2')
  })

  test('PUT /users stores the fields in the request and leaves all other fields unchanged', async () => {
    const { id, who } = await create({ comissao: 7 })
    const before = await get(id)
    const asked = { ...(await asStored(id)), versao: 1 }
    expect(await send('PUT', { ...asked, nomeCompleto: 'Beatriz Lima' })).toMatchObject({ status: 200, body: {} })
    expect(await get(id)).toEqual({ ...before, NOMECOMPLETOUSUARIO: 'Beatriz Lima', versao: 2 })
    const all = {
      ...asked,
      versao: 2,
      email: `${who.toUpperCase()}@outro.com.br`,
      departamento: 6,
      supervisor: 'S',
      menus: [menu('/track')],
      comissao: 33.33,
    }
    expect((await send('PUT', all)).status).toBe(200)
    expect(await get(id)).toEqual({
      ...before,
      EMAILUSER: `${who}@outro.com.br`,
      departamento: 6,
      DESCRICAOSETOR: 'Comercial',
      SUPERVISOR: 'S',
      menus: [menu('/track')],
      comissao: 33.33,
      versao: 3,
    })
  })

  test('the audit stores only the menus that were granted or withdrawn', async () => {
    const { id } = await create()
    await send('PUT', { ...(await asStored(id)), menus: [menu('/carros'), menu('/track'), menu('/track')] })
    const changes = await api.db.select().from(auditChanges).where(eq(auditChanges.recordId, id)).orderBy(auditChanges.id)
    const noted = changes.filter(({ relation, call }) => relation === 'user_menus' && call === 'PUT /users')
    expect(noted.map(({ before, after }) => [before, after])).toEqual([
      [{ user_id: id, menu_id: menu('/clientes') }, null],
      [null, { user_id: id, menu_id: menu('/track') }],
    ])
  })

  test('if two requests change the same version of a person, one succeeds, and the other is refused with 409 [15.4.2 2.3.1-4]', async () => {
    const { id } = await create()
    const asked = { ...(await asStored(id)), versao: 1 }
    const answers = await Promise.all(['/track', '/nfse'].map((route) => send('PUT', { ...asked, menus: [menu(route)] })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      message: 'Este registro foi alterado por outra pessoa.',
    })
    expect((await get(id)).menus).toHaveLength(1)
    expect(await get(id)).toMatchObject({ versao: 2 })
  })

  test('POST or PUT /users with invalid fields is refused with a message that names the problem, and nothing is stored', async () => {
    const { id, email } = await create()
    const before = await list()
    const groups = (await api.db.select().from(menuTable)).filter(({ route }) => route === null)
    const refused = async (more: object, status: number, message: string) => {
      const expected = { status, body: { message } }
      expect(await send('POST', { ...valid(), email: 'nova@exemplo.com.br', ...password, ...more }), JSON.stringify(more)).toMatchObject(expected)
      expect(await send('PUT', { ...(await asStored(id)), ...more }), JSON.stringify(more)).toMatchObject(expected)
    }
    await refused({ nomeCompleto: ' ' }, 400, 'Nome completo precisa ser preenchido.')
    await refused({ email: 'bia' }, 400, 'E-mail precisa ser válido!')
    await refused({ email: 'Supervisor@Exemplo.com.br' }, 409, 'Já existe um usuário com esse e-mail.')
    await refused({ departamento: 999 }, 400, 'Departamento não encontrado. Escolha um departamento da lista.')
    await refused({ menus: [] }, 400, 'Escolha pelo menos um menu.')
    await refused({ menus: [menu('/track'), 999_999] }, 400, 'Menu não encontrado. Escolha os menus da lista.')
    await refused({ menus: [groups[0]?.id] }, 400, 'Menu não encontrado. Escolha os menus da lista.')
    await refused({ comissao: 100.01 }, 400, 'Valor máximo permitido é 100.')
    await refused({ comissao: -1 }, 400, 'Valor negativo não é permitido.')
    await refused({ password: 'curta', passwordConfirma: 'curta' }, 400, 'A senha precisa ter ao menos 12 caracteres.')
    await refused({ password: GOOD, passwordConfirma: `${GOOD} ` }, 400, 'Senhas não conferem')
    await refused({ password: GOOD, passwordConfirma: undefined }, 400, 'Senhas não conferem')
    const easy = 'Essa senha é fácil de adivinhar; escolha outra.'
    for (const guess of ['csnoteweb 2026 oi', 'senhasenhasenha']) await refused({ password: guess, passwordConfirma: guess }, 400, easy)
    const own = `${email.split('@')[0]} no trem azul`
    await refused({ email, password: own, passwordConfirma: own }, 400, easy)
    const short = 'ana@exemplo.com.br'
    await refused({ email: short, password: short, passwordConfirma: short }, 400, easy)
    expect(await send('POST', { ...valid(), email: 'nova@exemplo.com.br' })).toMatchObject({ status: 400 })
    const gone = { status: 404, body: { message: 'Registro não encontrado.' } }
    expect(await api.ask('GET', '/users/2147483647', { token: token() })).toMatchObject(gone)
    expect(await send('PUT', { ...(await asStored(id)), idUser: 2147483647, email: 'x@exemplo.com.br' })).toMatchObject(gone)
    expect(await list()).toEqual(before)
  })

  test('a password set by a supervisor ends every token of the person [6.4.1 6.4.3 7.4.3]', async () => {
    const { id, who } = await create()
    const [one, other] = [await api.signIn(who, GOOD), await api.signIn(who, GOOD)]
    const next = 'outro trem de senha'
    expect((await send('PUT', { ...(await asStored(id)), password: next, passwordConfirma: next })).status).toBe(200)
    for (const former of [one, other]) expect((await api.ask('GET', '/auth', { token: former })).status).toBe(401)
    expect((await api.ask('POST', '/auth', { body: { email: `${who}@exemplo.com.br`, password: GOOD } })).status).toBe(401)
    expect((await api.ask('GET', '/auth', { token: await api.signIn(who, next) })).status).toBe(200)
  })

  test('a person who changes their own password keeps only the current token [7.4.3]', async () => {
    const { id, who } = await create()
    const [here, there] = [await api.signIn(who, GOOD), await api.signIn(who, GOOD)]
    expect((await send('PUT', { ...(await asStored(id)), ...password }, here)).status).toBe(200)
    expect((await api.ask('GET', '/auth', { token: here })).status).toBe(200)
    expect((await api.ask('GET', '/auth', { token: there })).status).toBe(401)
  })

  test('setting a person inactive ends all their tokens, also if the person becomes active again; a change of menus ends none', async () => {
    const { id, who } = await create()
    const signedIn = await api.signIn(who, GOOD)
    const asked = await asStored(id)
    await send('PUT', { ...asked, menus: [menu('/track')] })
    expect((await api.ask('GET', '/auth', { token: signedIn })).status).toBe(200)
    await send('PUT', { ...asked, status: 'I' })
    await send('PUT', { ...asked, status: 'A' })
    expect((await api.ask('GET', '/auth', { token: signedIn })).status).toBe(401)
    expect((await api.ask('GET', '/auth', { token: await api.signIn(who, GOOD) })).status).toBe(200)
  })

  describe('the last active supervisor', () => {
    const refused = { status: 409, body: { message: 'É preciso haver ao menos um supervisor ativo.' } }
    /** Returns the active supervisors, beginning with those who can appoint other supervisors. */
    const active = async () =>
      (await list())
        .filter(({ SUPERVISOR, status }) => SUPERVISOR === 'S' && status === 'A')
        .toSorted((a, b) => Number(b.menus.includes(menu('/usuarios'))) - Number(a.menus.includes(menu('/usuarios'))))
    test.each(['demoted', 'made inactive'])('the last active supervisor cannot be %s (409), even by simultaneous requests', async (how) => {
      const change = how === 'demoted' ? { supervisor: 'N' } : { status: 'I' }
      // The caller is neither of the two supervisors, because their tokens end when they lose their rights.
      await enter('financeiro')
      for (const { ID } of (await active()).slice(2)) await send('PUT', { ...(await asStored(ID)), supervisor: 'N' })
      const two = await active()
      expect(two).toHaveLength(2)
      // Both can appoint others, so only the rule about the last active supervisor can cause the refusal.
      for (const { ID, menus } of two) await send('PUT', { ...(await asStored(ID)), menus: [...menus, menu('/usuarios')] })
      const bodies = await Promise.all(two.map(async ({ ID }) => ({ ...(await asStored(ID)), ...change })))
      const answers = await Promise.all(bodies.map((body) => send('PUT', body)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)).toMatchObject(refused)
      const [last, ...more] = await active()
      expect(more).toEqual([])
      if (!last) throw new Error('no supervisor is left')
      expect(await send('PUT', { ...(await asStored(last.ID)), ...change })).toMatchObject(refused)
      // For any other person, the same change is accepted.
      const { id } = await create()
      expect((await send('PUT', { ...(await asStored(id)), ...change })).status).toBe(200)
      // Restores the supervisors for the next test.
      for (const { ID, menus } of two) {
        const restored = { ...(await asStored(ID)), supervisor: 'S', status: 'A', menus }
        expect((await send('PUT', restored)).status).toBe(200)
      }
      await enter()
    })

    describe('the last supervisor with the menu Usuários', () => {
      const refusedMenu = { status: 409, body: { message: 'É preciso haver ao menos um supervisor ativo com o menu Usuários.' } }
      test('a request that demotes the last supervisor with the menu Usuários, or takes away status or menu, is refused with 409', async () => {
        await enter('financeiro')
        const [keeper, other, ...more] = await active()
        if (!keeper || !other) throw new Error('the demo has two supervisors')
        for (const { ID, menus } of [keeper, other]) await send('PUT', { ...(await asStored(ID)), menus: [...menus, menu('/usuarios')] })
        for (const { ID } of more) await send('PUT', { ...(await asStored(ID)), supervisor: 'N' })
        const without = (ids: number[]) => ids.filter((id) => id !== menu('/usuarios'))
        const bodies = await Promise.all(
          [keeper, other].map(async ({ ID, menus }) => ({ ...(await asStored(ID)), menus: [...without(menus), menu('/track')] })),
        )
        // Only one of two simultaneous requests succeeds.
        const answers = await Promise.all(bodies.map((body) => send('PUT', body)))
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
        expect(answers.find(({ status }) => status === 409)).toMatchObject(refusedMenu)
        const last = (await active()).find(({ menus }) => menus.includes(menu('/usuarios')))
        if (!last) throw new Error('nobody can make supervisors')
        const lasting = await asStored(last.ID)
        for (const change of [{ supervisor: 'N' }, { status: 'I' }, { menus: [...without(last.menus), menu('/track')] }])
          expect(await send('PUT', { ...lasting, ...change })).toMatchObject(refusedMenu)
        // Two changes are accepted: one in which this supervisor keeps the menu, and one of another person's menus.
        expect((await send('PUT', { ...lasting, menus: [menu('/usuarios')] })).status).toBe(200)
        const { id } = await create()
        expect((await send('PUT', { ...(await asStored(id)), menus: [menu('/carros')] })).status).toBe(200)
        for (const { ID, menus } of [keeper, other]) expect((await send('PUT', { ...(await asStored(ID)), menus })).status).toBe(200)
        await enter()
      })
    })
  })
})
