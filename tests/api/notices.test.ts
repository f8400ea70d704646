// Tests the notices about appointments that somebody else changes, and the mails with them, on both databases.
import { and, eq, gte } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { issuers, notices, noticeSettings, users } from '../../server/api/db/schema.ts'
import { noticeMailer } from '../../server/api/notice-mail.ts'
import { MINUTE } from '../../shared/clock.ts'
import type { Notice } from '../../shared/features/notices.ts'
import { onBoth } from '../support/api.ts'

/** Ids of Bruno Cavalcanti (equipe@), Ana Beatriz Nogueira and the supervisor in the demo company. */
const [BRUNO, ANA, MARINA] = [4, 5, 1]

onBoth('notices', (api) => {
  beforeEach(async () => {
    await api.db.delete(notices)
    await api.db.delete(noticeSettings)
  })
  const ask = async (who: string, method: string, path: string, body?: unknown) => api.ask(method, path, { token: await api.signIn(who), body })
  const times = (day: string, from = '08:00', until = '10:00') => ({ dataIni: day, horaIni: from, dataFim: day, horaFim: until })
  const fields = { colaborador: BRUNO, atividade: 1, status: 'A' }
  const book = async (who: string, body: object) => ((await ask(who, 'POST', '/compromises', { ...fields, ...body })).body as { id: number }).id
  const change = (who: string, id: number, body: object) => ask(who, 'PUT', '/compromises', { ...fields, id, ...body })
  const listOf = async (who: string) => ((await ask(who, 'GET', '/notices')).body as { avisos: Notice[] }).avisos
  const toldTo = async (userId: number) =>
    (await api.db.select().from(notices).where(eq(notices.userId, userId)).orderBy(notices.id)).map(({ kind, startsAt, more }) =>
      [kind, startsAt.slice(0, 10), ...(more ? [more] : [])].join(' '),
    )

  test('whoever is booked, moved, reversed or replaced by somebody else is told, and nobody else', async () => {
    const id = await book('supervisor', { ...times('2031-01-06'), outros: [ANA] })
    await change('supervisor', id, times('2031-01-07'))
    // Saved without a change.
    await change('supervisor', id, times('2031-01-07'))
    await change('supervisor', id, { ...times('2031-01-07'), colaborador: ANA })
    await change('supervisor', id, { ...times('2031-01-07'), colaborador: ANA, status: 'I', motivoEstorno: 'Chuva' })
    expect(await toldTo(BRUNO)).toEqual(['marcou 2031-01-06', 'alterou 2031-01-07', 'passou 2031-01-07'])
    expect(await toldTo(ANA)).toEqual(['marcou 2031-01-06', 'marcou 2031-01-07', 'estornou 2031-01-07'])
    expect(await toldTo(MARINA)).toEqual([])
  })

  test('what people do with their own appointments tells nobody', async () => {
    const id = await book('equipe', times('2031-02-03'))
    await change('equipe', id, times('2031-02-04'))
    expect(await api.db.$count(notices)).toBe(0)
  })

  test('a repetition and a copied week are one notice each, with the number of the others', async () => {
    await book('supervisor', { ...times('2031-03-03'), repete: { unidade: 'semana', intervalo: 1, dias: [1, 3], vezes: 4 } })
    await ask('supervisor', 'POST', '/compromises/copy-week', { colaborador: BRUNO, de: '2031-03-03', para: '2031-04-07' })
    expect(await toldTo(BRUNO)).toEqual(['marcou 2031-03-03 3', 'marcou 2031-04-07 1'])
  })

  test('a notice says who did what, counts as unread until it was read, and is seen by its person alone', async () => {
    await book('supervisor', { ...times('2031-05-05'), atividade: 1 })
    const [first] = await listOf('equipe')
    expect(first).toMatchObject({ tipo: 'marcou', quem: 'Marina Lobato', inicio: '2031-05-05T08:00:00', fim: '2031-05-05T10:00:00', lido: 'N' })
    const unread = async () => ((await ask('equipe', 'GET', '/auth')).body as { avisos: number }).avisos
    expect(await unread()).toBe(1)
    expect(await listOf('financeiro')).toEqual([])
    await ask('financeiro', 'PUT', '/notices', { id: 2, ate: first?.id })
    expect(await unread()).toBe(1)
    await book('supervisor', times('2031-05-06'))
    await ask('equipe', 'PUT', '/notices', { id: BRUNO, ate: first?.id })
    expect(await unread()).toBe(1)
    expect((await listOf('equipe')).map(({ lido }) => lido)).toEqual(['N', 'S'])
  })

  test('mails go to people who want them, at most one in ten minutes, with everything unread that no mail has named', async () => {
    const received: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let text = ''
        stream.on('data', (chunk: Buffer) => (text += String(chunk)))
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    await api.db.update(issuers).set({ email: 'sistema@exemplo.com.br' })
    const mail = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const log: unknown[] = []
    const step = noticeMailer({ db: api.db, clock: () => api.time.now, mail, log: (line) => log.push(line) })
    const run = async () => {
      while (await step());
    }
    await ask('equipe', 'PUT', '/notices/settings', { porEmail: 'S' })
    await book('supervisor', { ...times('2031-06-02'), outros: [ANA] })
    // The company's own jobs also mark notices as sent, so the test waits for them and then resets the marks.
    await api.idle()
    await api.db.update(notices).set({ mailedAt: null })
    await api.db.update(noticeSettings).set({ mailedAt: null })
    await run()
    expect(log).toEqual([])
    expect(received).toHaveLength(1)
    expect(received[0]).toMatch(/^To: Bruno Cavalcanti <equipe@exemplo.com.br>/m)
    await api.db.insert(notices).values(
      ['2031-06-03', '2031-06-04'].map((day) => ({
        userId: BRUNO,
        kind: 'marcou' as const,
        appointmentId: 1,
        byId: MARINA,
        at: new Date(api.time.now),
        description: 'Visita',
        startsAt: `${day}T08:00:00`,
        endsAt: `${day}T09:00:00`,
      })),
    )
    await run()
    expect(received).toHaveLength(1)
    api.time.now += 10 * MINUTE
    await run()
    expect(received).toHaveLength(2)
    expect(received[1]).toMatch(/^Subject: 2 avisos da sua agenda/m)
    await run()
    expect(received).toHaveLength(2)
    // Nothing goes to a person who is inactive by now.
    await api.db
      .update(notices)
      .set({ mailedAt: null })
      .where(and(eq(notices.userId, BRUNO), gte(notices.startsAt, '2031-06-03')))
    await api.db.update(users).set({ status: 'I' }).where(eq(users.id, BRUNO))
    api.time.now += 10 * MINUTE
    await run()
    expect(received).toHaveLength(2)
    await api.db.update(users).set({ status: 'A' }).where(eq(users.id, BRUNO))
  })
})
