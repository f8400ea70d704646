// Tests one's own password and the secret address of the calendar, on both databases.
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appointments, calendarAddresses, users } from '../../server/api/db/schema.ts'
import { messages } from '../../shared/features/account.ts'
import { onBoth, PASSWORD } from '../support/api.ts'

/** Ids of Bruno Cavalcanti (equipe@) and Ana Beatriz Nogueira in the demo company. */
const [BRUNO, ANA] = [4, 5]
const NEW = 'cavalo-bateria-grampo'

onBoth('the own account', (api) => {
  const ask = (token: string, method: string, path: string, body?: unknown) => api.ask(method, path, { token, body })
  const change = (token: string, senhaAtual: string, password: string) =>
    ask(token, 'PUT', '/account/password', { id: 2, senhaAtual, password, passwordConfirma: password })

  test('a new password needs the current one, follows the rules, and ends every other token of the person [6.2.2-3 7.5.1]', async () => {
    const [own, other] = [await api.signIn('financeiro'), await api.signIn('financeiro')]
    expect(await change(own, 'errada-de-todo', NEW)).toMatchObject({ status: 400, body: { message: messages.wrongPassword } })
    expect(await change(own, PASSWORD, PASSWORD)).toMatchObject({ status: 400, body: { message: messages.samePassword } })
    expect(await change(own, PASSWORD, 'financeiro-2026')).toMatchObject({
      status: 400,
      body: { message: 'Essa senha é fácil de adivinhar; escolha outra.' },
    })
    expect((await ask(other, 'GET', '/auth')).status).toBe(200)
    expect(await change(own, PASSWORD, NEW)).toMatchObject({ status: 200 })
    expect([(await ask(own, 'GET', '/auth')).status, (await ask(other, 'GET', '/auth')).status]).toEqual([200, 401])
    expect((await api.ask('POST', '/auth', { body: { email: 'financeiro@exemplo.com.br', password: PASSWORD } })).status).toBe(401)
    expect(await api.signIn('financeiro', NEW)).toEqual(expect.any(String))
  })

  test('the key of a calendar address reads the own calendar and nothing else, until it is renewed or ended', async () => {
    const token = await api.signIn('equipe')
    const make = async () => ((await ask(token, 'PUT', '/calendar-address')).body as { chave: string }).chave
    expect((await ask(token, 'GET', '/calendar-address')).body).toEqual({ desde: null })
    const first = await make()
    expect((await ask(token, 'GET', '/calendar-address')).body).toEqual({ desde: expect.any(String) as string })
    expect((await ask(first, 'GET', '/calendar-feed')).status).toBe(200)
    expect((await ask(first, 'GET', '/auth')).body).toMatchObject({ id: BRUNO })
    for (const [method, path] of [
      ['GET', '/clients'],
      ['GET', '/dash/Home'],
      ['GET', '/calendar-address'],
      ['PUT', '/calendar-address'],
      ['DELETE', '/calendar-address'],
    ] as const)
      expect((await ask(first, method, path)).status, `${method} ${path}`).toBe(401)
    // The database holds no key from which the address could be made.
    const [stored] = await api.db.select().from(calendarAddresses).where(eq(calendarAddresses.userId, BRUNO))
    expect(stored?.hash).not.toContain(first.slice(7, 20))
    const second = await make()
    expect([(await ask(first, 'GET', '/calendar-feed')).status, (await ask(second, 'GET', '/calendar-feed')).status]).toEqual([401, 200])
    await ask(token, 'DELETE', '/calendar-address')
    expect((await ask(second, 'GET', '/calendar-feed')).status).toBe(401)
  })

  test('the calendar has the own appointments of a year before and after today, reversed ones too, each with its last change', async () => {
    const token = await api.signIn('equipe')
    const supervisor = await api.signIn('supervisor')
    const row = (userId: number, day: string) => ({ userId, activityId: 1, startsAt: `${day}T08:00:00`, endsAt: `${day}T09:00:00` })
    const made = await api.db
      .insert(appointments)
      .values([row(BRUNO, '2025-11-18'), row(BRUNO, '2025-11-19'), row(BRUNO, '2027-11-19'), row(BRUNO, '2027-11-20'), row(ANA, '2026-12-24')])
      .returning({ id: appointments.id })
    const [before, first, last, after, another] = made.map(({ id }) => id)
    const times = { dataIni: '2025-11-19', horaIni: '08:00', dataFim: '2025-11-19', horaFim: '09:00' }
    const reversal = { id: first, colaborador: BRUNO, atividade: 1, ...times, status: 'I', motivoEstorno: 'Chuva' }
    expect((await ask(supervisor, 'PUT', '/compromises', reversal)).status).toBe(200)
    const events = (await ask(token, 'GET', '/calendar-feed')).body as { id: number; status: string; versao: number; alterado: string | null }[]
    const ids = events.map(({ id }) => id)
    expect([before, first, last, after, another].map((id) => ids.includes(id ?? 0))).toEqual([false, true, true, false, false])
    expect(events.find(({ id }) => id === first)).toMatchObject({ status: 'I', versao: 2, alterado: expect.stringMatching(/^20\d\d-/) as string })
  })

  test('the address ends with the person', async () => {
    const [supervisor, token] = [await api.signIn('supervisor'), await api.signIn('projetos')]
    const { id } = (await ask(token, 'GET', '/auth')).body as { id: number }
    const { chave } = (await ask(token, 'PUT', '/calendar-address')).body as { chave: string }
    const [user] = (await ask(supervisor, 'GET', `/users/${id}`)).body as Record<string, unknown>[]
    const body = (status: string) => ({ idUser: id, nomeCompleto: user?.['NOMECOMPLETOUSUARIO'], email: user?.['EMAILUSER'], status })
    expect((await ask(supervisor, 'PUT', '/users', body('I'))).status).toBe(200)
    expect((await ask(chave, 'GET', '/calendar-feed')).status).toBe(401)
    // It does not come back with the person.
    await api.db.update(users).set({ status: 'A' }).where(eq(users.id, id))
    expect((await ask(chave, 'GET', '/calendar-feed')).status).toBe(401)
  })
})
