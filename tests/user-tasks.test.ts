// What the drawer's replies hold for whom (the answer rules of the law); who may call is in permissions.golden.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBff } from './support/bff.ts'
import { menus, startUpstream } from './support/upstream.ts'

let upstream: Awaited<ReturnType<typeof startUpstream>>
let bff: Awaited<ReturnType<typeof startBff>>
const ids = { plain: 7, finance: 4, lookalike: 11, supervisor: 1 }
type Who = keyof typeof ids
const cookies = new Map<Who, string>()

beforeAll(async () => {
  upstream = await startUpstream()
  bff = await startBff({ upstream: { url: upstream.url } })
  const rights = { plain: ['N', 3], finance: ['N', 4], lookalike: ['s', 3], supervisor: ['S', 1] } as const
  for (const who of Object.keys(ids) as Who[]) {
    const [supervisor, departamento] = rights[who]
    upstream.people.set(`${who}@x.co`, { id: ids[who], name: who, supervisor, departamento, status: 'A', acessos: menus() })
    cookies.set(who, await bff.signIn(`${who}@x.co`))
  }
})
afterAll(async () => {
  await bff.stop()
  await upstream.stop()
})

const task = {
  CODIGOTAREFA: 5,
  DESCRICAOTAREFA: 'Ligar',
  id_prioridade: 1,
  CODIGO_STATUS: 'A',
  priority: { descricao: 'Urgente' },
}
const priority = [{ id: 1, descricao: 'Urgente' }]
const everybody = Object.values(ids).map((ID) => ({ ID, NOMECOMPLETOUSUARIO: `P${ID}`, EMAILUSER: 'p@x.co' }))
const named = (shown: number[]) => shown.map((ID) => ({ ID, NOMECOMPLETOUSUARIO: `P${ID}` }))

it.each<[Who, number[]]>([
  ['plain', [7]],
  ['finance', [4]],
  ['lookalike', [11]],
  ['supervisor', [7, 4, 11, 1]],
])('%s sees of the people %j, by id and name only [15.3.1 14.2.6]', async (who, shown) => {
  const own = { ...task, CODIGO_USUARIO: ids[who] }
  const asked = async (path: string, json: object) => {
    upstream.answers.set(`GET ${path.split('?')[0]}`, { json })
    return (await bff.call('GET', `/api${path}`, { cookie: cookies.get(who) })).json()
  }
  expect(await asked(`/user-task?request=data&id=${ids[who]}`, { users: everybody, priority })).toEqual({ users: named(shown), priority })
  expect(await asked(`/user-task?request=grid&id=${ids[who]}&typeOf=open`, { users: everybody, userTasks: [own] })).toEqual({
    users: named(shown),
    userTasks: [own],
  })
  expect(await asked('/user-task/5', { users: everybody, priority, task: own })).toEqual({ users: named(shown), priority, task: own })
})
