// permissions.golden, line by line over real HTTP: who may make which call, in which scene. It is written by hand from the law; nothing in it comes from the table.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../shared/calls.ts'
import { subjects } from './permissions/subjects.ts'
import type { Scene } from './permissions/scene.ts'
import { startBff } from './support/bff.ts'
import { menus, startUpstream } from './support/upstream.ts'

const ROUTES = `/clientes /carros /regioes /atividades /usuarios /departamentos /onde-estou /track /mapeamento-projetos /nfse /controle-financeiro
/controle-servicos /consulta-comissoes /dash-sprint /dash-planejado-efetivado /dash-emergentes-projeto /dash-track /dash-track-analytic
/dash-track-projects /dash-financeiro /pendencias-ped /calendario /painel-onde-estou`.split(/\s+/)
/** What a rule may look up (the contract's list); everything else that reaches the upstream is the call itself. */
const LOOK_UPS =
  /^GET \/(track\/check|financial-control-user|(users|compromises|track|financial-control-batch|service-time-control(-mov|-comission)?|user-task)\/\d+)$/

type Held = 'every' | 'none' | 'wall' | 'without' | 'alone'
interface Kind {
  supervisor: unknown
  departamento: unknown
  held: Held
}
const kind = (supervisor: unknown, departamento: unknown, held: Held = 'every'): Kind => ({ supervisor, departamento, held })
const KINDS = {
  anonymous: kind('N', 3, 'none'),
  inactive: kind('S', 4),
  tv: kind('N', 3, 'wall'),
  without: kind('S', 4, 'without'),
  alone: kind('N', 3, 'alone'),
  plain: kind('N', 3),
  S: kind('S', 1),
  D2: kind('N', 2),
  D4: kind('N', 4),
  D5: kind('N', 5),
  L04: kind('N', '04'),
  L4s: kind('N', ' 4'),
  Lnull: kind('N', null),
  Ls: kind('s', 3),
  Ltrue: kind(true, 3),
} satisfies Record<string, Kind>
type KindName = keyof typeof KINDS
// Its keys are what KindName is made of.
const KIND_NAMES = Object.keys(KINDS) as KindName[]

interface Line {
  people: string[]
  scene: string
  status: number
  message: string
  text: string
}
const lines = new Map<string, Line[]>()
const menuOf = new Map<string, string[]>()
for (const text of readFileSync(join(import.meta.dirname, 'permissions.golden'), 'utf8').split('\n')) {
  if (!text || text.startsWith('#')) continue
  const [, call = '', menu] = /^(\S+ \S+) \| menu → (.+)$/.exec(text) ?? []
  if (menu !== undefined) menuOf.set(call, menu.split(' '))
  else {
    const [, name = '', people = '', scene = '', status, message = ''] = /^(\S+ \S+) \| (.+?) \| (.+?) → (\d{3})(?: (.+))?$/.exec(text) ?? []
    if (status === undefined) throw new Error(`permissions.golden: ${text}`)
    lines.set(name, [...(lines.get(name) ?? []), { people: people.split(' '), scene, status: Number(status), message, text }])
  }
}

/** The people who try a call: `alone` once for each of its menus. */
const peopleOf = (call: string) =>
  KIND_NAMES.flatMap((name) => {
    const held = (menuOf.get(call) ?? []).filter((menu) => menu.startsWith('/'))
    return name === 'alone' && held.length > 1 ? held.map((menu) => `alone:${menu}`) : [name]
  })

/** The one line that says what happens: by the person's own name, else by 'alone', else '*'. */
function expected(call: string, scene: string, person: string): Line {
  const here = (lines.get(call) ?? []).filter((line) => line.scene === scene || line.scene === '*')
  for (const name of [person, person.split(':')[0] ?? '', '*']) {
    const found = here.filter((line) => line.people.includes(name))
    if (found.length > 1) throw new Error(`two lines for ${call} | ${person} | ${scene}:\n${found.map(({ text }) => text).join('\n')}`)
    if (found[0]) return found[0]
  }
  throw new Error(`no line for ${call} | ${person} | ${scene}`)
}

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
const sessions = new Map<string, Promise<string>>()
const ids = new Map<string, number>()
let later = 0

