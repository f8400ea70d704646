// Random requests. Each is a call in one of its scenes, or a combination of two such calls, with one to four changes. The same seed and number give
// the same request.
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { base, HEADERS, METHODS, PLACES, RESERVED, rows, seeds, signIn, VALUES, type Attempt } from './requests.ts'
import { randomOf } from '../../support/random.ts'
import type { PersonName } from './people.ts'

type Chance = () => number
const below = (next: Chance, end: number) => Math.floor(next() * end)
// The list must not be empty. The index then exists, so the cast is safe.
const oneOf = <T>(next: Chance, list: readonly T[]) => list[below(next, list.length)] as T

const PIECES =
  `% %2e %2f %5c %00 %0d%0a %c0%af %ff %25 .. / // \\ # ? & = ; : @ [] [0] ' " < > | ^ \` { } ~ ! $ ( ) * + , - _ . 0 1 9 00 e0 x A é ٣ \u{1f600}
  __proto__ constructor toString null true NaN -1 2147483648 99999999999 1e9 /auth /users /api ../ ;/ %3f %23`.split(/\s+/)
const latin1 = (text: string) => Buffer.from(text).toString('latin1')

/** Inserts, removes, repeats or moves a part of the text. */
function cutUp(next: Chance, text: string): string {
  const from = below(next, text.length + 1)
  const to = Math.min(text.length, from + 1 + below(next, 4))
  const [head, middle, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)]
  return oneOf(next, [
    () => head + oneOf(next, PIECES) + middle + tail,
    () => head + oneOf(next, PIECES) + tail,
    () => head + tail,
    () => head + middle + middle + tail,
    () => head + String.fromCharCode(below(next, 256)) + tail,
    () => head + [...Buffer.from(middle)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('') + tail,
    () => head + middle.toUpperCase() + tail,
    () => tail + middle + head,
  ])()
}

const randomValue = (next: Chance): unknown =>
  oneOf<() => unknown>(next, [
    () => oneOf(next, VALUES),
    () => oneOf(next, Object.values(RESERVED)),
    () => below(next, 12),
    () => 1000 + below(next, 10),
    () => (next() - 0.5) * 10 ** below(next, 300),
    () => String(below(next, 10)),
    () => oneOf(next, PIECES),
    () => Array.from({ length: below(next, 5) }, () => below(next, 10)),
    () => '\u{10ffff}'.slice(below(next, 2)),
    () => nested(below(next, 12)),
  ])()
const nested = (depth: number): unknown => (depth === 0 ? 1 : depth % 2 ? [nested(depth - 1)] : { a: nested(depth - 1) })

/** Changes one place in a JSON tree, possibly by inserting a part of the tree `other`. */
function changedTree(next: Chance, tree: unknown, other: unknown): unknown {
  if (typeof tree !== 'object' || tree === null || next() < 0.1) return next() < 0.3 ? other : randomValue(next)
  if (Array.isArray(tree)) {
    const at = below(next, tree.length + 1)
    const item: unknown = at < tree.length ? changedTree(next, tree[at], other) : randomValue(next)
    return next() < 0.2 ? tree.toSpliced(at, 1) : tree.toSpliced(at, 1, item)
  }
  const entries = Object.entries(tree)
  const at = below(next, entries.length)
  const lent = Object.entries(typeof other === 'object' && other !== null ? other : {})
  const [key, value] = entries[at] ?? ['x', 1]
  const added = (more: [string, unknown]) => Object.fromEntries([...entries, more])
  return oneOf(next, [
    () => Object.fromEntries(entries.toSpliced(at, 1, [key, changedTree(next, value, other)])),
    () => Object.fromEntries(entries.toSpliced(at, 1, [key, changedTree(next, value, other)])),
    () => Object.fromEntries(entries.toSpliced(at, 1)),
    () => added(oneOf(next, Object.entries(RESERVED))),
    () => added(lent.length ? oneOf(next, lent) : ['x', 1]),
    () => added([oneOf(next, PIECES), value]),
    () => added([cutUp(next, key), value]),
  ])()
}

/** The sign-out is left out, because it would end the sender's session. */
const places = PLACES.filter((place) => place !== '/api/logout')

