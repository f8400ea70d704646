// Makes the call of a scene as one person, over real HTTP. The upstream records the requests that reach it.
import { isDeepStrictEqual } from 'node:util'
import { startBff } from '../support/bff.ts'
import { NOW } from '../support/clock.ts'
import { menus, startUpstream } from '../support/upstream.ts'
import { expected, KINDS, menuOf, type KindName } from './golden.ts'
import type { Scene } from './scene.ts'
import { subjects } from './subjects.ts'

const ROUTES = [...new Set([...menuOf.values()].flat())].filter((menu) => menu.startsWith('/'))
/** The requests by which a rule may look up records. Any other request that reaches the upstream is the call itself. */
const LOOK_UPS =
  /^GET \/(track\/check|financial-control-user|(users|compromises|track|financial-control-batch|service-time-control(-mov|-comission)?|user-task)\/\d+)$/

const pathOf = (path: string, scene: Scene) => path.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(scene.path?.[key]))
const sorted = (query = '') => [...new URLSearchParams(query)].map(String).toSorted()
export const isStatus = (value: unknown): value is { status: number } =>
  typeof value === 'object' && value !== null && Object.keys(value).join() === 'status,json'

/** Starts the BFF and the upstream that the scenes need. close() stops both. */
export async function openStage() {
  const upstream = await startUpstream()
  let later = 0
  const bff = await startBff({ upstream: { url: upstream.url }, clock: () => NOW + later })
  const sessions = new Map<string, Promise<string>>()
  const ids = new Map<string, number>()

  /** Returns the session of a person with the menus that `person` and `call` require. Each person signs in only once. */
  function sessionOf(person: string, call: string): { me: number; cookie: Promise<string> | undefined } {
    const [name, only] = person.split(':')
    // peopleOf() builds the text from a KindName, so the cast is safe.
    const { supervisor, departamento, held } = KINDS[name as KindName]
    const own = menuOf.get(call) ?? []
    const routes = only
      ? [only]
      : {
          every: ROUTES,
          none: [],
          wall: ['/painel-onde-estou'],
          without: ROUTES.filter((route) => !own.includes(route)),
          alone: own,
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

  await sessionOf('inactive', '').cookie
  for (const person of upstream.people.values()) person.status = 'I'
  later = 31_000

  return {
    /** The caller's id and the reply of GET /auth, which is undefined if nobody is signed in. */
    personOf: (person: string, call: string) => {
      const { me } = sessionOf(person, call)
      return { id: me, said: upstream.people.get(`p${me}@x.co`) }
    },
    /** Makes the call of a scene. Returns a sentence about the difference from the golden line, or undefined if there is none. */
    play: async (call: string, title: string, person: string): Promise<string | undefined> => {
      const line = expected(call, title, person)
      const { me, cookie } = sessionOf(person, call)
      const presented = await cookie
      const subject = subjects[call]
      const scene = subject?.scenes[title]?.(me)
      if (!subject || !scene) throw new Error(`no scene ${title} of ${call}`)
      const [method = '', template = ''] = call.split(' ')
      const path = pathOf(template, scene)
      upstream.answers.clear()
      const reply = scene.reply ?? subject.reply
      upstream.answers.set(`${method} ${path}`, reply instanceof Uint8Array ? (_req, res) => void res.end(reply) : { json: reply })
      for (const [at, stored] of Object.entries(scene.stored ?? {})) upstream.answers.set(`GET ${at}`, isStatus(stored) ? stored : { json: stored })
      upstream.seen.length = 0

      const response = await bff.call(method, `/api${path}${scene.query ? `?${scene.query}` : ''}`, { cookie: presented, body: scene.body })
      const text = await response.text()
      const { message = '' } = (reply instanceof Uint8Array && response.ok ? {} : JSON.parse(text)) as { message?: string }
      const seen = upstream.calls().map((one) => `${one.method} ${one.url.split('?')[0]}`)
      const itself = seen.filter((one) => !LOOK_UPS.test(one))
      const last = upstream.calls().at(-1)
      const wrong = (what: string) => `${person}: ${what} (golden: ${line.text})`
      if (response.status !== line.status || (line.status !== 200 && line.message && message !== line.message))
        return wrong(`${response.status} ${message}`)
      if (response.status === 200)
        for (const [, word, what = ''] of line.message.matchAll(/(com|sem) ([^,]+)/g))
          if (text.includes(what) !== (word === 'com')) return wrong(text)
      if (response.status !== 200) return itself.length > 0 ? wrong(`refused, yet ${itself.join(', ')}`) : undefined
      if (subject.own) return isDeepStrictEqual(seen, subject.own) ? undefined : wrong(`asked the upstream for ${seen.join(', ') || 'nothing'}`)
      if (seen.at(-1) !== `${method} ${path}` || itself.length > 1) return wrong(`reached the upstream as ${seen.join(', ')}`)
      if (scene.body !== undefined && !isDeepStrictEqual(JSON.parse(last?.body ?? ''), JSON.parse(JSON.stringify(scene.sends ?? scene.body))))
        return wrong(`forwarded ${last?.body}`)
      if (!isDeepStrictEqual(sorted(last?.url.split('?')[1]), sorted(scene.asks ?? scene.query))) return wrong(`forwarded ${last?.url}`)
      return undefined
    },
    close: async () => {
      await bff.stop()
      await upstream.stop()
    },
  }
}