/** The session of a person who holds these menus: signed in once. */
function sessionOf(person: string, call: string): { me: number; cookie: Promise<string> | undefined } {
  const [name, only] = person.split(':')
  // peopleOf() makes it of a KindName.
  const { supervisor, departamento, held } = KINDS[name as KindName]
  const own = menuOf.get(call) ?? []
  const routes = {
    every: ROUTES,
    none: [],
    wall: ['/painel-onde-estou'],
    without: ROUTES.filter((route) => !own.includes(route)),
    alone: only ? [only] : own,
  }[held]
  const key = `${name} ${routes.join()}`
  const me = ids.get(key) ?? 1001 + ids.size
  ids.set(key, me)
  const email = `p${me}@x.co`
  if (name === 'anonymous') return { me, cookie: undefined }
  if (!sessions.has(email)) {
    upstream.people.set(email, { id: me, name: person, supervisor, departamento, status: 'A', acessos: menus(...routes) })
    sessions.set(email, bff.signIn(email))
  }
  return { me, cookie: sessions.get(email) }
}

beforeAll(async () => {
  upstream = await startUpstream()
  bff = await startBff({ upstream: { url: upstream.url }, clock: () => Date.now() + later })
  await sessionOf('inactive', '').cookie
  for (const person of upstream.people.values()) person.status = 'I'
  later = 31_000
})
afterAll(async () => {
  await bff.stop()
  await upstream.stop()
})

const pathOf = (path: string, scene: Scene) => path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(scene.path?.[key]))
const sorted = (query = '') => [...new URLSearchParams(query)].map(String).toSorted()
const isStatus = (value: unknown): value is { status: number } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'status,json'

// Who it is, is asked at every call: session.test.ts plays /auth itself.
describe.each(calls.map((row) => row.name).filter((name) => !name.endsWith(' /auth')))('%s', (name) => {
  const [method = '', template = ''] = name.split(' ')
  it('has its menu in the golden file, and its scenes', () => {
    expect(menuOf.has(name)).toBe(true)
    expect(Object.keys(subjects[name]?.scenes ?? {})).toContain('plain')
    const scenes = ['*', ...Object.keys(subjects[name]?.scenes ?? {})]
    expect(lines.get(name)?.filter(({ scene }) => !scenes.includes(scene))).toEqual([])
  })

  it.each(Object.entries(subjects[name]?.scenes ?? {}))('%s', async (title, sceneOf) => {
    const wrong: string[] = []
    for (const person of peopleOf(name)) {
      const line = expected(name, title, person)
      const { me, cookie } = sessionOf(person, name)
      const presented = await cookie
      const scene = sceneOf(me)
      const path = pathOf(template, scene)
      upstream.answers.clear()
      upstream.answers.set(`${method} ${path}`, { json: subjects[name]?.reply })
      for (const [at, stored] of Object.entries(scene.stored ?? {})) upstream.answers.set(`GET ${at}`, isStatus(stored) ? stored : { json: stored })
      upstream.seen.length = 0

      const response = await bff.call(method, `/api${path}${scene.query ? `?${scene.query}` : ''}`, { cookie: presented, body: scene.body })
      const { message = '' } = (await response.json()) as { message?: string }
      const seen = upstream.calls().map((call) => `${call.method} ${call.url.split('?')[0]}`)
      const itself = seen.filter((call) => !LOOK_UPS.test(call))
      const said = (text: string) => wrong.push(`${person}: ${text} (golden: ${line.text})`)
      if (response.status !== line.status || (line.message && message !== line.message)) said(`${response.status} ${message}`)
      if (response.status === 200) {
        const last = upstream.calls().at(-1)
        if (seen.at(-1) !== `${method} ${path}` || itself.length > 1) said(`reached the upstream as ${seen.join(', ')}`)
        if (scene.body !== undefined) expect(JSON.parse(last?.body ?? '')).toEqual(scene.sends ?? scene.body)
        if (scene.query !== undefined) expect(sorted(last?.url.split('?')[1])).toEqual(sorted(scene.query))
      } else if (itself.length > 0) said(`refused, yet ${itself.join(', ')}`)
    }
    expect(wrong).toEqual([])
  })
})

it('names no call that the table does not have', () => {
  const names = new Set<string>(calls.map((row) => row.name))
  expect([...lines.keys(), ...menuOf.keys(), ...Object.keys(subjects)].filter((name) => !names.has(name))).toEqual([])
})
