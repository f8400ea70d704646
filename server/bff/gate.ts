// The gate: match, session, menu, input, rule; and on the way back: reply, cut. Every road to the upstream leads through it.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Me } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { failure, messages } from '../../shared/messages.ts'
import { IdText, lines } from '../../shared/wire.ts'
import '../../shared/issues.ts'
import type { Log } from '../log.ts'
import { decide, foresee, reduce } from './decide.ts'
import { lackingOf } from './drift.ts'
import { asRefusal, fieldsOf, Refusal, short } from './errors.ts'
import type { Metrics } from './metrics.ts'
import type { Principal } from './session.ts'
import { DEADLINES, jsonOf, parsed, type Answer, type Upstream } from './upstream.ts'
import { say } from './words.ts'

/** Characters of a token: a shorter one may stand in any text by chance. */
const TELLING = 16
/** How often a call is judged anew because the person changed meanwhile. */
const ROUNDS = 3

/** What a browser, or a page, hands over: nothing in it is believed. */
export interface Raw {
  path: Record<string, string>
  query: URLSearchParams
  /** Read only after the menu is held. */
  body: () => Promise<unknown>
}

/** A call that may go, in whose name: its canonical path and its body, built from what was judged. */
export interface Allowed {
  row: Row
  principal: Principal
  url: string
  body: Uint8Array | undefined
  /** The same, as it was judged. */
  judged: { path: Record<string, number>; query: unknown; body: unknown }
}

/** In whose name a read is asked for a page or an answer of our own. */
export interface Asking {
  /** Says it whenever it is asked; throws 401 when nobody is there any more. */
  who: () => Promise<Principal>
  requestId: string
  path?: Record<string, number>
  /** As an address has it, without its question mark. */
  query?: string
  body?: unknown
  /** Whoever it is for has gone. */
  signal?: AbortSignal
}

export type Gate = ReturnType<typeof createGate>

