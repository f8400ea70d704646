// The only evaluator of rules; it also says a rule in words.
import { P, S, type Cut, type Me, type Operand, type Rule } from '../../shared/access.ts'
import { messages } from '../../shared/messages.ts'
import { StacklessError } from './errors.ts'

export interface Refused {
  status: 403 | 409
  message: string
  /** The clause that refused. */
  clause: Rule
}

/** 'unknown': it depends on something that was not given. */
export type Verdict = 'allowed' | 'unknown' | Refused

/** A value that is not known yet (asking what a person may do before there is an input). */
export const UNKNOWN = Symbol('unknown')

/** Judges a rule on values. Clauses left to right; a refusal ends it. */
export function evaluate(rule: Rule, value: (operand: Operand) => unknown, me: Me): Verdict {
  const refused: Refused = { status: 403, message: messages.denied, clause: rule }
  const leaf = (known: boolean, holds: () => boolean): Verdict => (known ? (holds() ? 'allowed' : refused) : 'unknown')
  if ('all' in rule) {
    let verdict: Verdict = 'allowed'
    for (const clause of rule.all) {
      const one = evaluate(clause, value, me)
      if (typeof one === 'object') return one
      if (one === 'unknown') verdict = one
    }
    return verdict
  }
  if ('any' in rule) {
    let unknown = false
    let refusal: Refused | undefined
    for (const clause of rule.any) {
      const one = evaluate(clause, value, me)
      if (one === 'allowed') return one
      if (one === 'unknown') unknown = true
      else if (!refusal || refusal.message === messages.denied) refusal = one
    }
    return unknown ? 'unknown' : { ...(refusal ?? refused), clause: rule }
  }
  if ('not' in rule) {
    const one = evaluate(rule.not, value, me)
    return one === 'unknown' ? one : one === 'allowed' ? refused : 'allowed'
  }
  if ('must' in rule) {
    const one = evaluate(rule.must, value, me)
    return typeof one === 'object' ? { status: rule.status, message: rule.message, clause: rule } : one
  }
  if ('menu' in rule) return leaf(true, () => me.routes.includes(rule.menu))
  if ('absent' in rule) {
    const v = value(rule.absent)
    return leaf(v !== UNKNOWN, () => v === undefined)
  }
  if ('empty' in rule) {
    const v = value(rule.empty)
    return leaf(v !== UNKNOWN, () => missing(v) || v === '')
  }
  if ('changes' in rule) {
    const [a, b, c] = [...rule.changes, rule.within].map(value)
    const lists = Array.isArray(a) && Array.isArray(b) && Array.isArray(c)
    const only = (one: unknown[], other: unknown[]) => one.filter((item) => !other.includes(item))
    return leaf(![a, b, c].includes(UNKNOWN), () => lists && [...only(a, b), ...only(b, a)].every((item) => c.includes(item)))
  }
  if ('within' in rule) {
    const [a, b] = rule.within.map(value)
    return leaf(a !== UNKNOWN && b !== UNKNOWN, () => Array.isArray(a) && Array.isArray(b) && a.every((item) => b.includes(item)))
  }
  const [a, b] = rule.is.map(value)
  // Two missing values never match.
  return leaf(a !== UNKNOWN && b !== UNKNOWN, () => !missing(a) && a === b)
}

const missing = (v: unknown) => v === undefined || v === null

/** What a rule is judged on. `read` asks the upstream for a stored record, with the person's own token. */
export interface Facts {
  me: Me
  path: unknown
  query: unknown
  body: unknown
  read: (call: string, id: number | undefined) => Promise<unknown>
}

/** A stored record that a clause needs and that was not read yet. */
class Needed extends StacklessError {
  readonly call: string
  readonly id: number | undefined
  readonly key: string
  constructor(call: string, id: number | undefined, key: string) {
    super(call)
    this.call = call
    this.id = id
    this.key = key
  }
}

/** Judges a rule; reads a stored record only when a clause gets to it, and each at most once. `known`: a value as it was judged; undefined of a record that no clause read. */
export async function decide(rule: Rule, facts: Facts): Promise<{ verdict: Verdict; known: (operand: Operand) => unknown }> {
  const stored = new Map<string, unknown>()
  const value = (operand: Operand): unknown => {
    if ('value' in operand) return operand.value
    if (operand.from === 'reply') throw new Error('A rule on input cannot look at the reply')
    if (operand.from !== 'read') return at(facts[operand.from], operand.at)
    const wanted = operand.id && value(operand.id)
    const id = typeof wanted === 'number' ? wanted : undefined
    const key = `${operand.call} ${id}`
    if (!stored.has(key)) throw new Needed(operand.call, id, key)
    return at(stored.get(key), operand.at)
  }
  const known = (operand: Operand) => {
    try {
      return value(operand)
    } catch (needed) {
      if (!(needed instanceof Needed)) throw needed
      return undefined
    }
  }
  for (;;) {
    try {
      return { verdict: evaluate(rule, value, facts.me), known }
    } catch (needed) {
      if (!(needed instanceof Needed)) throw needed
      stored.set(needed.key, await facts.read(needed.call, needed.id))
    }
  }
}

