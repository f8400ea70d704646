// Fifty simultaneous people behind one BFF. Every upstream response contains the name of its person ('pessoa0007') and is a little delayed. No name
// may reach another person.
import { random } from '../../server/api/db/demo-days.ts'
import { clientBody, clientRow } from './client-samples.ts'
import { NOW } from './clock.ts'
import { menus, startUpstream } from './upstream.ts'

export const PEOPLE = 50

const nameOf = (id: number) => `pessoa${String(id).padStart(4, '0')}`
const isOnly = (name: string, text: string) => {
  const named = text.match(/pessoa\d{4}/g) ?? []
  return named.length > 0 && named.every((one) => one === name)
}
const emptyHome = { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] }

const delay = random('delays of a crowd')
/** Starts the upstream. `late` returns the delay of a response in ms. */
export async function startCrowdUpstream(late = () => delay() * 5) {
  const upstream = await startUpstream()
  // Requests are not recorded, because so many would fill the memory.
  upstream.seen.push = () => 0
  /** Sets the response for the person who owns the token. If the request body names another person, the response is 409, which no visit expects. */
  const answer = (call: string, json: (who: { id: number; name: string }, body: string) => unknown) =>
    upstream.answers.set(call, (req, res, body) => {
      const id = Number(/pessoa(\d{4})@/.exec(req.headers.authorization ?? '')?.[1])
      const who = { id, name: nameOf(id) }
      const status = body === '' || isOnly(who.name, body) ? 200 : 409
      setTimeout(() => res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json(who, body))), late())
    })
  const person = (id: number) => ({ id, name: nameOf(id), supervisor: 'N', departamento: 3, status: 'A', acessos: menus('/clientes') })
  for (let id = 1; id <= PEOPLE; id += 1) {
    upstream.people.set(`${nameOf(id)}@x.co`, person(id))
    answer(`GET /clients/${id}`, ({ name }) => [clientRow(id, name)])
    answer(`GET /user-task/${id}`, ({ name }) => ({
      users: [{ ID: id, NOMECOMPLETOUSUARIO: name }],
      priority: [],
      task: { CODIGOTAREFA: id, DESCRICAOTAREFA: '', id_prioridade: null, CODIGO_USUARIO: id, CODIGO_STATUS: 'A', priority: null },
    }))
  }
  answer('GET /auth', ({ id }) => person(id))
  answer('GET /dash/Home', ({ name }) => ({ ...emptyHome, pendencias: [{ task: name, priority: 'Alta' }] }))
  answer('GET /clients', ({ name }) => Array.from({ length: 20 }, (_, i) => clientRow(i + 1, name)))
  answer('POST /clients', (_who, body) => clientRow(1, (JSON.parse(body) as { nome: string }).nome))
  answer('PUT /user-task', () => ({}))
  return upstream
}

interface Member {
  id: number
  name: string
  cookie: string
}

/** Signs in all members of the crowd at a BFF. */
export const enter = (url: string) =>
  Promise.all(
    Array.from({ length: PEOPLE }, async (_, index): Promise<Member> => {
      const name = nameOf(index + 1)
      const response = await fetch(`${url}/api/auth`, {
        method: 'POST',
        headers: { 'x-csrf': '1', 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${name}@x.co`, password: 'senha' }),
      })
      if (response.status !== 200) throw new Error(`sign-in: ${response.status}`)
      return { id: index + 1, name, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
    }),
  )

interface Visit {
  method?: string
  path: string
  body?: unknown
  /** Expected status. A 200 response must contain the caller's name unless `silent` is true. */
  status?: number
  silent?: true
}

const task = { descricao: '', idPrioridade: 1, idStatus: 'A' }
const colleague = (id: number) => (id % PEOPLE) + 1
const PAGES: ((me: Member) => Visit)[] = [() => ({ path: '/home' }), () => ({ path: '/clientes' })]
const CALLS: ((me: Member) => Visit)[] = [
  () => ({ path: '/api/auth' }),
  () => ({ path: '/api/dash/Home' }),
  () => ({ path: '/api/clients' }),
  ({ id }) => ({ path: `/api/clients/${id}` }),
  ({ name }) => ({ method: 'POST', path: '/api/clients', body: clientBody({ nome: name }) }),
  // The rule of this call needs a look-up before the call is forwarded.
  ({ id }) => ({ path: `/api/user-task/${id}` }),
  ({ id, name }) => ({ method: 'PUT', path: '/api/user-task', body: { ...task, id, descricao: name }, silent: true }),
  // The BFF refuses these calls because of the stored record, the body, the menu and the input, in this order.
  ({ id }) => ({ path: `/api/user-task/${colleague(id)}`, status: 403 }),
  ({ id, name }) => ({ method: 'POST', path: '/api/user-task', body: { ...task, id: 0, descricao: name, idUsuario: colleague(id) }, status: 403 }),
  () => ({ path: '/api/cars', status: 403 }),
  () => ({ path: '/api/clients/0', status: 400 }),
]

interface Visiting {
  atOnce: number
  /** Share of the visits that load a page instead of making a call. */
  pages: number
  /** Visits continue as long as this function returns true. */
  more: () => boolean
  chance?: () => number
  /** Wraps each visit, so that a benchmark can measure the visit. */
  around?: (visit: () => Promise<void>) => Promise<void>
}

/** Makes simultaneous visits of random members. Returns the wrong responses and the number of all responses. */
export async function interleave(
  url: string,
  members: Member[],
  { atOnce, pages, more, chance = random('visits'), around = (visit) => visit() }: Visiting,
) {
  const wrong: string[] = []
  let answers = 0
  const one = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)] as T
  const visit = async () => {
    const me = one(members)
    const { method = 'GET', path, body, status = 200, silent } = one(chance() < pages ? PAGES : CALLS)(me)
    try {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: { cookie: me.cookie, ...(method !== 'GET' && { 'x-csrf': '1', 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const fits = response.status === status && (status !== 200 || silent || isOnly(me.name, text))
      if (!fits) wrong.push(`${me.name}, ${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    } catch (error) {
      wrong.push(`${me.name}, ${method} ${path}: ${String(error)}`)
    }
    answers += 1
  }
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (more()) await around(visit)
    }),
  )
  return { wrong, answers }
}

/**
 * Makes `requests` visits by all members through one BFF, in an order derived from the seed. The clock advances, so that the BFF keeps looking up
 * each person in the upstream.
 */
export async function crossings(requests: number, seed: number) {
  const { startBff } = await import('./bff.ts')
  const upstream = await startCrowdUpstream()
  let now = NOW
  const bff = await startBff({ upstream: { url: upstream.url }, clock: () => now })
  let asked = 0
  const more = () => {
    if (asked % 500 === 0) now += 31_000
    return ++asked <= requests
  }
  // Only few visits run at a time, so that no page waits too long for a rendering slot.
  const visits = { atOnce: 15, pages: 0.2, more, chance: random(String(seed)) }
  const { wrong, answers } = await interleave(bff.url, await enter(bff.url), visits)
  await bff.stop()
  await upstream.stop()
  return { wrong, answers }
}
