// The words rules are written in. A rule is data: the gate enforces it, the matrix prints it, the mutation test changes it.

/** Whoever asks, as the upstream's GET /auth says. `routes`: the menus held. */
export interface Me {
  id: number
  name: string
  supervisor: 'S' | 'N'
  departamento: number | null
  routes: string[]
}

export type Source = 'me' | 'path' | 'query' | 'body' | 'reply'

/** Where a value comes from. `read`: the reply of that call for the record whose id stands at `id` (absent: a call without an id). */
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

/** `at`: a list whose items are kept by `keep`, or (without `keep`) a field that is removed; for nobody of whom `unless` holds. */
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

/** What a reference may be compared with: another of its kind, or a value of its type. */
type Comparable<T> = Ref<T> | Ref<T | null> | Ref<T | undefined> | Ref<T | null | undefined> | (T & (string | number | boolean))

type Rooted = Exclude<Operand, { value: unknown }>

/** Makes a reference that records the path it is asked for. */
export function ref<T>(root: Rooted): Ref<T> {
  // The Proxy has every property that Ref<T> promises: each one is recorded, none is read.
  return new Proxy(
    {},
    { get: (_, key) => (key === operand ? root : typeof key === 'string' ? ref({ ...root, at: [...root.at, key] }) : undefined) },
  ) as Ref<T>
}

/** What a reference or a plain value stands for, as data. */
export function operandOf(x: unknown): Operand {
  if (typeof x === 'string' || typeof x === 'number' || typeof x === 'boolean') return { value: x }
  // Everything else that the typed words accept was made by ref().
  return (x as { [operand]: Operand })[operand]
}

export const me = ref<Me>({ from: 'me', at: [] })

/** Equal, to the type; two missing values never match. */
export const is = <T>(a: Ref<T>, b: Comparable<NonNullable<NoInfer<T>>>): Rule => ({ is: [operandOf(a), operandOf(b)] })
/** One of these values. */
export const oneOf = <T>(a: Ref<T>, ...values: (NonNullable<NoInfer<T>> & (string | number | boolean))[]): Rule => ({
  any: values.map((value) => ({ is: [operandOf(a), { value }] })),
})
/** Not sent at all; null is sent. */
export const absent = (a: Ref<unknown>): Rule => ({ absent: operandOf(a) })
/** Missing, null or an empty text. */
export const empty = (a: Ref<unknown>): Rule => ({ empty: operandOf(a) })
/** A field of a change that changes nothing: not sent, or as it is stored. */
export const unchanged = <T>(sent: Ref<T>, stored: Comparable<NonNullable<NoInfer<T>>>): Rule =>
  any(absent(sent), is(sent, stored), all(empty(sent), { empty: operandOf(stored) }))
/** Every item that only one of two lists has, is in a third. */
export const changesWithin = <T>(sent: Ref<T[]> | Ref<T[] | undefined>, stored: Ref<NoInfer<T>[]>, allowed: Ref<NoInfer<T>[]>): Rule => ({
  changes: [operandOf(sent), operandOf(stored)],
  within: operandOf(allowed),
})
/** Every item of list `a` is in list `b`; a missing list is in none. */
export const within = <T>(a: Ref<T[]> | Ref<T[] | undefined>, b: Ref<NoInfer<T>[]> | Ref<NoInfer<T>[] | undefined>): Rule => ({
  within: [operandOf(a), operandOf(b)],
})
/** The person's access list holds this menu. */
export const holds = (menu: string): Rule => ({ menu })
export const not = (rule: Rule): Rule => ({ not: rule })
/** Left to right; what follows a refusal is not judged and its stored records are not read. */
export const all = (...rules: Rule[]): Rule => ({ all: rules })
export const any = (...rules: Rule[]): Rule => ({ any: rules })
/** A refusal in its own words; 409 is a refusal by state, to be written after the permission. */
export const must = (rule: Rule, message: string, status: 403 | 409 = 403): Rule => ({ must: rule, message, status })

/** S: the supervisor flag is exactly 'S'. */
export const S = is(me.supervisor, 'S')
// Departments with powers of their own, by their number.
export const PROJECTS = 2
export const FINANCE = 4
export const DEVELOPMENT = 5
/** P: a supervisor, or department exactly 4 (finance). */
export const P = any(S, is(me.departamento, FINANCE))

export const cut = {
  field: (at: Ref<unknown>, unless: Rule): Cut => ({ at: operandOf(at), unless }),
  list: (at: Ref<unknown[]>, keep: Rule, unless: Rule): Cut => ({ at: operandOf(at), keep, unless }),
}
