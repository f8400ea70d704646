// The parts that rules are made of. A rule is data: the gate enforces it, the matrix prints it, and the mutation test changes it.

/** The caller, as GET /auth of the upstream describes the person. `routes` lists the menus that the person holds. */
export interface Me {
  id: number
  name: string
  supervisor: 'S' | 'N'
  departamento: number | null
  routes: string[]
}

export type Source = 'me' | 'path' | 'query' | 'body' | 'reply'

/** Source of a value. With `read`, the value comes from the reply of `call` for the record `id`. Without `id`, the call has no id in its path. */
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
 * A part that is removed from a reply. With `keep`, `at` is a list that loses all items that do not match. Without `keep`, `at` is a field that is
 * deleted. Nothing is removed for a person who fulfils `unless`.
 */
export interface Cut {
  at: Operand
  keep?: Rule
  unless: Rule
}

const operand = Symbol('operand')

/** A typed reference to a field. The code does not compile if the field does not exist, or if a number is compared with 'D'. */
export type Ref<T> = { readonly [operand]: T } & (NonNullable<T> extends readonly (infer I)[]
  ? { readonly each: Ref<I>; readonly 0: Ref<I>; readonly 1: Ref<I> }
  : NonNullable<T> extends object
    ? { readonly [K in keyof NonNullable<T>]-?: Ref<NonNullable<T>[K]> }
    : unknown)

/** The operands that a reference may be compared with: another reference of its type, or a value. */
type Comparable<T> = Ref<T> | Ref<T | null> | Ref<T | undefined> | Ref<T | null | undefined> | (T & (string | number | boolean))

type Rooted = Exclude<Operand, { value: unknown }>

/** Creates a reference that records which fields are accessed on it. */
export function ref<T>(root: Rooted): Ref<T> {
  // The Proxy pretends to have every field of Ref<T>: accessing one only records its name and reads nothing.
  return new Proxy(
    {},
    { get: (_, key) => (key === operand ? root : typeof key === 'string' ? ref({ ...root, at: [...root.at, key] }) : undefined) },
  ) as Ref<T>
}

/** Turns a reference or a plain value into data. */
export function operandOf(x: unknown): Operand {
  if (typeof x === 'string' || typeof x === 'number' || typeof x === 'boolean') return { value: x }
  // All other accepted values were created by ref(), so the cast is safe.
  return (x as { [operand]: Operand })[operand]
}

export const me = ref<Me>({ from: 'me', at: [] })

/** The values are strictly equal, including their type. Two missing values are never equal. */
export const is = <T>(a: Ref<T>, b: Comparable<NonNullable<NoInfer<T>>>): Rule => ({ is: [operandOf(a), operandOf(b)] })
/** The value is equal to one of these values. */
export const oneOf = <T>(a: Ref<T>, ...values: (NonNullable<NoInfer<T>> & (string | number | boolean))[]): Rule => ({
  any: values.map((value) => ({ is: [operandOf(a), { value }] })),
})
/** The field was not sent at all. A null counts as sent. */
export const absent = (a: Ref<unknown>): Rule => ({ absent: operandOf(a) })
/** The value is missing, null or an empty text. */
export const empty = (a: Ref<unknown>): Rule => ({ empty: operandOf(a) })
/** The change leaves the stored value as it is: the field was not sent, equals the stored value, or both are empty. */
export const unchanged = <T>(sent: Ref<T>, stored: Comparable<NonNullable<NoInfer<T>>>): Rule =>
  any(absent(sent), is(sent, stored), all(empty(sent), { empty: operandOf(stored) }))
/** Every item that is in only one of the two lists is in `allowed`. */
export const changesWithin = <T>(sent: Ref<T[]> | Ref<T[] | undefined>, stored: Ref<NoInfer<T>[]>, allowed: Ref<NoInfer<T>[]>): Rule => ({
  changes: [operandOf(sent), operandOf(stored)],
  within: operandOf(allowed),
})
/** Every item of list `a` is in list `b`. False if a list is missing. */
export const within = <T>(a: Ref<T[]> | Ref<T[] | undefined>, b: Ref<NoInfer<T>[]> | Ref<NoInfer<T>[] | undefined>): Rule => ({
  within: [operandOf(a), operandOf(b)],
})
/** The caller holds this menu. */
export const holds = (menu: string): Rule => ({ menu })
export const not = (rule: Rule): Rule => ({ not: rule })
/**
 * All rules are fulfilled. They are judged from left to right. After a refusal the remaining rules are not judged, so their stored records are not
 * read.
 */
export const all = (...rules: Rule[]): Rule => ({ all: rules })
export const any = (...rules: Rule[]): Rule => ({ any: rules })
/**
 * A rule whose refusal has its own message. Use 409 if the state of the record is the reason, and put such a rule after the rules about permissions.
 */
export const must = (rule: Rule, message: string, status: 403 | 409 = 403): Rule => ({ must: rule, message, status })

/** S: the supervisor flag is exactly 'S'. */
export const S = is(me.supervisor, 'S')
// Departments with special powers, by number.
export const PROJECTS = 2
export const FINANCE = 4
export const DEVELOPMENT = 5
/** P: a supervisor, or department exactly 4 (finance). */
export const P = any(S, is(me.departamento, FINANCE))

export const cut = {
  field: (at: Ref<unknown>, unless: Rule): Cut => ({ at: operandOf(at), unless }),
  list: (at: Ref<unknown[]>, keep: Rule, unless: Rule): Cut => ({ at: operandOf(at), keep, unless }),
}
