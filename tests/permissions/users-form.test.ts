// The form of Usuários must offer exactly the changes that the gate allows: for every field, and for every pair of an editing and an edited person.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offers } from '../../shared/features/users.ts'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
const OWN = [1, 2]
const MENUS = [1, 2, 3]
const DEPARTMENTS = [1, 2, 3, 4, 5, 6]
const askers = {
  supervisor: { id: 10, supervisor: 'S', departamento: 1 },
  finance: { id: 11, supervisor: 'N', departamento: 4 },
  projects: { id: 12, supervisor: 'N', departamento: 2 },
  'department 5': { id: 13, supervisor: 'N', departamento: 5 },
  'anybody else': { id: 14, supervisor: 'N', departamento: 3 },
} as const
const records = {
  'a supervisor': { SUPERVISOR: 'S', departamento: 1 },
  finance: { SUPERVISOR: 'N', departamento: 4 },
  projects: { SUPERVISOR: 'N', departamento: 2 },
  'department 5': { SUPERVISOR: 'N', departamento: 5 },
  'anybody else': { SUPERVISOR: 'N', departamento: 3 },
  'nobody’s department': { SUPERVISOR: 'N', departamento: null },
} as const

beforeAll(async () => {
  for (const who of Object.values(askers))
    upstream.people.set(`p${who.id}@x.co`, { ...who, name: `P${who.id}`, status: 'A', acessos: menus('/usuarios') })
  upstream.answers.set('POST /users', { json: { id: 99 } })
  upstream.answers.set('PUT /users', { json: {} })
  bff = await startBff({ upstream: { url: upstream.url } })
})
afterAll(async () => {
  await bff.stop()
})

const same = { nomeCompleto: 'Bia Lima', email: 'bia@x.co', status: 'A' }
const password = { password: 'trem bom de senha', passwordConfirma: 'trem bom de senha' }
type Offers = ReturnType<typeof offers>
interface Change {
  what: string
  body: object
  offered: boolean
}

/** Possible changes. `offered` is true if the form offers the change. */
const changesOf = (form: Offers, supervisor: 'S' | 'N', granted: number[]): Change[] => [
  { what: 'commission', body: { comissao: 5 }, offered: form.comissao },
  { what: 'supervisor', body: { supervisor: supervisor === 'S' ? 'N' : 'S' }, offered: form.supervisor },
  ...DEPARTMENTS.map((departamento) => ({ what: `department ${departamento}`, body: { departamento }, offered: form.departamento(departamento) })),
  ...MENUS.map((menu) => ({
    what: `menu ${menu}`,
    body: { menus: granted.includes(menu) ? granted.filter((one) => one !== menu) : [...granted, menu] },
    offered: form.menu(menu),
  })),
]

describe.each(Object.entries(askers))('the form of Usuários, used by: %s', (_kind, who) => {
  let cookie: string
  beforeAll(async () => {
    cookie = await bff.signIn(`p${who.id}@x.co`)
  })
  const own = { ID: who.id, NOMECOMPLETOUSUARIO: 'Bia Lima', EMAILUSER: 'bia@x.co', departamento: who.departamento, SUPERVISOR: who.supervisor }
  /** Returns the changes that only the form or only the gate allows. */
  const disagreements = async (method: 'POST' | 'PUT', body: object, changes: Change[]) => {
    const wrong: string[] = []
    for (const { what, body: change, offered } of changes) {
      const { status } = await bff.call(method, '/api/users', { cookie, body: { ...body, ...change } })
      if (![200, 403].includes(status) || (status === 200) !== offered) wrong.push(`${what}: ${status}, offered ${offered}`)
    }
    return wrong
  }

  it('the gate allows exactly the fields that the form offers for a new person', async () => {
    upstream.answers.set(`GET /users/${who.id}`, { json: [{ ...own, status: 'A', menus: OWN }] })
    const form = offers(who, OWN, null)
    expect(form).toMatchObject({ open: true, password: true })
    const changes = changesOf(form, 'N', [1, 2]).filter(({ what }) => what !== 'menu 1' && what !== 'menu 2')
    const blank = { ...same, ...password, departamento: 3, supervisor: 'N', menus: [1] }
    expect(await disagreements('POST', blank, [...changes, { what: 'nothing', body: {}, offered: true }])).toEqual([])
  })

  const others = Object.entries(records).map(([what, record]) => [what, { ...own, ...record, ID: 50 }] as const)
  it.each([...others, ['oneself', own] as const])(
    'the gate allows exactly those changes that the form offers for the record of %s',
    async (_what, record) => {
      for (const granted of [OWN, MENUS]) {
        const stored = { ...record, status: 'A' as const, menus: granted }
        upstream.answers.set(`GET /users/${who.id}`, { json: [{ ...own, status: 'A', menus: record === own ? granted : OWN }] })
        upstream.answers.set(`GET /users/${record.ID}`, { json: [stored] })
        const form = offers(who, record === own ? granted : OWN, record)
        const changes = [
          { what: 'nothing', body: {}, offered: true },
          { what: 'name', body: { nomeCompleto: 'Beatriz' }, offered: form.open },
          { what: 'e-mail', body: { email: 'beatriz@x.co' }, offered: form.open },
          { what: 'status', body: { status: 'I' }, offered: form.open },
          { what: 'password', body: password, offered: form.password },
          ...changesOf(form, record.SUPERVISOR, granted),
        ]
        // The stored department is left out, because sending it again is no change.
        const real = changes.filter(({ what }) => what !== `department ${record.departamento}`)
        expect(await disagreements('PUT', { ...same, idUser: record.ID }, real)).toEqual([])
      }
    },
  )
})
