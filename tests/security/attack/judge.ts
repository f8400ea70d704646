// Judges which requests arrived at the upstream and how the attempt was answered. The menus come from the golden file; everything else is derived
// from the request.
import { homedir, tmpdir } from 'node:os'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Operand, Rule } from '../../../shared/access.ts'
import type { Row } from '../../../shared/call.ts'
import { Credentials } from '../../../shared/features/auth.ts'
import { isLoopback } from '../../../server/env.ts'
import { decide } from '../../../server/bff/decide.ts'
import { root } from '../../support/server.ts'
import { holds, meOf, type Attacker } from './people.ts'
import { idsAt, rows, type Attempt } from './requests.ts'
import { namedBy, PASSWORD, SECRET, TOKEN, type Answer, type Arrival, type Lane } from './target.ts'

/** Describes the faults of an attempt; empty if there are none. `before` is the previous request on the lane. */
export async function judge(
  lane: Lane,
  attempt: Attempt,
  before: Attempt | undefined,
  all: Arrival[],
  answer: Answer,
  upstreamHost: string,
): Promise<string[]> {
  const by = (one: Attempt, arrival: Arrival) => arrived(lane, one, arrival, all, upstreamHost)
  // A request with a malformed end is answered at once, and its valid part may arrive only during the next request. So an arrival that fits only the
  // previous request is not judged as part of this one.
  const isOwn = await Promise.all(
    all.map(async (arrival) => before?.reach !== 'itself' || (await by(attempt, arrival)).length === 0 || (await by(before, arrival)).length > 0),
  )
  const arrivals = all.filter((_, i) => isOwn[i])
  const wrong = await Promise.all(arrivals.map((arrival) => by(attempt, arrival)))
  const calls = arrivals.filter(({ method, path }) => `${method} ${path}` !== 'GET /auth')
  const own = namedBy(attempt)
  const forbidden = calls.filter(
    ({ method, path }) => attempt.reach === 'nothing' || (attempt.reach === 'page' && `${method} ${path}` !== 'GET /track/check'),
  )
  const itself = calls.filter(({ method, path }) => method === own?.method && idsAt(own, path))
  return [
    ...wrong.flat(),
    ...(forbidden.length ? [`must not arrive, and did: ${list(forbidden)}`] : []),
    ...(attempt.reach === 'look-ups' && itself.some(({ method }) => method !== 'GET' || !readsOf(own).has(own?.name ?? ''))
      ? [`is refused to ${lane.attacker.name}, and arrived: ${list(itself)}`]
      : []),
    ...(attempt.bytes === undefined && own && own.method !== 'GET' && itself.length > 1 ? [`arrived ${itself.length} times`] : []),
    // A lawful call must succeed, because a run in which lawful calls fail proves nothing about the refusals.
    ...(attempt.group === 'people' && attempt.reach === 'itself' && answer.status !== 200
      ? [`is lawful, and got ${answer.status} ${answer.text}`]
      : []),
    ...answered(attempt, answer),
  ]
}

const list = (arrivals: Arrival[]) => arrivals.map(({ method, path, search }) => `${method} ${path}?${search}`).join(', ')

async function arrived({ attacker, token }: Lane, attempt: Attempt, arrival: Arrival, others: Arrival[], upstreamHost: string): Promise<string[]> {
  const { method, path, search, headers, body } = arrival
  const said = (what: string) => [`${method} ${path}?${search}: ${what}`]
  const stranger = attacker.name === 'anonymous'
  const allowed = [
    ['host', upstreamHost],
    ['accept', 'application/json'],
    ...(stranger ? [] : [['authorization', `Bearer ${token}`]]),
    ...(body === ''
      ? method === 'GET'
        ? []
        : [['content-length', '0']]
      : [
          ['content-type', 'application/json'],
          ['content-length', String(Buffer.byteLength(body))],
        ]),
    ['connection', 'keep-alive'],
  ]
  if (!isDeepStrictEqual(headers.map(String).toSorted(), allowed.map(String).toSorted())) return said(`headers ${JSON.stringify(headers)}`)
  if (method === 'GET' && path === '/auth' && search === '' && body === '') return []
  if (stranger) {
    const credentials = method === 'POST' && path === '/auth' && search === '' && Credentials.safeParse(JSON.parse(body))
    return credentials && credentials.success && isCanonical(Credentials, body) && mayCross(attempt) ? [] : said(`of nobody: ${body}`)
  }

  const row = rows.find((one) => one.method === method && one.path !== '/auth' && idsAt(one, path) && path !== one.alias)
  if (!row) return said('is no row of the table')
  if (!holds(attacker, row.name)) return said(`needs a menu that ${attacker.name} does not hold`)
  if (!isCanonicalQuery(row, search)) return said('is not what its schema makes of it')
  if (row.method === 'GET' ? body !== '' : !isCanonical(row.body ?? z.undefined(), body)) return said(`is not what its schema makes of it: ${body}`)

  const unrelated = attempt.bytes === undefined && unrelatedTo(attempt, attacker, row, arrival)
  if (unrelated) return said(unrelated)

  // If a call reads the record that its own rule looks up, the upstream gets the same request twice. The first one is the look-up, to which the rule
  // does not apply.
  const readers = attempt.bytes === undefined ? [namedBy(attempt)] : rows
  const isLookedUp = method === 'GET' && readers.some((one) => readsOf(one).has(row.name))
  if (!row.rule || (isLookedUp && others.find((one) => one.path === path) === arrival)) return []
  const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const ids = idsAt(row, path) ?? []
  const verdict = await decide(row.rule, {
    me: meOf(attacker),
    path: Object.fromEntries(names.map((name, i) => [name, ids[i]])),
    query: queryOf(row, search),
    body: body === '' ? undefined : JSON.parse(body),
    read: async (name, id) => {
      const record = rows.find((one) => one.name === name)
      const read = others.find((one) => one.method === 'GET' && record && isDeepStrictEqual(idsAt(record, one.path), id === undefined ? [] : [id]))
      return record?.reply.parse(read?.json)
    },
  }).then(
    (decided) => decided.verdict,
    (error: unknown) => String(error),
  )
  return verdict === 'allowed' ? [] : said(`the rule says ${JSON.stringify(verdict)}`)
}

