// The requests of the office: sent as a browser sends them, but without tags, timed, and judged.
import { setTimeout } from 'node:timers/promises'

/** Pause in ms before a person repeats a request without an answer. */
const AGAIN = 1_000
/** Status of a lost connection. A 502, 503 or 504 says as little about the outcome as a lost connection does. */
const LOST = 0
const UNANSWERED = [LOST, 502, 503, 504]

export interface Person {
  id: number
  name: string
  email: string
  /** Each person has a separate address, as behind a proxy, because sign-ins are limited per address. */
  address: string
  cookie: string
  /** The path of each record that this person has saved, and what must be in it. */
  saved: Map<string, string>
}

/** A reply, whether or not it is a success. */
export interface Reply {
  status: number
  text: string
  location: string | null
  cookie: string
}

export type Traffic = ReturnType<typeof createTraffic>

export function createTraffic(url: string) {
  /** Times in ms of the answered requests. A save is a request that changes a record. */
  const times: Record<'read' | 'save' | 'signIn', number[]> = { read: [], save: [], signIn: [] }
  const wrong: string[] = []
  const counts = { unanswered: 0, unansweredSaves: 0, signedOut: 0 }
  /** Number of requests without an answer, by status and path. */
  const lost = new Map<string, number>()

  function noteLost(status: number, method: string, path: string) {
    const what = `${status} ${method} ${path.replace(/\d+$|\?.*/, '')}`
    lost.set(what, (lost.get(what) ?? 0) + 1)
  }

  async function ask(person: Person, method: string, path: string, kind: keyof typeof times, body?: object, key?: string): Promise<Reply> {
    const begun = performance.now()
    try {
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          cookie: person.cookie,
          'x-forwarded-for': person.address,
          ...(person.id > 0 && path.startsWith('/api') && { 'x-person': String(person.id) }),
          ...(method !== 'GET' && { 'x-csrf': '1' }),
          ...(body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { status, headers } = response
      const text = await response.text()
      if (!UNANSWERED.includes(status)) times[kind].push(performance.now() - begun)
      else noteLost(status, method, path)
      const cookie = headers.getSetCookie().find((one) => /^csnoteweb=./.test(one))
      return { status, text, location: headers.get('location'), cookie: cookie?.split(';')[0] ?? '' }
    } catch {
      noteLost(LOST, method, path)
      return { status: LOST, text: '', location: null, cookie: '' }
    }
  }

  /** Notes an answer that is not as expected. */
  function judge(fits: boolean, person: Person, what: string, { status, text, location }: Reply) {
    if (fits) return
    if (status === 401 || location === '/') counts.signedOut += 1
    wrong.push(`${person.name}, ${what}: ${status} ${location ?? text.slice(0, 200)}`)
  }

  /** Sends a request that changes nothing until it is answered. */
  async function read(person: Person, path: string, fits: (text: string) => boolean, body?: object): Promise<string> {
    const reply = await ask(person, body ? 'POST' : 'GET', path, 'read', body)
    if (UNANSWERED.includes(reply.status)) {
      counts.unanswered += 1
      await setTimeout(AGAIN)
      return read(person, path, fits, body)
    }
    judge(reply.status === 200 && fits(reply.text), person, path, reply)
    return reply.text
  }

  /**
   * Sends a save until it is confirmed. A creating call carries an idempotency key, so a repetition creates nothing more. A repeated change may be
   * refused because the first attempt was stored; as in our forms, `isStored` then decides. Returns the answer of the call, empty in that case.
   */
  async function save(person: Person, call: string, body: object, isStored?: () => Promise<boolean>): Promise<{ id?: number }> {
    const [method = '', path = ''] = call.split(' ')
    const key = method === 'POST' ? crypto.randomUUID() : undefined
    for (let lost = false; ; lost = true) {
      const reply = await ask(person, method, `/api${path}`, 'save', body, key)
      if (reply.status === 200) return JSON.parse(reply.text) as { id?: number }
      if (!UNANSWERED.includes(reply.status)) {
        judge(lost && reply.status === 409 && (await isStored?.()) === true, person, call, reply)
        return {}
      }
      counts.unansweredSaves += 1
      await setTimeout(AGAIN)
    }
  }

  /** Signs a person in with the form, and keeps the cookie. */
  async function signIn(person: Person, password: string) {
    const reply = await ask(person, 'POST', '/api/auth', 'signIn', { email: person.email, password })
    if (UNANSWERED.includes(reply.status)) {
      counts.unanswered += 1
      await setTimeout(AGAIN)
      return signIn(person, password)
    }
    judge(reply.status === 200, person, 'sign-in', reply)
    person.cookie = reply.cookie
    if (reply.status === 200) person.id = (JSON.parse(reply.text) as { id: number }).id
  }

  return { times, wrong, counts, lost, read, save, signIn }
}
