// Tests which parts of the drawer's replies each person gets, by the cuts in the table of calls. permissions.golden tests who may call.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { onBoth } from '../support/api.ts'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
const ids = { plain: 7, finance: 4, lookalike: 11, supervisor: 1 }
type Who = keyof typeof ids
const cookies = new Map<Who, string>()

beforeAll(async () => {
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
])('the reply for %s contains only the people %j, and only the id and name of each [15.3.1 14.2.6]', async (who, shown) => {
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

it.each<[string, number | undefined, number | undefined, number, number | undefined]>([
  ['a missing version is replaced by the stored version', undefined, 5, 200, 5],
  ['the stored version is forwarded', 5, 5, 200, 5],
  ['another version is refused', 4, 5, 409, undefined],
  ['a version is forwarded if none is stored', 4, undefined, 200, 4],
])(
  'the version of a change decides whether the change is forwarded or refused: %s [15.4.2 2.3.1-4]',
  async (_what, versao, stored, status, forwarded) => {
    upstream.answers.set('GET /user-task/5', { json: { users: [], priority, task: { ...task, CODIGO_USUARIO: ids.plain, versao: stored } } })
    upstream.answers.set('PUT /user-task', { json: {} })
    upstream.seen.length = 0
    const body = { id: 5, versao, descricao: 'Ligar', idPrioridade: 1, idStatus: 'A' }
    expect((await bff.call('PUT', '/api/user-task', { cookie: cookies.get('plain'), body })).status).toBe(status)
    const sent = upstream.seen.filter(({ method }) => method === 'PUT').map((one) => (JSON.parse(one.body) as { versao?: number }).versao)
    expect(sent).toEqual(status === 200 ? [forwarded] : [])
  },
)

onBoth('tasks in the API', (api) => {
  let [plain, supervisor] = ['', '']
  const [MARINA, BRUNO] = [1, 4]
  beforeAll(async () => {
    ;[plain, supervisor] = [await api.signIn('equipe'), await api.signIn('supervisor')]
  })
  interface Tasks {
    users: { NOMECOMPLETOUSUARIO: string }[]
    userTasks: { CODIGOTAREFA: number; DESCRICAOTAREFA: string; id_prioridade: number }[]
  }
  const list = async (token: string, owner: number, typeOf?: string) =>
    (await api.ask('GET', `/user-task?request=grid&id=${owner}${typeOf ? `&typeOf=${typeOf}` : ''}`, { token })).body as Tasks
  const sent = { descricao: 'Ligar', idPrioridade: 2, idUsuario: BRUNO, idStatus: 'A' }

  it('GET /user-task lists the tasks by priority, and GET /auth contains the number of open tasks', async () => {
    for (const idPrioridade of [4, 1, 3]) await api.ask('POST', '/user-task', { token: plain, body: { ...sent, idPrioridade } })
    const { userTasks, users } = await list(plain, BRUNO)
    expect(new Set(userTasks.map((each) => each.id_prioridade)).size).toBeGreaterThanOrEqual(3)
    expect(userTasks.map((each) => each.id_prioridade)).toEqual(userTasks.map((each) => each.id_prioridade).toSorted((a, b) => a - b))
    expect(users.length).toBeGreaterThan(20)
    expect((await api.ask('GET', '/auth', { token: plain })).body).toMatchObject({ atividades: userTasks.length })
    expect(await api.ask('GET', `/user-task?request=data&id=${BRUNO}`, { token: plain })).toMatchObject({
      body: { priority: [{ id: 1, descricao: 'Urgente' }, { descricao: 'Alta' }, { descricao: 'Normal' }, { descricao: 'Baixa' }] },
    })
  })

  it('POST, GET, PUT and PATCH /user-task create, return, change and toggle a task; an outdated version is refused with 409', async () => {
    const { status, body } = await api.ask('POST', '/user-task', { token: plain, body: sent })
    expect(status).toBe(200)
    const { id } = body as { id: number }
    const path = `/user-task/${id}`
    expect(await api.ask('GET', path, { token: plain })).toMatchObject({
      body: {
        task: { DESCRICAOTAREFA: 'Ligar', id_prioridade: 2, CODIGO_USUARIO: BRUNO, CODIGO_STATUS: 'A', priority: { descricao: 'Alta' }, versao: 1 },
      },
    })
    const change = { ...sent, id, descricao: 'Ligar já', versao: 1 }
    expect(await api.ask('PUT', '/user-task', { token: plain, body: change })).toMatchObject({ status: 200, body: {} })
    expect(await api.ask('PUT', '/user-task', { token: plain, body: change })).toMatchObject({ status: 409 })
    expect(await api.ask('PATCH', path, { token: plain })).toMatchObject({ status: 200, body: { CODIGO_STATUS: 'I' } })
    expect((await list(plain, BRUNO, 'closed')).userTasks.map((each) => each.CODIGOTAREFA)).toContain(id)
    expect((await list(plain, BRUNO)).userTasks.map((each) => each.CODIGOTAREFA)).not.toContain(id)
    expect(await api.ask('PATCH', path, { token: supervisor })).toMatchObject({ body: { CODIGO_STATUS: 'A' } })
  })

  it('the SQL statement itself filters out other people’s tasks unless the caller is a supervisor', async () => {
    const theirs = (await list(supervisor, MARINA)).userTasks[0]?.CODIGOTAREFA ?? 0
    expect((await list(plain, MARINA)).userTasks).toEqual([])
    for (const [method, path, body] of [
      ['GET', `/user-task/${theirs}`],
      ['PATCH', `/user-task/${theirs}`],
      ['PUT', '/user-task', { ...sent, id: theirs }],
    ] as const) {
      const { status } = await api.ask(method, path, { token: plain, body })
      expect([404, 409], method).toContain(status)
    }
    expect((await list(supervisor, MARINA)).userTasks.map((each) => each.CODIGOTAREFA)).toContain(theirs)
  })

  it('a list contains the newest thousand tasks, and a person can have at most a thousand open tasks [2.4.1 15.1.3]', async () => {
    const { id } = (await api.ask('POST', '/user-task', { token: plain, body: { ...sent, idStatus: 'I' } })).body as { id: number }
    await api.db.transaction(async (tx) => {
      for (const status of ['A', 'I'])
        await tx.execute(
          sql`insert into user_tasks (user_id, description, priority_id, status) select ${BRUNO}, 'Muitas', 3, ${status} from generate_series(1, 1000)`,
        )
      await tx.execute(sql`delete from user_tasks where user_id = ${BRUNO} and status = 'A' and description <> 'Muitas'`)
    })
    const full = { status: 409, body: { message: 'Essa pessoa já tem 1.000 tarefas abertas. Conclua alguma antes.' } }
    expect(await api.ask('POST', '/user-task', { token: plain, body: sent })).toMatchObject(full)
    expect(await api.ask('PATCH', `/user-task/${id}`, { token: plain })).toMatchObject(full)
    expect(await api.ask('PUT', '/user-task', { token: plain, body: { ...sent, id } })).toMatchObject(full)
    expect(await api.ask('POST', '/user-task', { token: plain, body: { ...sent, idStatus: 'I' } })).toMatchObject({ status: 200 })
    const closed = (await list(plain, BRUNO, 'closed')).userTasks
    expect([closed.length, closed.some((each) => each.CODIGOTAREFA === id), (await list(plain, BRUNO)).userTasks.length]).toEqual([1000, false, 1000])
    await api.db.execute(sql`delete from user_tasks where description = 'Muitas'`)
  })

  it('a request with an unknown task, priority or person is refused with a message', async () => {
    expect(await api.ask('GET', '/user-task/999999', { token: plain })).toMatchObject({
      status: 404,
      body: { message: 'Registro não encontrado.' },
    })
    expect(await api.ask('POST', '/user-task', { token: plain, body: { ...sent, idPrioridade: 9 } })).toMatchObject({
      status: 400,
      body: { message: 'Prioridade não encontrada. Escolha uma da lista.' },
    })
    expect(await api.ask('POST', '/user-task', { token: supervisor, body: { ...sent, idUsuario: 9999 } })).toMatchObject({
      status: 400,
      body: { message: 'Colaborador não encontrado. Escolha um da lista.' },
    })
  })
})