/** Fields as JSON text that JSON.stringify would never produce. */
const ODD_FIELDS = [
  '"__proto__":{"supervisor":"S"}',
  '"supervisor":"N","supervisor":"S"',
  '"id":1e0',
  '"x":"\\ud800"',
  '"x":"\\u0000"',
  '"id":05',
  '"id":0x5',
  `"x":${'['.repeat(2000)}`,
]

const CHANGES: ((next: Chance, attempt: Attempt, other: Attempt) => Partial<Attempt>)[] = [
  (next, { target }) => ({ target: latin1(cutUp(next, target)) }),
  (next, { target }, other) => ({ target: target.slice(0, below(next, target.length)) + other.target.slice(below(next, other.target.length)) }),
  (next, { target }) => ({ target: target.replace(/\d+/, String(below(next, 12))) }),
  (next, { target }) => ({
    target: `${target}${target.includes('?') ? '&' : '?'}${oneOf(next, Object.keys(RESERVED))}=${String(oneOf(next, ['S', 4, 999]))}`,
  }),
  (next, { target }, other) => ({ target: `${target}${target.includes('?') ? '&' : '?'}${other.target.split('?')[1] ?? 'x=1'}` }),
  (next, attempt) => ({
    target: oneOf(next, [() => `/api${oneOf(next, rows).path.replace(/\{\w+\}/, '5')}`, () => oneOf(next, places), () => attempt.target.slice(4)])(),
  }),
  (next) => ({ method: oneOf(next, METHODS) }),
  (next, { headers }) => ({ headers: [...headers, oneOf(next, HEADERS)] }),
  (next, { headers }) => ({ headers: headers.toSpliced(below(next, headers.length), 1) }),
  (next, { headers }) => ({ headers: headers.length ? [...headers, oneOf(next, headers)] : headers }),
  (next, { headers }, other) => ({ headers: other.headers.length ? [...headers, oneOf(next, other.headers)] : headers }),
  (next, { headers }) => ({ headers: headers.map(([name, value]) => [name, next() < 0.4 ? latin1(cutUp(next, value)) : value]) }),
  (next, { headers }) => ({ headers: headers.map(([name, value]) => [next() < 0.4 ? cutUp(next, name) : name, value]) }),
  (_next, _attempt, { body }) => ({ body }),
  (next, { body }) => ({ body: latin1(cutUp(next, String(body ?? ''))) }),
  (next, { body }) => ({ body: String(body ?? '{}').replace(/\}$/, `,${oneOf(next, ODD_FIELDS)}}`) }),
  // Repeated, so that half of all changes concern the body, on which most decisions depend.
  ...Array.from({ length: 16 }, () => (next: Chance, { body }: Attempt, other: Attempt) => ({
    body: JSON.stringify(changedTree(next, jsonOf(body), jsonOf(other.body))),
  })),
]
const jsonOf = (body: Attempt['body']): unknown => {
  try {
    return JSON.parse(String(body ?? '{}'))
  } catch {
    return String(body)
  }
}

/** Creates the request with this number for a person. */
export function mutated(seed: number, number: number, person: PersonName): Attempt {
  const next = randomOf(Math.imul(seed, 0x9e3779b1) ^ number)
  // Neighbouring seeds give similar first numbers, so the first number is discarded.
  next()
  const start = () => (person === 'anonymous' && next() < 0.5 ? signIn : base(...oneOf(next, seeds), person))
  let attempt: Attempt = { ...start(), group: 'mutated', reach: 'itself' }
  const other = start()
  for (let left = 1 + below(next, 1 + below(next, 4)); left > 0; left -= 1) attempt = { ...attempt, ...oneOf(next, CHANGES)(next, attempt, other) }
  const cut = next() < 0.02
  if (!cut && isHttp(attempt)) return attempt
  const { method, target, headers } = attempt
  const body = String(attempt.body ?? '')
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'host: {host}',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(body ? [`content-length: ${Buffer.byteLength(body)}`] : []),
  ]
  const bytes = `${lines.join('\r\n')}\r\n\r\n${body}`
  return { ...attempt, bytes: cut ? cutUp(next, bytes) : bytes }
}

/** Returns true if node:http can send the request. */
function isHttp({ target, headers }: Attempt) {
  try {
    for (const [name, value] of headers) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
    return /^[\x21-\xff]+$/.test(target)
  } catch {
    return false
  }
}
