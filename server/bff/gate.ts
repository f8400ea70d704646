// The gate. A request passes match, session, menu, input and rule; the answer passes the reply schema and the cut. Every request to the upstream goes
// through it.
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

/** Minimum length of a token that is searched for in replies. A shorter one may occur in any text by chance. */
const TELLING = 16
/** How many times a call is judged if the person changes in the meantime. */
const ROUNDS = 3

/** Input from a browser or a page. None of it is trusted. */
export interface Raw {
  path: Record<string, string>
  query: URLSearchParams
  /** Read only after the menu is checked. */
  body: () => Promise<unknown>
}

/** A call that may be forwarded, and the principal on whose behalf. Its canonical path and body are built from the judged input. */
export interface Allowed {
  row: Row
  principal: Principal
  url: string
  body: Uint8Array | undefined
  /** The same input, as it was judged. */
  judged: { path: Record<string, number>; query: unknown; body: unknown }
}

/** A read for a page or for one of the BFF's own answers, and on whose behalf it is made. */
export interface Asking {
  /** Returns the current principal on every call. Throws 401 if the session has ended. */
  who: () => Promise<Principal>
  requestId: string
  path?: Record<string, number>
  /** The query string without its question mark. */
  query?: string
  body?: unknown
  /** Aborted when the client has gone. */
  signal?: AbortSignal
}

export type Gate = ReturnType<typeof createGate>

