// Tests mail over SMTP to a server that accepts an e-mail, refuses it, asks for a retry, or does not respond after it has accepted the e-mail.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accounts, emissions, issuers, mails } from '../../server/api/db/schema.ts'
import { startIssuing } from '../../server/api/nfse/issuing.ts'
import { onOne } from '../support/api.ts'

interface Got {
  from: string
  to: string[]
  message: string
}

onOne('mail over SMTP', (api) => {
  const got: Got[] = []
  let answer: (() => Error | 'silence' | undefined) | undefined
  const silenced = new Set<() => void>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('ninguem@') ? Object.assign(new Error('mailbox unavailable'), { responseCode: 550 }) : null),
    onData: (stream, session, done) => {
      void text(stream).then((message) => {
        const { mailFrom, rcptTo } = session.envelope
        got.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), message })
        const said = answer?.()
        if (said === 'silence') silenced.forEach((cut) => cut())
        else done(said)
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket) => silenced.add(() => socket.destroy()))
  let issuing: Awaited<ReturnType<typeof startIssuing>>
  let account: typeof accounts.$inferSelect

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as AddressInfo
    issuing = await startIssuing({
      db: api.db,
      batch: 1,
      clock: () => api.time.now,
      mail: `smtp://127.0.0.1:${port}`,
      source: async () => undefined,
      log: () => undefined,
    })
    // Uses an account directly, because issuing a document would send an e-mail that does not belong to these tests.
    const [one] = await api.db.select().from(accounts).where(isNotNull(accounts.cityId)).orderBy(accounts.id).limit(1)
    if (!one) throw new Error('the demo has no account')
    account = one
    const accountId = account.id
    // A mail library that parses this name would find two more addresses in it.
    const name = 'a@evil.example, "B" <c@evil.example>'
    await api.db.update(accounts).set({ name, noteStatus: 2, dueOn: '2026-12-30' }).where(eq(accounts.id, accountId))
    await api.db.insert(emissions).values((['N', 'B'] as const).map((document) => ({ accountId, document, state: 'queued' as const, userId: 2 })))
    issuing.wake()
    await issuing.idle()
    expect(await api.db.$count(emissions, eq(emissions.state, 'queued'))).toBe(0)
    expect(await api.db.$count(mails, inArray(mails.state, ['pending', 'sending']))).toBe(0)
  })
  afterAll(async () => {
    await issuing.stop()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  })
  beforeEach(() => {
    got.length = 0
    answer = undefined
  })

  let count = 0
  const send = async (address: string) => {
    count += 1
    const [mail] = await api.db
      .insert(mails)
      .values({ accountId: account.id, kind: 'D', address, messageId: `<${count}@csnoteweb>` })
      .returning()
    issuing.wake()
    return mail?.id ?? 0
  }
  const stored = async (id: number) => (await api.db.select().from(mails).where(eq(mails.id, id)))[0]
  const becomes = async (id: number, state: string) => {
    await issuing.idle()
    expect((await stored(id))?.state).toBe(state)
  }

  test('an e-mail contains the documents and goes to a single address, even if the customer’s name looks like a list of addresses', async () => {
    const id = await send('contas@cliente.exemplo.com.br')
    await becomes(id, 'sent')
    expect(got).toHaveLength(1)
    expect(got[0]).toMatchObject({ to: ['contas@cliente.exemplo.com.br'] })
    expect(got[0]?.message).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
    // The subject is UTF-8 in quoted-printable encoding, and the body contains the same text.
    expect(got[0]?.message).toMatch(/^Subject: =\?UTF-8\?Q\?Homologa=C3=A7=C3=A3o=2C_sem_valor_/m)
    expect(got[0]?.message).toMatch(/^Homologa=C3=A7=C3=A3o, sem valor\r?$/m)
    const [note] = await api.db
      .select()
      .from(emissions)
      .where(and(eq(emissions.accountId, account.id), eq(emissions.document, 'N')))
    for (const part of [`NFSe-${note?.accessKey}.pdf`, `NFSe-${note?.accessKey}.xml`, 'Boleto-']) expect(got[0]?.message).toContain(part)
  })

  test('the e-mail with a receipt contains the boleto, and does not confirm a payment', async () => {
    const [mail] = await api.db
      .insert(mails)
      .values({ accountId: account.id, kind: 'R', address: 'contas@cliente.exemplo.com.br', messageId: '<receipt@csnoteweb>' })
      .returning()
    issuing.wake()
    await becomes(mail?.id ?? 0, 'sent')
    expect(got[0]?.message).toContain('Boleto-')
    expect(got[0]?.message).not.toContain('NFSe-')
    // Joins the lines, because the quoted-printable encoding breaks long lines.
    expect(got[0]?.message.replaceAll('=\r\n', '')).toMatch(/quita=C3=A7=C3=A3o do boleto/)
  })

  test('an e-mail is sent to nobody if its address is invalid or contains more than one address', async () => {
    for (const address of ['a@b.com\r\nBcc: x@y.com', 'a@b.com, c@d.com', 'a@b.com;c@d.com', 'nada']) {
      const id = await send(address)
      await becomes(id, 'failed')
      expect((await stored(id))?.log).toBe('Endereço inválido.')
    }
    expect(got).toEqual([])
  })

  test('an e-mail that is refused permanently is not tried again', async () => {
    const id = await send('ninguem@cliente.exemplo.com.br')
    await becomes(id, 'failed')
    expect((await stored(id))?.log).toMatch(/^O servidor de e-mail respondeu “550 .*mailbox unavailable.*”\.$/)
    expect(got).toEqual([])
  })

  test('an e-mail that is refused temporarily is sent again later with the same Message-ID', async () => {
    answer = () => Object.assign(new Error('try again'), { responseCode: 451 })
    const id = await send('contas@cliente.exemplo.com.br')
    await becomes(id, 'pending')
    expect((await stored(id))?.attempts).toBe(1)
    expect((await stored(id))?.log).toBe('O servidor de e-mail respondeu “451 try again”. Nova tentativa em 30 s.')
    answer = undefined
    await api.db
      .update(mails)
      .set({ dueAt: sql`now()` })
      .where(eq(mails.id, id))
    issuing.wake()
    await becomes(id, 'sent')
    const names = got.map(({ message }) => /^Message-ID: (.*)$/im.exec(message)?.[1])
    expect(names).toEqual([`<${count}@csnoteweb>`, `<${count}@csnoteweb>`])
  })

  test('an e-mail is not sent again automatically if the server may have accepted it without a confirmation', async () => {
    answer = () => 'silence'
    const id = await send('contas@cliente.exemplo.com.br')
    await becomes(id, 'unsure')
    issuing.wake()
    await send('outra@cliente.exemplo.com.br').then((other) => becomes(other, 'unsure'))
    expect(got.filter(({ to }) => to.includes('contas@cliente.exemplo.com.br'))).toHaveLength(1)
    expect((await stored(id))?.log).toMatch(/^Pode ter sido enviado: o servidor de e-mail não confirmou \([A-Z]+\)\.$/)
  })

  test('an e-mail whose process was killed during the sending gets the state “unsure” and is not sent again', async () => {
    const [killed] = await api.db
      .insert(mails)
      .values({
        accountId: account.id,
        kind: 'D',
        address: 'contas@cliente.exemplo.com.br',
        messageId: '<killed@csnoteweb>',
        state: 'sending',
        leasedUntil: sql`now()`,
      })
      .returning()
    issuing.wake()
    await becomes(killed?.id ?? 0, 'unsure')
    expect(got).toEqual([])
  })

  test('an e-mail fails if the issuer has no e-mail address', async () => {
    const before = await api.db.select().from(issuers)
    await api.db.update(issuers).set({ email: '' })
    const id = await send('contas@cliente.exemplo.com.br')
    await becomes(id, 'failed')
    expect((await stored(id))?.log).toBe('Emitente sem e-mail cadastrado.')
    for (const { id: issuer, email } of before) await api.db.update(issuers).set({ email }).where(eq(issuers.id, issuer))
  })
})

