// The gate, which every request to the upstream passes. The gate checks that a request matches a call, and then the session, the menu, the input and
// the rule. It checks the answer against the reply schema and reduces it by `cut`.
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { Me } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { messages as secondFactor } from '../../shared/features/second-factor.ts'
import { failure, messages } from '../../shared/messages.ts'
import { IdText, lines } from '../../shared/wire.ts'
import '../../shared/issues.ts'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'
import { decide, foresee, isCut, reduce } from './decide.ts'
import { lackingOf } from './drift.ts'
import { mustEnrol } from './enrolment.ts'
import { asRefusal, fieldsOf, Refusal, short } from './errors.ts'
import type { Metrics } from './metrics.ts'
import type { Principal } from './session.ts'
import { DEADLINES, jsonOf, parsed, type Answer, type Upstream } from './upstream.ts'
import { say } from './words.ts'

/** Minimum length of a token that is searched for in replies. A shorter token may occur in any text by chance. */
const TELLING = 16
/** Maximum number of times that a call is judged if the person changes in the meantime. */
const ROUNDS = 3
/** Number and bytes of replies that are kept in order not to parse them again. */
const REMEMBERED = { max: 10_000, maxSize: 32 * 1024 * 1024 }

/** Input from a browser or a page, before any check. */
export interface Raw {
  path: Record<string, string>
  query: URLSearchParams
  /** Called only after the menu is checked. */
  body: () => Promise<unknown>
}

/** A call that may be forwarded, and the person who makes it. Path and body are built anew from the input that was judged. */
export interface Allowed {
  row: Row
  principal: Principal
  url: string
  body: Uint8Array | undefined
  /** The same input in the form in which it was judged. */
  judged: { path: Record<string, number>; query: unknown; body: unknown; further: number }
}

/** The JSON of a reply, as text and in UTF-8. */
export interface Written {
  json: string
  bytes: Buffer
}

/** A read for a page or for one of the BFF's own answers, and the person for whom it is made. */
export interface Asking {
  /** Returns the current principal on every call. Throws 401 if the session has ended. */
  who: () => Promise<Principal>
  requestId: string
  path?: Record<string, number>
  /** The query string without its question mark. */
  query?: string
  body?: unknown
  /** Aborted when the client has disconnected. */
  signal?: AbortSignal
}

export type Gate = ReturnType<typeof createGate>