export function createGate({ calls, upstream, log, metrics }: { calls: readonly Row[]; upstream: Upstream; log: Log; metrics: Metrics }) {
  const rows = new Map(calls.map((row) => [row.name as string, row]))
  const lacking = new Map(calls.map((row) => [row.name, lackingOf(row.reply)]))
  /** The fields that were told of, by their call. */
  const told = new Set<string>()

  /** A stored record, with the person's own token. Missing: 404. Not answered or not of its schema: 502. */
  async function stored(principal: Principal, name: string, id: number | undefined): Promise<unknown> {
    const row = rows.get(name)
    if (!row) throw new Error(`A rule reads ${name}, which is not in the table`)
    if (id === undefined && row.path.includes('{')) throw new Refusal(404, messages.notFound, { reason: `look-up ${name}: no id` })
    const answer = await upstream.ask('GET', fill(row.path, id), principal.token, DEADLINES.lookUp, { forRule: true })
    if (answer.status === 404) throw new Refusal(404, messages.notFound, { reason: `look-up ${name}: missing` })
    if (answer.status === 501) throw notYet(`look-up ${name}`)
    if (answer.status !== 200) throw new Refusal(502, failure(502), { reason: `look-up ${name}: ${answer.status}` })
    return parseReply(row, answer.body)
  }

  /** Judges a call. `who` is asked again whenever time has passed; `charge` counts what is allowed. Throws the Refusal: 401 session, 403 menu, 400 input, 403 or 409 rule. */
  async function allow(row: Row, who: () => Promise<Principal>, raw: Raw, charge?: (allowed: Allowed) => Promise<void>): Promise<Allowed> {
    holds(row, await who())
    const path = parse(PATH, raw.path, false)
    const asked = parse(queryOf(row), entries(raw.query), false)
    const body = row.method === 'GET' ? undefined : parse(bodyOf(row), await raw.body(), true)
    // A body may be held for half a minute, a look-up takes its time: who was judged must still be who it is when the call goes.
    for (let round = 0; round < ROUNDS; round += 1) {
      const principal = await who()
      holds(row, principal)
      const query = withOwnId(row, asked, principal.me)
      const judged = { path, query, body: await ruled(row, principal, path, query, body) }
      const ids = Object.values(path)
      const search = encode(query)
      const allowed = {
        row,
        principal,
        url: row.path.replace(/\{\w+\}/g, () => String(ids.shift())) + (search && `?${search}`),
        body: judged.body === undefined ? undefined : Buffer.from(JSON.stringify(judged.body)),
        judged,
      }
      if (round === 0) await charge?.(allowed)
      if (isSame(await who(), principal)) return allowed
    }
    throw new Refusal(503, messages.unavailable, { reason: 'rights change faster than they can be judged', headers: { 'Retry-After': '1' } })
  }

  /** What was answered is for who asked, as they were judged: 401 when the session ended meanwhile, 503 when the person was changed. */
  async function mustStillBe(who: () => Promise<Principal>, principal: Principal): Promise<void> {
    if (!isSame(await who(), principal))
      throw new Refusal(503, messages.unavailable, { reason: 'changed while it was answered', headers: { 'Retry-After': '1' } })
  }

  /** The body that the rule lets through: with the version of the stored record that it judged. */
  async function ruled(row: Row, principal: Principal, path: Record<string, number>, query: unknown, body: unknown): Promise<unknown> {
    if (!row.rule) return body
    const read = (name: string, id: number | undefined) => stored(principal, name, id)
    const { verdict, known } = await decide(row.rule, { me: principal.me, path, query, body, read })
    if (typeof verdict === 'object') throw new Refusal(verdict.status, verdict.message, { reason: `rule: ${say(verdict.clause)}` })
    if (verdict !== 'allowed') throw new Refusal(403, messages.denied, { reason: 'rule: undecided' })
    const versao = row.judged && known(row.judged)
    if (versao === undefined) return body
    // A row that names a version has an object with `versao` for its body.
    const sent = (body ?? {}) as { versao?: number | undefined }
    if (sent.versao !== undefined && sent.versao !== versao) throw new Refusal(409, messages.changedElsewhere, { reason: 'version' })
    return { ...sent, versao }
  }

  function parseReply(row: Row, bytes: Buffer): unknown {
    const answer = jsonOf(bytes)
    const reply = parsed(row.reply, answer)
    if (reply?.success) {
      noteDrift(row, answer)
      return reply.data
    }
    const field = short(reply?.error.issues[0]?.path.join('.') ?? '')
    metrics.drift.inc({ call: row.name })
    log.error({ call: row.name, field }, 'reply not of its schema')
    throw new Refusal(502, failure(502), { reason: `reply: ${field}` })
  }

  /** Counts a reply that lacks what is only shown, and says which field, once. */
  function noteDrift({ name: call }: Row, answer: unknown) {
    const fields = [...(lacking.get(call)?.(answer) ?? [])]
    if (fields.length === 0) return
    metrics.drift.inc({ call })
    for (const field of fields) {
      const which = `${call} ${field}`
      if (!told.has(which)) log.warn({ call, field }, 'reply without what is shown')
      told.add(which)
    }
  }

  /** What the browser gets of an upstream's answer: the row's fields, less what `cut` takes out. Throws the Refusal it has to be told instead. */
  function answered(row: Row, { me, token }: Principal, { status, body }: Answer): unknown {
    // Written with escapes it is another sequence of bytes.
    const may = token.length >= TELLING && (body.includes(token) || body.includes('\\'))
    const repeats = (value: unknown) => may && JSON.stringify(value ?? null).includes(JSON.stringify(token).slice(1, -1))
    if (status >= 200 && status < 300) {
      const reply = row.cut ? reduce(parseReply(row, body), row.cut, me) : parseReply(row, body)
      if (repeats(reply)) throw new Refusal(502, failure(502), { reason: 'reply: the token' })
      return reply
    }
    if (status === 401) throw new Refusal(401, messages.signedOut, { reason: 'upstream: 401' })
    if (status >= 400 && status < 500) {
      const words = wordsOf(body)
      throw new Refusal(status, words === undefined || repeats(words) ? failure(status) : words, { reason: `upstream: ${status}` })
    }
    if (status === 501) throw notYet('upstream')
    const own = status === 503 || status === 504 ? status : 502
    // What lies between it and its own may not know either whether it was done; nor one that lost its database.
    const isKnown = ![502, 503, 504].includes(status)
    throw new Refusal(own, failure(own), { reason: `upstream: ${status}`, ...(isKnown && { headers: { 'X-Refused': 'upstream' } }) })
  }

  /** A read of the table for a page or an answer of our own, judged, reduced, logged and counted like any other. */
  async function ask(name: string, { who, requestId, path: ids = {}, query = '', body: given, signal }: Asking): Promise<unknown> {
    const row = rows.get(name)
    if (!row?.safe) throw new Refusal(404, failure(404))
    let user: number | undefined
    const decided = (status: number, reason?: string) => {
      metrics.calls.inc({ call: name, verdict: status })
      log.info({ requestId, user, call: name, status, ...(reason !== undefined && { reason }) }, 'asked here')
    }
    try {
      const path = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, String(id)]))
      const { url, body, principal } = await allow(row, who, { path, query: new URLSearchParams(query), body: async () => given })
      user = principal.me.id
      const answer = await upstream.ask(row.method, url, principal.token, DEADLINES.page, { ...(signal && { signal }), ...(body && { body }) })
      await mustStillBe(who, principal)
      const reply = answered(row, principal, answer)
      decided(200)
      return reply
    } catch (error) {
      const { status, reason } = asRefusal(error)
      decided(status, reason)
      throw error
    }
  }

  const known = new WeakMap<Me, string[]>()
  /** The calls a person may make, as far as the person alone decides. Judged once for each answer of GET /auth. */
  const may = (me: Me) => {
    const names =
      known.get(me) ??
      calls
        .filter((row) => row.menu !== 'public' && holdsMenu(row.menu, me) && (!row.rule || typeof foresee(row.rule, me) !== 'object'))
        .map((row) => row.name)
    known.set(me, names)
    return names
  }

  return { allow, answered, ask, may, mustStillBe }
}