export function createGate({ calls, upstream, log, metrics }: { calls: readonly Row[]; upstream: Upstream; log: Log; metrics: Metrics }) {
  const rows = new Map(calls.map((row) => [row.name as string, row]))
  const lacking = new Map(calls.map((row) => [row.name, lackingOf(row.reply)]))
  /** Missing fields that were already logged, each with its call. */
  const told = new Set<string>()

  /**
   * Reads a stored record with the person's own token. Throws 404 if it is missing, and 502 if there is no answer or it does not match the schema.
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
   * Judges a call. `who` is called again whenever time has passed, and `charge` counts the allowed call. Throws a Refusal: 401 session, 403 menu, 400
   * input, 403 or 409 rule.
   */
  async function allow(row: Row, who: () => Promise<Principal>, raw: Raw, charge?: (allowed: Allowed) => Promise<void>): Promise<Allowed> {
    holds(row, await who())
    const path = parse(PATH, raw.path, false)
    const asked = parse(queryOf(row), entries(raw.query), false)
    const body = row.method === 'GET' ? undefined : parse(bodyOf(row), await raw.body(), true)
    // A body may take half a minute to arrive, and a look-up takes time too. The judged principal must still be current when the call is forwarded.
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
    throw new Refusal(503, messages.unavailable, {
      reason: 'the person changed during every attempt to judge the call',
      headers: { 'Retry-After': '1' },
    })
  }

  /**
   * Ensures that the caller still has the rights by which the answer was judged. Throws 401 if the session ended in the meantime, and 503 if the
   * person was changed.
   */
  async function mustStillBe(who: () => Promise<Principal>, principal: Principal): Promise<void> {
    if (!isSame(await who(), principal))
      throw new Refusal(503, messages.unavailable, { reason: 'the person changed during the call', headers: { 'Retry-After': '1' } })
  }

  /** The body that the rule allows, with the version of the stored record that was judged. */
  async function ruled(row: Row, principal: Principal, path: Record<string, number>, query: unknown, body: unknown): Promise<unknown> {
    if (!row.rule) return body
    const read = (name: string, id: number | undefined) => stored(principal, name, id)
    const { verdict, known } = await decide(row.rule, { me: principal.me, path, query, body, read })
    if (typeof verdict === 'object') throw new Refusal(verdict.status, verdict.message, { reason: `rule: ${say(verdict.clause)}` })
    if (verdict !== 'allowed') throw new Refusal(403, messages.denied, { reason: 'rule: undecided' })
    const versao = row.judged && known(row.judged)
    if (versao === undefined) return body
    // The body of a row that names a version is an object with `versao`.
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
    log.error({ call: row.name, field }, 'reply does not match its schema')
    throw new Refusal(502, failure(502), { reason: `reply: ${field}` })
  }

  /** Counts a reply that lacks display-only fields, and logs each such field once. */
  function noteDrift({ name: call }: Row, answer: unknown) {
    const fields = [...(lacking.get(call)?.(answer) ?? [])]
    if (fields.length === 0) return
    metrics.drift.inc({ call })
    for (const field of fields) {
      const which = `${call} ${field}`
      if (!told.has(which)) log.warn({ call, field }, 'reply lacks a display field')
      told.add(which)
    }
  }

  /**
   * The part of the upstream's answer that the browser receives: the row's fields without those that `cut` removes. Otherwise throws the Refusal for
   * the browser.
   */
  function answered(row: Row, { me, token }: Principal, { status, body }: Answer): unknown {
    // With JSON escapes, the token can appear as other bytes.
    const may = token.length >= TELLING && (body.includes(token) || body.includes('\\'))
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
    // A gateway in front of the upstream may not know whether the change was made. Neither does an upstream that lost its database.
    const isKnown = ![502, 503, 504].includes(status)
    throw new Refusal(own, failure(own), { reason: `upstream: ${status}`, ...(isKnown && { headers: { 'X-Refused': 'upstream' } }) })
  }

  /**
   * Reads a call of the table for a page or for one of the BFF's own answers. The read is judged, reduced, logged and counted like any other call.
   */
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
  /** The names of the calls that a person may make, judged by the person alone. Computed once per answer of GET /auth. */
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

/** An upstream may not implement the whole table yet. People are told when a call is still to come. */
const notYet = (of: string) => new Refusal(501, messages.notYet, { reason: `${of}: 501` })

/** Whether the caller still has the rights that were judged. */
export const isSame = (now: Principal | undefined, then: Principal) => isDeepStrictEqual(now?.me, then.me)

/** The query as it is judged and forwarded. If the row has `ownId` and the caller left that field out, it is set to the caller's id. */
export const withOwnId = ({ ownId }: Row, query: unknown, me: Me): unknown =>
  ownId !== undefined && (query as Record<string, unknown>)[ownId] === undefined ? { ...(query as object), [ownId]: me.id } : query

/** The input schema of a row. A row without one accepts no input. */
export const queryOf = (row: Row) => row.query ?? NONE
export const bodyOf = (row: Row) => row.body ?? z.undefined()

const NONE = z.strictObject({})
const PATH = z.record(z.string(), IdText)

/** Whether a person holds the menu that a call or page requires. */
export function holdsMenu(menu: Row['menu'], me: Me) {
  if (menu === 'public' || menu === 'session') return true
  return [menu].flat().some((route) => me.routes.includes(route))
}

function holds({ menu }: Row, { me }: Principal) {
  if (!holdsMenu(menu, me)) throw new Refusal(403, messages.denied, { reason: 'menu', headers: { 'X-Refused': 'menu' } })
}

const fill = (path: string, id: number | undefined) => path.replace(/\{\w+\}/, () => String(id))

/**
 * A query as one value per key. A list is written as a repeated key, or as 'key[]' once or more. Only the schema of a list accepts either form. A key
 * that uses both stays two keys, which no schema accepts.
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

/** The reverse: lists become repeated keys. */
function encode(query: unknown) {
  const search = new URLSearchParams()
  // The schema of a query holds texts, numbers and lists of them.
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

/** The upstream's own text for a 4xx, if the message is short enough to be a sentence. */
function wordsOf(body: Buffer): string | undefined {
  const said = parsed(Told, jsonOf(body))
  return said?.success ? said.data.message : undefined
}
const Told = z.object({ message: lines({ name: 'message', max: 300, empty: '' }) })