/** What can be said of a rule when only the person is known. */
export const foresee = (rule: Rule, me: Me): Verdict =>
  evaluate(rule, (operand) => ('value' in operand ? operand.value : operand.from === 'me' ? at(me, operand.at) : UNKNOWN), me)

/** Takes out of a reply what a row's `cut` names, in place. */
export function reduce(reply: unknown, cuts: readonly Cut[], me: Me) {
  for (const { at: target, keep, unless } of cuts) {
    if (foresee(unless, me) === 'allowed' || 'value' in target) continue
    const path = target.at
    const last = path.at(-1) ?? ''
    for (const holder of holders(reply, path.slice(0, -1))) {
      const list = holder[last]
      if (!keep) delete holder[last]
      else if (Array.isArray(list)) {
        const inItem = path.length + 1
        const value = (item: unknown) => (o: Operand) => ('value' in o ? o.value : o.from === 'me' ? at(me, o.at) : at(item, o.at.slice(inItem)))
        holder[last] = list.filter((item) => evaluate(keep, value(item), me) === 'allowed')
      }
    }
  }
  return reply
}

/** The objects at a path, 'each' standing for every item of a list. */
function holders(root: unknown, path: readonly string[]): Record<string, unknown>[] {
  const [key, ...rest] = path
  if (key === undefined) return typeof root === 'object' && root !== null ? [root as Record<string, unknown>] : []
  if (key === 'each') return Array.isArray(root) ? root.flatMap((item) => holders(item, rest)) : []
  return holders(at(root, [key]), rest)
}

/** The value at a path of own properties; undefined where there is none. */
export const at = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    root,
  )

const sources = { me: 'quem pede', path: 'caminho', query: 'consulta', body: 'corpo', reply: 'resposta' }

export function sayOperand(operand: Operand): string {
  if ('value' in operand) return typeof operand.value === 'string' ? `'${operand.value}'` : String(operand.value)
  const path = operand.at.map((key) => (key === 'each' ? '[]' : /^\d$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  if (operand.from !== 'read') return sources[operand.from] + path
  const { call, id } = operand
  return `«${call.slice(call.indexOf(' ') + 1).replace(/\{\w+\}/, () => `{${id ? sayOperand(id) : ''}}`)}»${path}`
}

const known = new Map([
  [JSON.stringify(S), 'S'],
  [JSON.stringify(P), 'P'],
])

/** A rule in words, for the matrix. S and P as the law has them; «/users/{corpo.idUser}» is the stored record that GET answers. */
export function say(rule: Rule): string {
  const name = known.get(JSON.stringify(rule))
  if (name) return name
  if ('all' in rule) return rule.all.map((r) => (isAny(r) ? `(${say(r)})` : say(r))).join(' e ')
  if ('any' in rule) {
    const values = oneOfValues(rule.any)
    if (values) return values
    return rule.any.map((r) => ('all' in r ? `(${say(r)})` : say(r))).join(' ou ')
  }
  if ('not' in rule) return `não (${say(rule.not)})`
  if ('must' in rule) return `${isAny(rule.must) ? `(${say(rule.must)})` : say(rule.must)} [senão ${rule.status}: ${rule.message}]`
  if ('menu' in rule) return `tem o menu ${rule.menu}`
  if ('absent' in rule) return `${sayOperand(rule.absent)} ausente`
  if ('empty' in rule) return `${sayOperand(rule.empty)} vazio`
  if ('changes' in rule) return `o que muda de ${sayOperand(rule.changes[1])} para ${sayOperand(rule.changes[0])} está em ${sayOperand(rule.within)}`
  if ('within' in rule) return `${sayOperand(rule.within[0])} está em ${sayOperand(rule.within[1])}`
  return `${sayOperand(rule.is[0])} = ${sayOperand(rule.is[1])}`
}

/** Whether its words need brackets beside an 'e'. */
const isAny = (rule: Rule) => 'any' in rule && !known.has(JSON.stringify(rule)) && !oneOfValues(rule.any)

/** Several values of the same thing: 'corpo.departamento é 2, 4 ou 5'. */
function oneOfValues(clauses: Rule[]): string | undefined {
  const said = clauses.map((clause) =>
    'is' in clause && 'value' in clause.is[1] ? ([sayOperand(clause.is[0]), sayOperand(clause.is[1])] as const) : undefined,
  )
  const [first] = said
  if (!first || said.length < 2 || said.some((one) => one?.[0] !== first[0])) return undefined
  const values = said.map((one) => one?.[1] ?? '')
  return `${first[0]} é ${values.slice(0, -1).join(', ')} ou ${values.at(-1)}`
}