/** Not all of the table is everywhere: of what is still to come people are told that it is. */
const notYet = (of: string) => new Refusal(501, messages.notYet, { reason: `${of}: 501` })

/** Whether who was judged has the rights of then. */
export const isSame = (now: Principal | undefined, then: Principal) => isDeepStrictEqual(now?.me, then.me)

/** The query as it is judged and forwarded: with the caller's own id where the row says so and the caller left it out. */
export const withOwnId = ({ ownId }: Row, query: unknown, me: Me): unknown =>
  ownId !== undefined && (query as Record<string, unknown>)[ownId] === undefined ? { ...(query as object), [ownId]: me.id } : query

/** What a row takes; nothing where it names nothing. */
export const queryOf = (row: Row) => row.query ?? NONE
export const bodyOf = (row: Row) => row.body ?? z.undefined()

const NONE = z.strictObject({})
const PATH = z.record(z.string(), IdText)

/** Whether a person may knock at all. */
export function holdsMenu(menu: Row['menu'], me: Me) {
  if (menu === 'public' || menu === 'session') return true
  return [menu].flat().some((route) => me.routes.includes(route))
}

function holds({ menu }: Row, { me }: Principal) {
  if (!holdsMenu(menu, me)) throw new Refusal(403, messages.denied, { reason: 'menu', headers: { 'X-Refused': 'menu' } })
}

const fill = (path: string, id: number | undefined) => path.replace(/\{\w+\}/, () => String(id))

/** A query as one value a key. A list is a repeated key, or 'key[]' once or more; only a list's schema takes either, and both forms of one key are no key. */
export function entries(query: URLSearchParams) {
  const values = Object.create(null) as Record<string, string | string[]>
  for (const key of new Set(query.keys())) {
    const all = query.getAll(key)
    const plain = key.endsWith('[]') ? key.slice(0, -2) : key
    if (plain !== key && !query.has(plain)) values[plain] = all
    else values[key] = all.length === 1 ? (all[0] ?? '') : all
  }
  return values
}

/** The other way round: lists as repeated keys. */
function encode(query: unknown) {
  const search = new URLSearchParams()
  // A query's schema holds texts, numbers and lists of them.
  for (const [key, value] of Object.entries(query as Record<string, string | number | (string | number)[] | undefined>))
    for (const one of [value].flat()) if (one !== undefined) search.append(key, String(one))
  return String(search)
}

function parse<S extends z.ZodType>(schema: S, value: unknown, form: boolean): z.output<S> {
  const given = schema.safeParse(value)
  if (given.success) return given.data
  const fields = fieldsOf(given.error)
  const [first, second] = given.error.issues
  const reason = first?.code === 'custom' && first.params?.['givesReason'] === true && !second ? first.message : messages.invalidForm
  throw new Refusal(400, form ? reason : 'Parâmetros inválidos.', { reason: `input: ${Object.keys(fields).join(', ')}`, fields })
}

/** The upstream's own words for a 4xx: a message and nothing else, short enough to be one. */
function wordsOf(body: Buffer): string | undefined {
  const said = parsed(Told, jsonOf(body))
  return said?.success ? said.data.message : undefined
}
const Told = z.object({ message: lines({ name: 'message', max: 300, empty: '' }) })