export function createGate({
  env,
  calls,
  upstream,
  log,
  metrics,
}: {
  env: Env
  calls: readonly Row[]
  upstream: Upstream
  log: Log
  metrics: Metrics
}) {
  /** Throws 403 if the person does not hold the menu of a call, or must set up a second factor first. */
  const holds = (row: Row, { me, person }: Principal) => {
    if (!holdsMenu(row.menu, me)) throw new Refusal(403, messages.denied, { reason: 'menu', headers: { 'X-Refused': 'menu' } })
    if (mustEnrol(env, person) && !row.beforeEnrolment) throw new Refusal(403, secondFactor.required, { reason: 'no second factor' })
  }

  const rows = new Map(calls.map((row) => [row.name as string, row]))
  const lacking = new Map(calls.map((row) => [row.name, lackingOf(row.reply)]))
  /** Missing fields that were already logged, each with the name of its call. */
  const told = new Set<string>()
  /** Replies that were counted as drift. */
  const lacks = new WeakSet<Buffer>()

  /**
   * Reads a stored record with the person's own token. Throws 404 if there is no such record, and 502 if the upstream gives no valid answer.
   */
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

  /**
   * Judges a call. `who` is called again after every wait, and `charge` counts the allowed call towards its limits. Throws a Refusal: 401 for the
   * session, 403 for the menu, 400 for the input, 403 or 409 for the rule.
   */
  async function allow(row: Row, who: () => Promise<Principal>, raw: Raw, charge?: (allowed: Allowed) => Promise<void>): Promise<Allowed> {
    holds(row, await who())
    const path = parse(PATH, raw.path, false)
    const asked = parse(queryOf(row), entries(raw.query), false)
    const body = row.method === 'GET' ? undefined : parse(bodyOf(row), await raw.body(), true)
    // A body may take half a minute to arrive, and reading a record takes time too. If the person was changed meanwhile, the call is judged again.
    for (let round = 0; round < ROUNDS; round += 1) {
      const principal = await who()
      holds(row, principal)
      const query = withOwnId(row, asked, principal.me)
      const judged = { path, query, ...(await ruled(row, principal, path, query, body)) }
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
    throw new Refusal(503, messages.unavailable, {
      reason: 'the person changed during every attempt to judge the call',
      headers: { 'Retry-After': '1' },
    })
  }

  /**
   * Ensures that the caller still has the rights by which the call was judged. Throws 401 if the session has ended since, and 503 if the person was
   * changed.
   */
  async function mustStillBe(who: () => Promise<Principal>, principal: Principal): Promise<void> {
    if (!isSame(await who(), principal))
      throw new Refusal(503, messages.unavailable, { reason: 'the person changed during the call', headers: { 'Retry-After': '1' } })
  }

  /** The body that the rule allows, with the version of the stored record that the rule was judged on, and what else the record says. */
  async function ruled(row: Row, principal: Principal, path: Record<string, number>, query: unknown, body: unknown) {
    if (!row.rule) return { body, further: 0 }
    const read = (name: string, id: number | undefined) => stored(principal, name, id)
    const { verdict, known } = await decide(row.rule, { me: principal.me, path, query, body, read })
    if (typeof verdict === 'object') throw new Refusal(verdict.status, verdict.message, { reason: `rule: ${say(verdict.clause)}` })
    if (verdict !== 'allowed') throw new Refusal(403, messages.denied, { reason: 'rule: undecided' })
    const further = Number((row.further && known(row.further)) ?? 0)
    const versao = row.judged && known(row.judged)
    if (versao === undefined) return { body, further }
    // The rule gives a version only for calls whose body is an object with `versao`, so the cast is safe.
    const sent = (body ?? {}) as { versao?: number | undefined }
    if (sent.versao !== undefined && sent.versao !== versao) throw new Refusal(409, messages.changedElsewhere, { reason: 'version' })
    return { body: { ...sent, versao }, further }
  }

  function parseReply(row: Row, bytes: Buffer): unknown {
    const answer = jsonOf(bytes)
    const reply = parsed(row.reply, answer)
    if (reply?.success) {
      if (noteDrift(row, answer)) lacks.add(bytes)
      return reply.data
    }
    const field = short(reply?.error.issues[0]?.path.join('.') ?? '')
    metrics.drift.inc({ call: row.name })
    log.error({ call: row.name, field }, 'reply does not match its schema')
    throw new Refusal(502, failure(502), { reason: `reply: ${field}` })
  }

  /** Counts each reply that lacks display-only fields, and tells whether this one does. Each missing field is logged only once. */
  function noteDrift({ name: call }: Row, answer: unknown): boolean {
    const fields = [...(lacking.get(call)?.(answer) ?? [])]
    if (fields.length === 0) return false
    metrics.drift.inc({ call })
    for (const field of fields) {
      const which = `${call} ${field}`
      if (!told.has(which)) log.warn({ call, field }, 'reply lacks a display field')
      told.add(which)
    }
    return true
  }

  /** Whether a reply may contain the token. JSON can write any character as an escape with 'u', and some as a shorter escape. */
  const mayRepeat = (token: string, body: Buffer) =>
    token.length >= TELLING && (body.includes(token) || body.includes(/^[\w.~+=-]+$/.test(token) ? '\\u' : '\\'))

  /**
   * The part of the upstream's answer that the browser receives: the fields of the reply schema without those that `cut` removes. If the upstream
   * refused or its answer is invalid, throws the Refusal for the browser.
   */
  function answered(row: Row, { me, token }: Principal, { status, body }: Answer): unknown {
    const may = mayRepeat(token, body)
    const repeats = (value: unknown) => may && JSON.stringify(value ?? null).includes(JSON.stringify(token).slice(1, -1))
    if (status >= 200 && status < 300) {
      const reply = row.cut ? reduce(parseReply(row, body), row.cut, me) : parseReply(row, body)
      if (repeats(reply)) throw new Refusal(502, failure(502), { reason: 'reply contains the token' })
      return reply
    }
    if (status === 401) throw new Refusal(401, messages.signedOut, { reason: 'upstream: 401' })
    if (status >= 400 && status < 500) {
      const words = wordsOf(body)
      throw new Refusal(status, words === undefined || repeats(words) ? failure(status) : words, { reason: `upstream: ${status}` })
    }
    if (status === 501) throw notYet('upstream')
    const own = status === 503 || status === 504 ? status : 502
    // These statuses may come from a gateway, or from an upstream that lost its database. Nobody knows then whether the change was made.
    const isKnown = ![502, 503, 504].includes(status)
    throw new Refusal(own, failure(own), { reason: `upstream: ${status}`, ...(isKnown && { headers: { 'X-Refused': 'upstream' } }) })
  }

  /** Recent replies that left as they had come, byte for byte, by call, address and length. A text may take two bytes per character. */
  const unchanged = new LRUCache<string, Written>({
    ...REMEMBERED,
    sizeCalculation: ({ json, bytes }, key) => bytes.length + 2 * (json.length + key.length),
  })

  /**
   * The JSON of `answered`. A reply that is equal to an earlier one of the same call, which the schema had not changed, is not parsed again: it would be
   * written with the same bytes. The gate parses each reply for people from whom `cut` removes something, and each that may contain the token.
   */
  function written({ row, principal, url }: Allowed, answer: Answer): Written {
    const { body, status } = answer
    const key = `${row.name} ${url} ${body.length}`
    const mayBeSame = status === 200 && !mayRepeat(principal.token, body) && !row.cut?.some((cut) => isCut(cut, principal.me))
    const earlier = mayBeSame ? unchanged.get(key) : undefined
    if (earlier?.bytes.equals(body)) return earlier
    const reply = writtenFrom(answered(row, principal, answer))
    if (mayBeSame && reply.bytes.equals(body) && !lacks.has(body)) {
      // A short buffer is a part of a larger one that Node shares out, which would be kept as a whole.
      const bytes = Buffer.allocUnsafeSlow(body.length)
      body.copy(bytes)
      unchanged.set(key, { json: reply.json, bytes })
    }
    return reply
  }

  /** Makes a safe call for a page or for one of the BFF's own answers. It is judged, reduced, logged and counted like any other call. */
  async function ask(name: string, { who, requestId, path: ids = {}, query = '', body: given, signal }: Asking): Promise<unknown> {
    const row = rows.get(name)
    if (!row?.safe) throw new Refusal(404, failure(404))
    let user: number | undefined
    const decided = (status: number, reason?: string) => {
      metrics.calls.inc({ call: name, verdict: status })
      log.info({ requestId, user, call: name, status, ...(reason !== undefined && { reason }) }, 'read for a page or for the BFF itself')
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
  /** The names of the calls that a person may make, judged on the person alone. Computed once per answer of GET /auth. */
  const may = ({ me, person }: Pick<Principal, 'me' | 'person'>) => {
    if (mustEnrol(env, person)) return calls.filter((row) => row.beforeEnrolment).map((row) => row.name)
    const names =
      known.get(me) ??
      calls
        .filter((row) => row.menu !== 'public' && holdsMenu(row.menu, me) && (!row.rule || typeof foresee(row.rule, me) !== 'object'))
        .map((row) => row.name)
    known.set(me, names)
    return names
  }

  return { allow, ask, may, mustStillBe, written }
}

export function writtenFrom(value: unknown): Written {
  const json = JSON.stringify(value)
  return { json, bytes: Buffer.from(json) }
}

/** The refusal for a call that the upstream does not implement yet (501). Its message says that the function is still to come. */
const notYet = (of: string) => new Refusal(501, messages.notYet, { reason: `${of}: 501` })

/** Whether the caller still has the rights that were judged before. */
export const isSame = (now: Principal | undefined, then: Principal) => isDeepStrictEqual(now?.me, then.me)

/**
 * The query in the form in which it is judged and forwarded. If the call has `ownId` and that field is missing, it is set to the id of the caller.
 */
export const withOwnId = ({ ownId }: Row, query: unknown, me: Me): unknown =>
  ownId !== undefined && (query as Record<string, unknown>)[ownId] === undefined ? { ...(query as object), [ownId]: me.id } : query

/** The schemas for the input of a call. A call without a schema accepts no input. */
export const queryOf = (row: Row) => row.query ?? NONE
export const bodyOf = (row: Row) => row.body ?? z.undefined()

const NONE = z.strictObject({})
const PATH = z.record(z.string(), IdText)

/** Whether a person holds the menu that a call or page requires. */
export function holdsMenu(menu: Row['menu'], me: Me) {
  if (menu === 'public' || menu === 'session') return true
  return [menu].flat().some((route) => me.routes.includes(route))
}

const fill = (path: string, id: number | undefined) => path.replace(/\{\w+\}/, () => String(id))

/**
 * A query with one value per key. A list is written as a repeated key, or as 'key[]' once or more. Only the schema of a list accepts these two forms.
 * A list written in both forms at once stays two keys, which every schema refuses.
 */
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

/** Writes a query, the reverse of `entries`: a list becomes a repeated key. */
function encode(query: unknown) {
  const search = new URLSearchParams()
  // The schema of a query allows only texts, numbers and lists of them, so the cast is safe.
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

/** The text that the upstream gives for a 4xx, if it is short enough to be a sentence. */
function wordsOf(body: Buffer): string | undefined {
  const said = parsed(Told, jsonOf(body))
  return said?.success ? said.data.message : undefined
}
const Told = z.object({ message: lines({ name: 'message', max: 300, empty: '' }) })
