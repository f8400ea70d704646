// Set-up for tests of sessions that end: BFFs in front of an upstream that is new in each test, with a clock that the test controls.
import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach } from 'vitest'
import { DEADLINES } from '../../server/bff/upstream.ts'
import { startBff } from './bff.ts'
import { menus, startUpstream } from './upstream.ts'

export const KEY = 'YzJhOTNkZTQ1Njc4OTBhYmNkZWYxMjM0NTY3ODkwYWI'
const kept = { ...DEADLINES }

export type Bff = Awaited<ReturnType<typeof startBff>>

export function sessionsOfAna() {
  const started: Bff[] = []
  const at = {
    upstream: {} as Awaited<ReturnType<typeof startUpstream>>,
    now: Date.parse('2026-11-21T12:00:00Z'),
    /**
     * The person who signs in. Each test changes the id, because the sessions stay in the shared Redis, where an eleventh session would end the
     * first.
     */
    person: { id: 2000, name: 'Ana Lima', supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') },
  }

  beforeEach(async () => {
    at.upstream = await startUpstream()
    at.person = { ...at.person, id: at.person.id + 1 }
    at.upstream.people.set('ana@x.co', at.person)
    at.upstream.answers.set('GET /clients', { json: [] })
  })
  afterEach(async () => {
    Object.assign(DEADLINES, kept)
    await Promise.all(started.splice(0).map((bff) => bff.stop()))
    await at.upstream.stop()
  })

  return {
    at,
    started,
    /** Starts a BFF. Without `env`, the BFF runs alone and keeps its sessions in a new folder. */
    start: async (env: Record<string, string> = {}) => {
      const bff = await startBff({ upstream: { url: at.upstream.url }, clock: () => at.now, env: { SESSION_SECRET: KEY, ...env } })
      started.push(bff)
      return bff
    },
    clients: (cookie: string, bff: Bff) => bff.call('GET', '/api/clients', { cookie }).then(({ status }) => status),
    signOut: (cookie: string, bff: Bff) => bff.call('POST', '/api/logout', { cookie }),
    /** Holds back the upstream's replies to `call`. The returned list gets a function for each held reply, which sends it. */
    hold: (call: string, json: object) => {
      const held: (() => void)[] = []
      const send = (res: ServerResponse) => res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json))
      at.upstream.answers.set(call, (_req, res) => void held.push(() => send(res)))
      return held
    },
    /** Gives Ana the right to set passwords. Returns the body that sets her own password. */
    setting: () => {
      const { upstream, person } = at
      upstream.people.set('ana@x.co', { ...person, acessos: menus('/clientes', '/usuarios') })
      upstream.answers.set(`GET /users/${person.id}`, {
        json: [{ ID: person.id, NOMECOMPLETOUSUARIO: 'Ana', EMAILUSER: 'ana@x.co', departamento: 3, SUPERVISOR: 'N', status: 'A', menus: [1] }],
      })
      const password = 'trem bom de senha'
      return { idUser: person.id, nomeCompleto: 'Ana', email: 'ana@x.co', status: 'A', password, passwordConfirma: password }
    },
  }
}
