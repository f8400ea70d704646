// Evaluates rules. No other file does.
import type { Cut, Me, Operand, Rule } from '../../shared/access.ts'
import { messages } from '../../shared/messages.ts'
import { StacklessError } from './errors.ts'

export interface Refused {
  status: 403 | 409
  message: string
  /** The part of the rule that refused. */
  clause: Rule
}

/** The result of a rule. 'unknown' means that it depends on a value that was not given. */
export type Verdict = 'allowed' | 'unknown' | Refused

/** A value that is not known yet, for example when a person's calls are listed before there is any input. */
export const UNKNOWN = Symbol('unknown')

/** Judges a rule on given values. The clauses are judged from left to right, and the first refusal ends the evaluation. */
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
  // Two missing values are never equal.
  return leaf(a !== UNKNOWN && b !== UNKNOWN, () => !missing(a) && a === b)
}

const missing = (v: unknown) => v === undefined || v === null

/** The facts for judging a rule. `read` gets a stored record from the upstream with the person's own token. */
export interface Facts {
  me: Me
  path: unknown
  query: unknown
  body: unknown
  read: (call: string, id: number | undefined) => Promise<unknown>
}

/** Thrown when a clause needs a stored record that was not read yet, so that the record can be read and the rule judged again. */
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

/**
 * Judges a rule. A stored record is read only if a clause needs it, and at most once. `known` returns the value that a clause was judged on, or
 * undefined if it belongs to a record that was not read.
 */
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

/** The result of a rule if nothing but the person is known. */
export const foresee = (rule: Rule, me: Me): Verdict =>
  evaluate(rule, (operand) => ('value' in operand ? operand.value : operand.from === 'me' ? at(me, operand.at) : UNKNOWN), me)

/** Whether a part is removed from replies to this person. */
export const isCut = ({ unless }: Cut, me: Me) => foresee(unless, me) !== 'allowed'

/** Removes the parts named by the call's `cut` from a reply. The reply itself is changed. */
export function reduce(reply: unknown, cuts: readonly Cut[], me: Me) {
  for (const cut of cuts) {
    const { at: target, keep } = cut
    if (!isCut(cut, me) || 'value' in target) continue
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

/** The objects at a path. 'each' in the path stands for every item of a list. */
function holders(root: unknown, path: readonly string[]): Record<string, unknown>[] {
  const [key, ...rest] = path
  if (key === undefined) return typeof root === 'object' && root !== null ? [root as Record<string, unknown>] : []
  if (key === 'each') return Array.isArray(root) ? root.flatMap((item) => holders(item, rest)) : []
  return holders(at(root, [key]), rest)
}

/** The value at a path of own properties. Undefined if there is none. */
export const at = (root: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined),
    root,
  )