/** Describes how the arrival differs from the request. Returns undefined for raw bytes, which cannot be compared. */
function unrelatedTo(attempt: Attempt, attacker: Attacker, row: Row, { method, path, search, body }: Arrival): string | undefined {
  if (!attempt.target.startsWith('/api')) return method === 'GET' && search === '' && !/\d/.test(path) ? undefined : 'is not what a page asks'
  const own = namedBy(attempt)
  if (!own) return 'was not named by the request'
  if (!holds(attacker, own.name)) return `${attacker.name} may not knock at ${own.name}`
  if (!mayCross(attempt)) return 'crossed sites'
  if (row !== own) return readsOf(own).has(row.name) && search === '' ? undefined : `is no record that ${own.name} looks up`
  const [target = '', query = ''] = attempt.target.split('?')
  if (!isDeepStrictEqual(idsAt(row, path), idsAt(row, target.slice('/api'.length)))) return 'has another id than the request'
  const asked = queryOf(row, query)
  // If the request lacks the caller's id, the gate adds it at the start or at the end.
  const ownId = row.ownId !== undefined && asked ? { [row.ownId]: attacker.id } : {}
  if (encode({ ...ownId, ...(asked as object | undefined) }) !== search && encode({ ...(asked as object | undefined), ...ownId }) !== search)
    return `is not the query that was sent: ${query}`
  if (body !== '' && JSON.stringify(row.body?.parse(attempt.body ? JSON.parse(String(attempt.body)) : undefined)) !== body)
    return `is not the body that was sent: ${body}`
  return undefined
}

/** Returns true if the body is exactly the text that its schema produces. */
function isCanonical(schema: z.ZodType, body: string) {
  const parsed = schema.safeParse(body === '' ? undefined : JSON.parse(body))
  return parsed.success && (JSON.stringify(parsed.data) ?? '') === body
}

function queryOf(row: Row, query: string): unknown {
  const search = new URLSearchParams(query)
  const values = Object.fromEntries(
    [...new Set(search.keys())].map((key) => {
      const plain = key.replace(/\[\]$/, '')
      const all = search.getAll(key)
      if (plain !== key && !search.has(plain)) return [plain, all]
      return [key, all.length > 1 ? all : all[0]]
    }),
  )
  return (row.query ?? z.strictObject({})).safeParse(values).data
}
/** Encodes a query as docs/contract.md requires, with a list as a repeated key. */
function encode(query: unknown): string {
  const search = new URLSearchParams()
  // The query schemas allow only texts, numbers and lists of them, so the cast is safe.
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, string | number | (string | number)[] | undefined>))
    for (const one of [value].flat()) if (one !== undefined) search.append(key, String(one))
  return String(search)
}
const isCanonicalQuery = (row: Row, search: string) => queryOf(row, search) !== undefined && encode(queryOf(row, search)) === search

/** Returns true if the headers show that one of our own pages has sent the request deliberately. */
function mayCross({ method, target, headers }: Attempt) {
  const values = (name: string) => headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value.trim())
  const host = values('host')[0] ?? '{host}'
  const form = target.split('?')[0] === '/'
  return (
    (host === '{host}' || isLoopback(host.replace(/:\d+$/, ''))) &&
    values('origin').every((origin) => origin === `http://${host}`) &&
    values('sec-fetch-site').every((site) => site === 'same-origin' || (method === 'GET' && site === 'none')) &&
    (method === 'GET' || form || values('x-csrf').join() === '1')
  )
}

