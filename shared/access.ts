// The vocabulary of rules. A rule is data: the gate enforces it, the matrix prints it, and the mutation test changes it.

/** The caller, as the upstream's GET /auth describes them. `routes` lists the menus that the person holds. */
export interface Me {
  id: number
  name: string
  supervisor: 'S' | 'N'
  departamento: number | null
  routes: string[]
}

export type Source = 'me' | 'path' | 'query' | 'body' | 'reply'

/** The source of a value. `read` takes it from the reply of that call, for the record with the id in `id`; without `id`, the call takes none. */
export type Operand =
  { from: Source; at: string[] } | { from: 'read'; call: string; id?: Operand; at: string[] } | { value: string | number | boolean }

export type Rule =
  | { all: Rule[] }
  | { any: Rule[] }
  | { not: Rule }
  | { is: [Operand, Operand] }
  | { absent: Operand }
  | { empty: Operand }
  | { changes: [Operand, Operand]; within: Operand }
  | { within: [Operand, Operand] }
  | { menu: string }
  | { must: Rule; message: string; status: 403 | 409 }

/**
 * A part of a reply that is removed. `at` is a list of which only items matching `keep` stay, or (without `keep`) a field that is deleted. Nothing is
 * removed for a person who fulfils `unless`.
 */
export interface Cut {
  at: Operand
  keep?: Rule
  unless: Rule
}

const operand = Symbol('operand')

/** A typed reference: a field that does not exist, or a number compared with 'D', does not compile. */
export type Ref<T> = { readonly [operand]: T } & (NonNullable<T> extends readonly (infer I)[]
  ? { readonly each: Ref<I>; readonly 0: Ref<I>; readonly 1: Ref<I> }
  : NonNullable<T> extends object
    ? { readonly [K in keyof NonNullable<T>]-?: Ref<NonNullable<T>[K]> }
    : unknown)

/** The operands that a reference may be compared with: another reference of its type, or a value. */
type Comparable<T> = Ref<T> | Ref<T | null> | Ref<T | undefined> | Ref<T | null | undefined> | (T & (string | number | boolean))

type Rooted = Exclude<Operand, { value: unknown }>

/** Creates a reference that records the path accessed on it. */
export function ref<T>(root: Rooted): Ref<T> {
  // The Proxy pretends to have every property of Ref<T>: an access is recorded, nothing is read.
  return new Proxy(
    {},
    { get: (_, key) => (key === operand ? root : typeof key === 'string' ? ref({ ...root, at: [...root.at, key] }) : undefined) },
  ) as Ref<T>
}

/** A reference or a plain value as data. */
export function operandOf(x: unknown): Operand {
  if (typeof x === 'string' || typeof x === 'number' || typeof x === 'boolean') return { value: x }
  // All other accepted types were created by ref().
  return (x as { [operand]: Operand })[operand]
}

export const me = ref<Me>({ from: 'me', at: [] })

/** Strictly equal, including the type. Two missing values never match. */
export const is = <T>(a: Ref<T>, b: Comparable<NonNullable<NoInfer<T>>>): Rule => ({ is: [operandOf(a), operandOf(b)] })
/** Equal to one of these values. */
export const oneOf = <T>(a: Ref<T>, ...values: (NonNullable<NoInfer<T>> & (string | number | boolean))[]): Rule => ({
  any: values.map((value) => ({ is: [operandOf(a), { value }] })),
})
/** Not sent at all. A null counts as sent. */
export const absent = (a: Ref<unknown>): Rule => ({ absent: operandOf(a) })
/** Missing, null or an empty text. */
export const empty = (a: Ref<unknown>): Rule => ({ empty: operandOf(a) })
/** A field that leaves the stored value as it is: not sent, equal, or empty on both sides. */
export const unchanged = <T>(sent: Ref<T>, stored: Comparable<NonNullable<NoInfer<T>>>): Rule =>
  any(absent(sent), is(sent, stored), all(empty(sent), { empty: operandOf(stored) }))
/** Every item that is in only one of the two lists must be in `allowed`. */
export const changesWithin = <T>(sent: Ref<T[]> | Ref<T[] | undefined>, stored: Ref<NoInfer<T>[]>, allowed: Ref<NoInfer<T>[]>): Rule => ({
  changes: [operandOf(sent), operandOf(stored)],
  within: operandOf(allowed),
})
/** Every item of list `a` is in list `b`. False if a list is missing. */
export const within = <T>(a: Ref<T[]> | Ref<T[] | undefined>, b: Ref<NoInfer<T>[]> | Ref<NoInfer<T>[] | undefined>): Rule => ({
  within: [operandOf(a), operandOf(b)],
})
/** The person holds this menu. */
export const holds = (menu: string): Rule => ({ menu })
export const not = (rule: Rule): Rule => ({ not: rule })
/** Judged from left to right. After a refusal, the remaining clauses are not judged and their stored records are not read. */
export const all = (...rules: Rule[]): Rule => ({ all: rules })
export const any = (...rules: Rule[]): Rule => ({ any: rules })
/** A refusal with its own message. Use 409 for a refusal by state, and place it after the permission. */
export const must = (rule: Rule, message: string, status: 403 | 409 = 403): Rule => ({ must: rule, message, status })

/** S: the supervisor flag is exactly 'S'. */
export const S = is(me.supervisor, 'S')
// Departments with powers of their own, by number.
export const PROJECTS = 2
export const FINANCE = 4
export const DEVELOPMENT = 5
/** P: a supervisor, or department exactly 4 (finance). */
export const P = any(S, is(me.departamento, FINANCE))

export const cut = {
  field: (at: Ref<unknown>, unless: Rule): Cut => ({ at: operandOf(at), unless }),
  list: (at: Ref<unknown[]>, keep: Rule, unless: Rule): Cut => ({ at: operandOf(at), keep, unless }),
}
