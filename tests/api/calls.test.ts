// Tests calls of the embedded API over real HTTP, on both databases.
import { argon2Sync } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { cost } from '../../server/api/passwords.ts'
import * as tables from '../../server/api/db/schema.ts'
import { Person } from '../../shared/features/auth.ts'
import { City, Client, StoredClient } from '../../shared/features/clients.ts'
import { Home } from '../../shared/features/home.ts'
import { WallRow } from '../../shared/features/wall.ts'
import { PASSWORD, onBoth } from '../support/api.ts'
import { clientBody } from '../support/client-samples.ts'
import { realPasswords } from '../support/password-cost.ts'
import { MENUS } from '../support/menus.ts'

const DAY = 24 * 3600_000
const REFUSED = { status: 401, body: { message: 'E-mail ou senha incorretos.' } }
const SIGNED_OUT = { status: 401, body: { message: 'Autenticação inválida!' } }

onBoth('the API', (api, kind) => {
  test('a request without the channel’s secret is answered with 404 [6.1.3 6.3.4 13.2.1]', async () => {
    for (const channel of ['', 'another'])
      expect(
        await api.ask('POST', '/auth', { headers: { 'x-channel': channel }, body: { email: 'supervisor@exemplo.com.br', password: PASSWORD } }),
      ).toMatchObject({
        status: 404,
        body: { message: '404 - Falha na comunicação!' },
      })
  })

  test('unknown paths and other spellings of a known path are answered with 404, and invalid ids with 400 [1.4.2]', async () => {
    const token = await api.signIn('supervisor')
    for (const path of ['/', '/nada', '/clients/', '/Clients', '/clients/1/2']) expect((await api.ask('GET', path, { token })).status, path).toBe(404)
    for (const id of ['0', '01', '1e0', '-1', '2147483648', 'x']) expect((await api.ask('GET', `/clients/${id}`, { token })).status, id).toBe(400)
  })

  describe('the sign-in', () => {
    test('POST /auth returns the person with a token, whatever the letter case of the e-mail', async () => {
      const { status, body, headers } = await api.ask('POST', '/auth', { body: { email: 'Financeiro@EXEMPLO.com.br', password: PASSWORD } })
      expect(status).toBe(200)
      expect(headers.get('x-powered-by')).toBeNull()
      expect(Person.parse(body)).toMatchObject({ name: 'Letícia Arantes', supervisor: 'N', departamento: 4, status: 'A' })
      const { token } = z.object({ token: z.string().regex(/^[\w-]{43}$/) }).parse(body)
      const again = await api.ask('GET', '/auth', { token })
      expect(again).toMatchObject({ status: 200, body: Person.parse(body) })
      expect(again.body).not.toHaveProperty('token')
    })

    test('GET /auth returns the menus that the person may open, in groups', async () => {
      const routesOf = async (who: string) => {
        const { body } = await api.ask('GET', '/auth', { token: await api.signIn(who) })
        return Person.parse(body).acessos.flatMap(({ items }) => items.map(({ route }) => route))
      }
      expect(await routesOf('painel')).toEqual(['/painel-onde-estou'])
      const team = await routesOf('equipe')
      expect(team).toContain('/track')
      expect(team).not.toContain('/clientes')
      expect(team).not.toContain('/painel-onde-estou')
      expect(await routesOf('supervisor')).toHaveLength(MENUS)
      const { body } = await api.ask('GET', '/auth', { token: await api.signIn('supervisor') })
      const [first] = Person.parse(body).acessos
      expect({ ...first, items: first?.items.slice(0, 6) }).toEqual({
        title: 'Cadastros',
        action: 'mdi-bookshelf',
        items: [
          { title: 'Clientes', route: '/clientes' },
          { title: 'Carros', route: '/carros' },
          { title: 'Regiões', route: '/regioes' },
          { title: 'Atividades', route: '/atividades' },
          { title: 'Usuários', route: '/usuarios' },
          { title: 'Departamentos', route: '/departamentos' },
        ],
      })
    })

    test('an unknown e-mail, an inactive person and a wrong password are refused with the same response [6.3.8 6.1.2 6.2.8-9]', async () => {
      await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.email, 'ursula.prates@exemplo.com.br'))
      for (const [email, password] of [
        ['ninguem@exemplo.com.br', PASSWORD],
        ['supervisor@exemplo.com.br', `${PASSWORD} `],
        ['supervisor@exemplo.com.br', PASSWORD.toUpperCase()],
        ['ursula.prates@exemplo.com.br', PASSWORD],
      ])
        expect(await api.ask('POST', '/auth', { body: { email, password } }), email).toMatchObject(REFUSED)
    })

    test('POST /auth with an invalid body is refused with a message that names the problem', async () => {
      const said = async (body: unknown) => (await api.ask('POST', '/auth', { body })).body
      expect(await said({ email: '', password: 'x' })).toEqual({ message: 'E-mail precisa ser preenchido.' })
      expect(await said({ email: 'x', password: 'x' })).toEqual({ message: 'E-mail precisa ser válido!' })
      expect(await said({ email: 'a@b.co' })).toEqual({ message: 'Senha precisa ser preenchida.' })
      expect(await said('{')).toEqual({ message: 'Formulário inválido! Verifique os dados.' })
      expect(await api.ask('POST', '/auth')).toMatchObject({ status: 400 })
    })

    describe('passwords at the real hashing cost', () => {
      realPasswords()
      // These tests run on one database only, because they are slow and do not depend on the database.
      if (kind === 'embedded') {
        test('two password hashes are computed at once, 32 further sign-ins wait, and all others get 503 [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
          // The cost is so high that the requests arrive faster than the hashes finish.
          Object.assign(cost, { memory: 65_536, passes: 2 })
          const answers = await Promise.all(
            Array.from({ length: 45 }, () => api.ask('POST', '/auth', { body: { email: 'ninguem@exemplo.com.br', password: 'x' } })),
          )
          const counted = Object.groupBy(answers, ({ status }) => String(status))
          expect(Object.keys(counted)).toEqual(['401', '503'])
          expect(counted['401']?.length).toBeGreaterThanOrEqual(34)
          expect(counted['503']?.[0]?.body).toEqual({ message: 'O sistema está indisponível no momento. Tente de novo em instantes.' })
        })
      }

      test('a password hash with old parameters is replaced at the next sign-in, and the password stays valid [11.4.2]', async () => {
        const email = 'vinicius.braganca@exemplo.com.br'
        const salt = Buffer.alloc(16, 7)
        const tag = argon2Sync('argon2id', { message: 'uma senha antiga', nonce: salt, memory: 1024, passes: 2, parallelism: 1, tagLength: 32 })
        const old = `$argon2id$v=19$m=1024,t=2,p=1$${salt.toString('base64')}$${tag.toString('base64')}`
        await api.db.update(tables.users).set({ passwordHash: old }).where(eq(tables.users.email, email))
        for (const _round of [1, 2]) {
          expect(await api.ask('POST', '/auth', { body: { email, password: 'uma senha antiga' } })).toMatchObject({ status: 200 })
          const [user] = await api.db.select().from(tables.users).where(eq(tables.users.email, email))
          expect(user?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
        }
      })
    })
  })

  describe('a token', () => {
    test('only the hash of a token is stored [11.3.1-3]', async () => {
      const token = await api.signIn('projetos')
      const stored = JSON.stringify(await api.db.select().from(tables.tokens))
      expect(stored).toContain('"hash"')
      expect(stored).not.toContain(token)
    })

    test('revoking a token ends only that token', async () => {
      const [one, other] = [await api.signIn('projetos'), await api.signIn('projetos')]
      expect(await api.ask('DELETE', '/auth', { token: one })).toMatchObject({ status: 200, body: {} })
      expect(await api.ask('GET', '/auth', { token: one })).toMatchObject(SIGNED_OUT)
      expect(await api.ask('DELETE', '/auth', { token: one })).toMatchObject({ status: 200 })
      expect(await api.ask('GET', '/auth', { token: other })).toMatchObject({ status: 200 })
    })

    test('the oldest token of a person ends when the person gets an eleventh token', async () => {
      // This person signs in nowhere else, because the clock is set back for the next test.
      const first = await api.signIn('sabrina.lopes')
      const [user] = await api.db.select().from(tables.users).where(eq(tables.users.email, 'sabrina.lopes@exemplo.com.br'))
      api.time.now += 1000
      const [createdAt, expiresAt] = [new Date(api.time.now), new Date(api.time.now + DAY)]
      const more = Array.from({ length: 8 }, (_, each) => ({ hash: `${each}`, userId: user?.id ?? 0, createdAt, expiresAt }))
      await api.db.insert(tables.tokens).values(more)
      api.time.now += 1000
      await api.signIn('sabrina.lopes')
      expect(await api.ask('GET', '/auth', { token: first })).toMatchObject({ status: 200 })
      await api.signIn('sabrina.lopes')
      expect(await api.ask('GET', '/auth', { token: first })).toMatchObject(SIGNED_OUT)
    })

    test('a token ends after 365 days', async () => {
      const token = await api.signIn('equipe')
      const now = api.time.now
      api.time.now = now + 365 * DAY - 1
      expect(await api.ask('GET', '/auth', { token })).toMatchObject({ status: 200 })
      api.time.now = now + 365 * DAY
      expect(await api.ask('GET', '/auth', { token })).toMatchObject(SIGNED_OUT)
    })

    test('a token is refused as soon as its owner is inactive', async () => {
      const token = await api.signIn('tiago.machado')
      expect(await api.ask('GET', '/auth', { token })).toMatchObject({ status: 200 })
      await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.email, 'tiago.machado@exemplo.com.br'))
      expect(await api.ask('GET', '/auth', { token })).toMatchObject(SIGNED_OUT)
    })

    test('without a valid token, every call is refused with 401', async () => {
      for (const path of ['/auth', '/dash/Home', '/clients', '/clients/949', '/cities', '/dash/painelOndeEstou'])
        for (const token of [undefined, 'x'.repeat(43), 'x y']) expect(await api.ask('GET', path, { token }), path).toMatchObject(SIGNED_OUT)
      expect(await api.ask('PUT', '/clients', { body: {} })).toMatchObject(SIGNED_OUT)
      expect(await api.ask('DELETE', '/auth')).toMatchObject(SIGNED_OUT)
    })
  })

  describe('Clientes', () => {
    let token: string
    beforeAll(async () => {
      token = await api.signIn('supervisor')
    })
    const valid = clientBody({ nome: 'Armazém do Teste Ltda.' })
    const stored = async (id: number) =>
      StoredClient.parse(
        z
          .array(z.unknown())
          .length(1)
          .parse((await api.ask('GET', `/clients/${id}`, { token })).body)[0],
      )
    const create = async (change: object = {}) =>
      z.object({ CODIGOCLIENTE: z.int() }).parse((await api.ask('POST', '/clients', { token, body: { ...valid, ...change } })).body).CODIGOCLIENTE

    test('GET /clients returns all clients, the newest first', async () => {
      const { body } = await api.ask('GET', '/clients', { token })
      const list = z.array(z.strictObject(Client.shape)).parse(body)
      expect(list.length).toBeGreaterThanOrEqual(400)
      const ids = list.map(({ CODIGOCLIENTE }) => CODIGOCLIENTE)
      expect(ids).toEqual(ids.toSorted((a, b) => b - a))
      expect(list.find(({ CODIGOCLIENTE }) => CODIGOCLIENTE === 1348)).toMatchObject({
        NOMEFANTASIACLIENTE: 'Agropecuária Vale do Teles Pires Ltda.',
        CIDADE: 'Sinop',
      })
    })

    test('POST, GET and PUT /clients create, return and change a client, and increment its version', async () => {
      const created = await api.ask('POST', '/clients', { token, body: { ...valid, id: 0, nome: '  Cerealista O’Hara & Filhos  ' } })
      expect(created).toMatchObject({ status: 200, body: { NOMEFANTASIACLIENTE: 'Cerealista O’Hara & Filhos', CODIGO_STATUS: 'A' } })
      const id = (created.body as { CODIGOCLIENTE: number }).CODIGOCLIENTE
      expect(await stored(id)).toMatchObject({ CODIGOCIDADE: 5107909, CIDADE: 'Sinop', versao: 1 })
      const changed = await api.ask('PUT', '/clients', { token, body: { ...valid, id, nome: 'Outro', idCidade: 3550308, status: 'I' } })
      expect(changed).toMatchObject({ status: 200, body: { CODIGOCLIENTE: id, NOMEFANTASIACLIENTE: 'Outro', CODIGO_STATUS: 'I' } })
      expect(await stored(id)).toMatchObject({ NOMEFANTASIACLIENTE: 'Outro', CIDADE: 'São Paulo', CODIGO_STATUS: 'I', versao: 2 })
    })

    test('if several requests change the same version of a client, one succeeds, and the others are refused with 409 [15.4.2 2.3.1-4]', async () => {
      const id = await create()
      const { versao } = await stored(id)
      const put = (nome: string) => api.ask('PUT', '/clients', { token, body: { ...valid, id, versao, nome } })
      const answers = await Promise.all(['Um', 'Dois', 'Três', 'Quatro'].map(put))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
      expect(answers.find(({ status }) => status === 409)?.body).toEqual({
        message: 'Este registro foi alterado por outra pessoa.',
      })
      const winner = answers.find(({ status }) => status === 200)?.body as { NOMEFANTASIACLIENTE: string }
      expect(await stored(id)).toMatchObject({ NOMEFANTASIACLIENTE: winner.NOMEFANTASIACLIENTE, versao: 2 })
    })

    test('an invalid or unknown client is refused with a message that names the problem', async () => {
      const id = await create()
      const said = (method: string, change: object) => api.ask(method, '/clients', { token, body: { ...valid, ...change } })
      expect(await said('POST', { idCidade: 9999999 })).toMatchObject({
        status: 400,
        body: { message: 'Cidade não encontrada. Escolha uma cidade da lista.' },
      })
      expect(await said('PUT', { id, idCidade: 9999999 })).toMatchObject({ status: 400 })
      expect(await said('PUT', { id: 2147483647 })).toMatchObject({ status: 404, body: { message: 'Registro não encontrado.' } })
      expect(await said('PUT', { id: 2147483647, versao: 1 })).toMatchObject({ status: 404 })
      expect(await said('POST', { nome: '   ' })).toMatchObject({ status: 400, body: { message: 'Razão Social precisa ser preenchida.' } })
      expect(await said('POST', { nome: 'x'.repeat(151) })).toMatchObject({
        status: 400,
        body: { message: 'Razão Social não pode ter mais que 150 caracteres.' },
      })
      expect(await said('POST', { nome: 'a\u0000b' })).toMatchObject({ status: 400 })
      expect(await said('POST', { id: 7 })).toMatchObject({ status: 400 })
      expect(await said('POST', { dono: 1 })).toMatchObject({ status: 400 })
      expect(await said('POST', { telefone: '1' })).toMatchObject({ status: 400 })
      expect(await said('POST', { nome: 'x'.repeat(70_000) })).toMatchObject({ status: 413 })
      expect(await api.ask('GET', '/clients/2147483647', { token })).toMatchObject({ status: 404, body: { message: 'Registro não encontrado.' } })
      expect(await stored(id)).toMatchObject({ NOMEFANTASIACLIENTE: valid.nome, versao: 1 })
    })

    test('a name with SQL and LIKE characters is stored as it was typed [1.2.4]', async () => {
      const nome = `'; drop table clients; -- %_\\ "x" ação 🌾`
      expect(await stored(await create({ nome }))).toMatchObject({ NOMEFANTASIACLIENTE: nome })
    })

    test('GET /cities returns every municipality, in Portuguese alphabetical order', async () => {
      const { body } = await api.ask('GET', '/cities', { token })
      const cities = z.array(City).parse(body)
      expect(cities.length).toBeGreaterThanOrEqual(5570)
      expect(new Set(cities.map(({ UF }) => UF)).size).toBe(27)
      expect(cities.every(({ CODIGOCIDADE }) => /^\d{7}$/.test(String(CODIGOCIDADE)))).toBe(true)
      const at = (name: string) => cities.findIndex(({ NOMECIDADE }) => NOMECIDADE === name)
      expect(at('Água Boa')).toBeLessThan(at('Zé Doca'))
      expect(at('Água Boa')).toBeGreaterThan(at('Abadia de Goiás'))
    })
  })

  describe('Home and the wall', () => {
    /** Creates a team member without any data. */
    async function newcomer(name: string) {
      const [model] = await api.db.select().from(tables.users).where(eq(tables.users.email, 'equipe@exemplo.com.br'))
      const email = `${name.toLowerCase().replaceAll(' ', '.')}@exemplo.com.br`
      const [user] = await api.db
        .insert(tables.users)
        .values({ name, email, departmentId: 3, passwordHash: model?.passwordHash ?? '' })
        .returning()
      return { id: user?.id ?? 0, token: await api.signIn(email.split('@')[0] ?? '') }
    }
    const activity = async (description: string) =>
      (await api.db.select().from(tables.activities).where(eq(tables.activities.description, description)))[0]?.id ?? 0
    const appointment = async (userId: number, what: string, startsAt: string, endsAt: string, change: object = {}) =>
      api.db.insert(tables.appointments).values({ userId, activityId: await activity(what), startsAt, endsAt, ...change })

    const work = { activityId: 1, categoryId: 1, moduleId: 1, description: 'Trabalho' }

    test('GET /dash/Home returns empty lists for a person without data', async () => {
      const { token } = await newcomer('Nova Pessoa')
      expect(await api.ask('GET', '/dash/Home', { token })).toMatchObject({
        status: 200,
        body: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] },
      })
    })

    test('GET /dash/Home returns the person’s own finished time of this month, even above 99 hours', async () => {
      const { id, token } = await newcomer('Tempo Somado')
      const entry = (activityId: number, startedAt: string, endedAt: string | null) =>
        api.db.insert(tables.timeEntries).values({ ...work, userId: id, activityId, startedAt, endedAt })
      await entry(1, '2026-11-01T00:00:00', '2026-11-05T04:30:15')
      await entry(1, '2026-11-10T08:00:00', '2026-11-10T08:00:45')
      await entry(2, '2026-11-11T08:00:00', '2026-11-11T09:00:00')
      await entry(2, '2026-10-31T23:00:00', '2026-11-01T01:00:00')
      await entry(2, '2026-12-01T00:00:00', '2026-12-01T01:00:00')
      await entry(3, '2026-11-19T14:00:00', null)
      const { body } = await api.ask('GET', '/dash/Home', { token })
      expect(Home.parse(body)).toMatchObject({
        tempos: [
          { DESCRICAOATIVIDADE: 'Desenvolvimento', total: '100:31:00' },
          { DESCRICAOATIVIDADE: 'Suporte remoto', total: '01:00:00' },
        ],
        total: { totalizador: '101:31:00' },
      })
    })

    test('the month of GET /dash/Home begins and ends by the company’s local time, four hours behind UTC', async () => {
      const { id, token } = await newcomer('Virada Mensal')
      await api.db.insert(tables.timeEntries).values({ ...work, userId: id, startedAt: '2026-11-30T22:00:00', endedAt: '2026-11-30T23:00:00' })
      api.time.now = Date.parse('2026-12-01T03:59:59Z')
      expect((await api.ask('GET', '/dash/Home', { token })).body).toMatchObject({ total: { totalizador: '01:00:00' } })
      api.time.now = Date.parse('2026-12-01T04:00:00Z')
      expect((await api.ask('GET', '/dash/Home', { token })).body).toMatchObject({ total: { totalizador: '00:00:00' } })
    })

    test('GET /dash/Home returns the person’s own active appointments that are not over, and the open tasks by priority', async () => {
      const { id, token } = await newcomer('Agenda Cheia')
      const other = await newcomer('Outra Agenda')
      await appointment(id, 'Reunião', '2026-11-20T09:00', '2026-11-20T10:00')
      await appointment(id, 'Visita técnica', '2026-11-19T13:00', '2026-11-19T17:00', { clientId: 1348 })
      await appointment(id, 'Treinamento', '2026-11-19T08:00', '2026-11-19T09:00')
      await appointment(id, 'Treinamento', '2026-11-21T08:00', '2026-11-21T09:00', { status: 'I', reversalReason: 'desmarcado' })
      await appointment(other.id, 'Treinamento', '2026-11-21T08:00', '2026-11-21T09:00')
      await api.db.insert(tables.userTasks).values([
        { userId: id, description: 'depois', priorityId: 4 },
        { userId: id, description: 'antes', priorityId: 1 },
        { userId: id, description: 'feita', priorityId: 1, status: 'I' },
        { userId: other.id, description: 'alheia', priorityId: 1 },
      ])
      const { body } = await api.ask('GET', '/dash/Home', { token })
      expect(Home.parse(body)).toMatchObject({
        compromissos: [
          {
            DESCTAREFAEXTERNO: 'Visita técnica',
            CLIENTE: 'Agropecuária Vale do Teles Pires Ltda.',
            DATAINI: '2026-11-19T13:00:00',
            DATAFIM: '2026-11-19T17:00:00',
          },
          { DESCTAREFAEXTERNO: 'Reunião', CLIENTE: null, DATAINI: '2026-11-20T09:00:00', DATAFIM: '2026-11-20T10:00:00' },
        ],
        pendencias: [
          { task: 'antes', priority: 'Urgente' },
          { task: 'depois', priority: 'Baixa' },
        ],
      })
    })

    test('GET /dash/painelOndeEstou returns each person’s current or next appointment of today, except for hidden ones [LGPD 6]', async () => {
      const token = await api.signIn('painel')
      const rowOf = async (name: string) => {
        const { body } = await api.ask('GET', '/dash/painelOndeEstou', { token })
        return z
          .array(z.strictObject(WallRow.shape))
          .parse(body)
          .filter(({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO === name)
      }
      const nothing = { CLIENTE: null, DESCTAREFAEXTERNO: null, DATAINI: null, DATAFIM: null }
      const { id } = await newcomer('Pessoa da Parede')
      await appointment(id, 'Consulta médica', '2026-11-19T14:00', '2026-11-19T16:00')
      await appointment(id, 'Reunião', '2026-11-19T14:00', '2026-11-19T15:00', { status: 'I', reversalReason: 'desmarcada' })
      await appointment(id, 'Reunião', '2026-11-19T13:00', '2026-11-19T14:32')
      await appointment(id, 'Reunião', '2026-11-20T00:00', '2026-11-20T10:00')
      expect(await rowOf('Pessoa da Parede')).toEqual([{ NOMECOMPLETOUSUARIO: 'Pessoa da Parede', ...nothing }])
      await appointment(id, 'Visita comercial', '2026-11-19T23:59', '2026-11-20T01:00', { clientId: 1348 })
      await appointment(id, 'Treinamento', '2026-11-19T17:00', '2026-11-19T18:00', { clientId: 1347 })
      expect(await rowOf('Pessoa da Parede')).toMatchObject([{ DESCTAREFAEXTERNO: 'Treinamento', DATAINI: '2026-11-19T17:00:00' }])
      await appointment(id, 'Implantação SySGrão', '2026-11-17T08:00', '2026-11-21T18:00', { clientId: 1348 })
      expect(await rowOf('Pessoa da Parede')).toMatchObject([
        { DESCTAREFAEXTERNO: 'Implantação SySGrão', CLIENTE: 'Agropecuária Vale do Teles Pires Ltda.' },
      ])
      await appointment(id, 'Reunião', '2026-11-19T14:32', '2026-11-19T15:00')
      expect(await rowOf('Pessoa da Parede')).toEqual([
        {
          NOMECOMPLETOUSUARIO: 'Pessoa da Parede',
          CLIENTE: null,
          DESCTAREFAEXTERNO: 'Reunião',
          DATAINI: '2026-11-19T14:32:00',
          DATAFIM: '2026-11-19T15:00:00',
        },
      ])
      await api.db.update(tables.users).set({ status: 'I' }).where(eq(tables.users.id, id))
      expect(await rowOf('Pessoa da Parede')).toEqual([])
      expect(await rowOf('Painel da Recepção')).toEqual([])
    })

    test('GET /dash/painelOndeEstou returns the people sorted by name', async () => {
      const { body } = await api.ask('GET', '/dash/painelOndeEstou', { token: await api.signIn('painel') })
      const names = z
        .array(WallRow)
        .parse(body)
        .map(({ NOMECOMPLETOUSUARIO }) => NOMECOMPLETOUSUARIO ?? '')
      expect(names.length).toBeGreaterThanOrEqual(28)
      expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare))
    })
  })

  test('an internal error gives a generic message, and the log contains the reason without the request body [16.5.1 16.2.5]', async () => {
    const before = api.log.length
    const token = await api.signIn('supervisor')
    await api.db.execute(sql`alter table clients rename to clients_away`)
    const answer = await api.ask('POST', '/clients', { token, body: clientBody({ nome: 'Nome Secreto' }) })
    await api.db.execute(sql`alter table clients_away rename to clients`)
    expect(answer).toMatchObject({ status: 500, body: { message: 'Falha ao comunicar com o banco de dados!' } })
    expect(api.log).toHaveLength(before + 1)
    expect(api.log[before]).toMatchObject({ level: 'error', call: 'POST /clients', reason: expect.stringContaining('clients') })
    expect(JSON.stringify(api.log)).not.toMatch(/Secreto|Bearer/)
  })
})