const known = new Map<string, Set<string>>()
/** Names the calls whose replies the rule of a call reads. */
function readsOf(row: Row | undefined): Set<string> {
  const found =
    known.get(row?.name ?? '') ??
    new Set((row?.rule ? operandsOf(row.rule) : []).flatMap((one) => ('from' in one && one.from === 'read' ? [one.call] : [])))
  known.set(row?.name ?? '', found)
  return found
}
const operandsOf = (rule: Rule): Operand[] => {
  const own = JSON.parse(JSON.stringify(rule)) as unknown
  const found: Operand[] = []
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return
    if ('from' in value) found.push(value as Operand)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(own)
  return found
}

const LEAKS = new RegExp(
  [
    SECRET,
    TOKEN,
    PASSWORD,
    'Bearer ',
    String.raw`\n\s+at \S`,
    'node:internal',
    String.raw`\.ts:\d`,
    'node_modules',
    // Paths of the folders from which the product runs and to which it writes.
    ...[root, homedir(), tmpdir()].map((folder) => `${folder}/`),
    'SQLSTATE',
    'evil\\.example/plantado',
  ].join('|'),
)
const EVERYWHERE: Record<string, string> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const OURS = new Set(
  `${Object.keys(EVERYWHERE).join(' ')} x-frame-options origin-agent-cluster date x-request-id content-security-policy permissions-policy cache-control x-build server-timing content-type content-length
  connection keep-alive transfer-encoding content-disposition set-cookie location retry-after vary last-modified accept-ranges content-encoding content-range etag allow clear-site-data x-refused`.split(
    /\s+/,
  ),
)
const PAGE_CSP = /^default-src 'none'; script-src 'self' 'nonce-[\w+/]{22}=='; script-src-attr 'none'; style-src 'self' 'nonce-/
const OTHER_CSP = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Describes the faults of a response that no request may get. */
export function answered({ method, target, headers: asked, bytes }: Attempt, { status, headers, text }: Answer): string[] {
  if (bytes !== undefined) return LEAKS.test(text) || text.startsWith('HTTP/1.1 500') ? [`tells ${text.slice(0, 500)}`] : []
  // Status 0 stands for no response. Only an upgrade request may get none, because its connection is closed.
  if (status === 0) return asked.some(([name]) => name.toLowerCase() === 'upgrade') ? [] : ['no answer']
  // Node's parser refuses bytes that are not HTTP with a bare status, so the checks below do not apply to it.
  if ([400, 408, 413, 431].includes(status) && text === '' && headers['x-request-id'] === undefined)
    return Object.keys(headers).join() === 'connection' ? [] : [`bare ${status} with ${Object.keys(headers).join()}`]
  const whole = `${JSON.stringify(headers)}\n${text}`
  const api = /^\/api(\/|\?|$)/.test(target)
  const isPage = headers['content-type']?.startsWith('text/html')
  const leaked = LEAKS.exec(whole)?.[0]
  return [
    ...(leaked === undefined ? [] : [`tells ${JSON.stringify(leaked)}: ${whole.slice(0, 500)}`]),
    ...(status === 500 ? [`500: ${text}`] : []),
    ...Object.entries(EVERYWHERE).flatMap(([name, value]) => (headers[name] === value ? [] : [`${status} with ${name}: ${String(headers[name])}`])),
    ...Object.keys(headers).flatMap((name) => (OURS.has(name) ? [] : [`header ${name}`])),
    ...(/^[\da-f-]{36}$/.test(String(headers['x-request-id'])) ? [] : ['no request id']),
    ...(((isPage || !api) && PAGE_CSP.test(String(headers['content-security-policy']))) ||
    (!isPage && headers['content-security-policy'] === OTHER_CSP) ||
    (!isPage && /^\/[\w.-]+$/.test(target))
      ? []
      : [`CSP ${String(headers['content-security-policy'])}`]),
    ...(headers['cache-control'] === 'no-store' || (status === 200 && /^\/(assets\/|[\w.-]+$)/.test(target))
      ? []
      : [`Cache-Control ${String(headers['cache-control'])}`]),
    ...(headers.location === undefined || /^\/(?![/\\])/.test(headers.location) ? [] : [`Location ${headers.location}`]),
    ...(headers['set-cookie']?.every((cookie) => /^csnoteweb=[^;]*; (Max-Age=\d+; )?Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/.test(cookie)) ===
    false
      ? [`Set-Cookie ${headers['set-cookie'].join()}`]
      : []),
    ...(api && status >= 400 && method !== 'HEAD' && !isErrorBody(headers['content-type'], text, String(headers['x-request-id']))
      ? [`${status} ${text.slice(0, 300)}`]
      : []),
  ]
}

function isErrorBody(type: string | undefined, text: string, requestId: string) {
  if (type !== 'application/json; charset=utf-8') return false
  const { message, fields, ...rest } = JSON.parse(text) as Record<string, unknown>
  return (
    typeof message === 'string' && message !== '' && isDeepStrictEqual(rest, { requestId }) && (fields === undefined || typeof fields === 'object')
  )
}
