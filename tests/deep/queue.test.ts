// Tests the order in which calls get the database, and calls whose caller has disconnected.
import { connect } from 'node:net'
import { isNotNull, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { clients, menus, users } from '../../server/api/db/schema.ts'
import { onBoth } from '../support/api.ts'
import { clientBody } from '../support/client-samples.ts'
import { realPasswords } from '../support/password-cost.ts'

onBoth('a call', (api, kind) => {
  let supervisor: string
  let other: string
  beforeAll(async () => {
    supervisor = await api.signIn('supervisor')
    other = await api.signIn('projetos')
  })
  const stored = (nome: string) => api.db.$count(clients, sql`name = ${nome}`)

  /** Sends a request on a separate connection. The returned function closes the connection and waits until the API has noticed. */
  async function asking(method: string, path: string, body?: object) {
    const text = body === undefined ? '' : JSON.stringify(body)
    const before = api.inFlight()
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-Channel: ${api.secret}\r\nAuthorization: Bearer ${supervisor}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
    )
    await expect.poll(api.inFlight, { interval: 5 }).toBe(before + 1)
    return async () => {
      socket.destroy()
      await expect.poll(api.inFlight, { interval: 5 }).toBe(before)
    }
  }
  const sessions = (of: ReturnType<typeof sql>) => api.db.$count(sql`pg_stat_activity where datname = current_database() and ${of}`)
  /** `waiting` counts the sessions of the server that wait for a lock, and `busy` counts all other sessions that are not idle. */
  const waiting = () => sessions(sql`wait_event_type = 'Lock'`)
  const busy = () => sessions(sql`state <> 'idle' and pid <> pg_backend_pid()`)

  test('a call that is waiting for the database is not executed if its caller has disconnected [15.4.2 13.2.6]', async () => {
    await api.db.transaction(async (tx) => {
      if (kind === 'server') await tx.execute(sql`lock table users, tokens`)
      await (
        await asking('POST', '/clients', clientBody({ nome: 'Ninguém espera' }))
      )()
    })
    // Sends a later request of the same person. When that request is done, the turn of the earlier one has passed.
    expect((await api.ask('POST', '/clients', { token: supervisor, body: clientBody({ nome: 'Alguém espera' }) })).status).toBe(200)
    if (kind === 'server') await expect.poll(waiting).toBe(0)
    expect([await stored('Ninguém espera'), await stored('Alguém espera')]).toEqual([0, 1])
  })

  // This test needs a server. The embedded database has a single session, so no caller can disconnect while it works.
  if (kind === 'server')
    test('a call that has begun to write is undone if its caller disconnects before the end [15.4.2 13.2.6]', async () => {
      await api.db.transaction(async (tx) => {
        await tx.execute(sql`lock table clients in share mode`)
        const leave = await asking('POST', '/clients', clientBody({ nome: 'Desfeito' }))
        await expect.poll(waiting).toBe(1)
        await leave()
      })
      await expect.poll(busy).toBe(0)
      expect(await stored('Desfeito')).toBe(0)
    })

  describe('a call that hashes a password', () => {
    realPasswords()

    test.each([
      ['signed out', 401, sql`delete from tokens where user_id = 4`],
      ['made inactive', 401, sql`update users set status = 'I', version = version + 1 where id = 4`],
      ['changed', 503, sql`update users set supervisor = 'N', version = version + 1 where id = 4`],
    ])('a waiting call is not executed if its caller is %s in the meantime [7.4.2 8.2.2 15.4.2]', async (what, status, lose) => {
      const token = await api.signIn('equipe')
      const [menu] = await api.db.select({ id: menus.id }).from(menus).where(isNotNull(menus.route)).limit(1)
      const user = (index: number) => ({
        nomeCompleto: 'Presa',
        email: `presa${index}@${what.replace(' ', '-')}.com.br`,
        status: 'A',
        departamento: 3,
        supervisor: 'N',
        password: 'trem bom de senha',
        passwordConfirma: 'trem bom de senha',
        menus: [menu?.id],
      })
      const made = () => api.db.$count(users, sql`name = 'Presa'`)
      const others = await made()
      // Each call waits for its hash outside a transaction, so the lock below does not delay the hash.
      const many = Array.from({ length: 5 }, (_, index) => api.ask('POST', '/users', { token, body: user(index) }))
      await Promise.race(many)
      const before = await api.db.transaction(async (tx) => {
        if (kind === 'server') await tx.execute(sql`lock table users in exclusive mode`)
        await tx.execute(lose)
        return tx.$count(users, sql`name = 'Presa'`)
      })
      const answers = (await Promise.all(many)).map((one) => one.status)
      await api.db.execute(sql`update users set status = 'A' where id = 4`)
      expect([others + answers.filter((one) => one === 200).length, await made()]).toEqual([before, before])
      expect(answers).toContain(status)
    })

    test('the calls of disconnected callers leave the queue for password hashes, and other people can sign in [2.4.1 15.1.3 13.2.6]', async () => {
      const left = { nomeCompleto: 'Ninguém espera', password: 'trem bom de senha', passwordConfirma: 'trem bom de senha' }
      const body = { ...left, status: 'A', departamento: 3, supervisor: 'N', menus: [2] }
      for (let index = 0; index < 40; index += 1) await (await asking('POST', '/users', { ...body, email: `ninguem${index}@exemplo.com.br` }))()
      expect(await api.signIn('projetos')).toEqual(expect.any(String))
      expect((await api.ask('POST', '/clients', { token: supervisor, body: clientBody({ nome: 'Depois dos que foram' }) })).status).toBe(200)
      expect(await api.db.$count(users, sql`name = 'Ninguém espera'`)).toBe(0)
    })
  })

  test('the database answers a call of one person without delay while another person has many calls waiting [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
    let answered = 0
    const held = await api.db.transaction(async (tx) => {
      // In the embedded database the transaction blocks all calls anyway, because it holds the only session.
      if (kind === 'server') await tx.execute(sql`lock table regions`)
      const many = Array.from({ length: 40 }, () => api.ask('GET', '/region', { token: supervisor }).finally(() => (answered += 1)))
      await expect.poll(api.inFlight).toBe(40)
      // Only three calls wait for the lock, because one person may use three of the ten connections.
      if (kind === 'server') await expect.poll(waiting).toBe(3)
      const calm = api.ask('GET', '/cars', { token: other }).then(({ status }) => [status, answered < 20])
      await (kind === 'server' ? calm : expect.poll(api.inFlight).toBe(41))
      return { many, calm }
    })
    expect(await held.calm).toEqual([200, true])
    await Promise.all(held.many)
  })
})