onOne('e-mail to a server that rejects our connection, sign-in or sender', (api) => {
  test.each([
    [
      '535 bad AUTH PLAIN {said}',
      'AUTH',
      'não nos aceita agora (535)',
      /^the mail server rejects our connection, sign-in or sender AUTH PLAIN: 535$/,
    ],
    ['554 not from there', 'greeting', 'não nos aceita agora (554)', /^the mail server rejects our connection, sign-in or sender [a-zA-Z]+: 554$/],
    ['552 too much for today', 'MAIL', 'não nos aceita agora (552)', /^the mail server rejects our connection, sign-in or sender MAIL FROM: 552$/],
    ['', 'nothing', 'não respondeu (ECONNECTION)', /^the mail server does not answer ECONNECTION: ./],
  ])('an e-mail refused with “%s” is tried again and reported to the operator, without the password', async (reply, at, said, told) => {
    const heard: string[] = []
    const stranger = createServer((socket) => {
      socket.setEncoding('latin1').on('error', () => undefined)
      if (at === 'nothing') return socket.destroy()
      socket.write(at === 'greeting' ? `${reply}\r\n` : '220 x\r\n')
      return socket.on('data', (word: string) => {
        heard.push(word)
        if (word.startsWith('EHLO')) socket.write('250-x\r\n250 AUTH PLAIN\r\n')
        else if (word.startsWith(at)) socket.write(`${reply.replace('{said}', word.trim())}\r\n`)
        else socket.write('235 ok\r\n')
      })
    }).listen(0, '127.0.0.1')
    await once(stranger, 'listening')
    const log: string[] = []
    const other = await startIssuing({
      db: api.db,
      batch: 1,
      clock: () => api.time.now,
      mail: `smtp://quem:segredo-smtp@127.0.0.1:${(stranger.address() as AddressInfo).port}`,
      source: async () => undefined,
      log: (line, event) => log.push(`${event} ${line.reason}`),
    })
    try {
      const [account] = await api.db.select().from(accounts).where(isNotNull(accounts.issuerId)).orderBy(accounts.id).limit(1)
      const [mail] = await api.db
        .insert(mails)
        .values({ accountId: account?.id ?? 0, kind: 'D', address: 'contas@cliente.exemplo.com.br', messageId: `<${at}@csnoteweb>` })
        .returning()
      const ofIt = eq(mails.id, mail?.id ?? 0)
      const stored = async () => (await api.db.select().from(mails).where(ofIt))[0]
      other.wake()
      await other.idle()
      const reason = `O servidor de e-mail ${said}. Nova tentativa em 30 s.`
      expect(await stored()).toMatchObject({ state: 'pending', attempts: 1, log: reason })
      expect(log).toEqual([expect.stringMatching(told)])
      if (at === 'AUTH') expect(heard.join('')).toContain(Buffer.from('\0quem\0segredo-smtp').toString('base64'))
      await api.db
        .update(mails)
        .set({ state: 'failed' })
        .where(eq(mails.id, mail?.id ?? 0))
    } finally {
      await other.stop()
      stranger.close()
    }
  })
})
