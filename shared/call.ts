// Defines a call. Everything about a call is derived from its row of the table of calls: routes, input, reply, rule, types and matrix.
import type { z } from 'zod'
import { operandOf, ref, type Cut, type Me, type Operand, type Ref, type Rule } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Name = `${Method} /${string}`

/** The people who may make a call: everybody, people with a live session, or people who hold this menu or one of these menus. */
export type Menu = 'public' | 'session' | `/${string}` | readonly `/${string}`[]

type PathOf<N extends string> = N extends `${string}{${infer K}}${infer Rest}` ? { [P in K]: number } & PathOf<Rest> : unknown

interface Refs<N extends string, Q, B> {
  me: Ref<Me>
  path: Ref<PathOf<N>>
  query: Ref<Q>
  body: Ref<B>
}

/** The parameters in the address of a call. */
interface Asked<N extends string, Q> {
  path: PathOf<N>
  query: Q
}

export interface Row<
  N extends Name = Name,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  Safe extends boolean = boolean,
> {
  name: N
  /** The purpose of the call, in words that laypeople understand, for example 'Criar compromisso'. */
  title: string
  method: Method
  /** The path in the upstream, with each id written as '{id}'. */
  path: string
  /** Another spelling of the path, which some clients use. The upstream always receives `path`. */
  alias?: `/${string}`
  menu: Menu
  /** Strict schemas of the query and the body. Without a schema, the call accepts no such input. */
  query?: Q
  body?: B
  rule?: Rule
  /**
   * The version of the stored record that the rule judged. The gate sends it in the body as `versao`, so that the write changes the record only if it
   * still has this version.
   */
  judged?: Operand
  /** The number of records that the call may change besides the one it names, from the stored record that the rule judged. `weight` gets it. */
  further?: Operand
  reply: R
  /** Present if the reply is a file (PDF, XML or JPEG). Returns the name of the file without the extension. */
  file?(asked: Asked<N, z.output<Q>>): string
  cut?: Cut[]
  /** Maximum length of the body in bytes. The default is 64 KiB. */
  largest?: number
  /** True for a call that may take long, such as a file, an e-mail or an export. Its deadline is 60 s instead of 30 s. */
  slow?: true
  /**
   * The field of the body with the id of the person whom the call changes. After such a call, cached sessions look that person up again, and a new
   * `password` ends the sessions of the person.
   */
  changesPerson?: string
  /** True for a call of `changesPerson` that ends the other sessions of the person like a new password. */
  endsSessions?: true
  /** True for a call that asks for the caller's current password, so wrong ones are limited per person. */
  asksPassword?: true
  /** Maximum number of calls per minute and session, if it is lower than the usual limit. */
  perMinute?: number
  /** Text in the URL of the requests that count towards `perMinute`. If absent, all requests count. */
  counted?: string
  /** Number of records or changes that a request counts as, one by default. A long body counts as at least one per kilobyte. */
  weight?(body: z.output<B>, further: number): number
  /** True if the body contains a file as base64. A text may then be as long as the body, and the body counts as one record per 32 KiB. */
  upload?: true
  /** Name of a query parameter. If a request lacks it, the gate sets it to the caller's id. */
  ownId?: string
  /** True if the BFF answers the call itself. Such a call is never forwarded, and no API has it. */
  answeredByBff?: true
  /** True for a call that a person may make before the second factor that the company requires of them is set up. */
  beforeEnrolment?: true
  /** True if the original contract lacks the call, so that another API may answer 404 or 501 to it. */
  added?: true
  /** True for a call that changes nothing, such as a filter or a report, so its success needs no message. */
  safe: Safe
}

/**
 * Number of changes that a change of a shared record counts as. Anyone may change such a record, so one person's mistake or grudge affects everybody.
 */
export const ANYBODYS = 10

const KB = 1024
/** Size of a stored text in kilobytes, rounded up; at least one. */
export const kilobytes = (text: string) => Math.max(1, Math.ceil(new TextEncoder().encode(text).length / KB))

/** Creates a row of the table of calls. */
export function call<
  const N extends Name,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  R extends z.ZodType = z.ZodType,
  const Safe extends boolean = N extends `GET ${string}` ? true : false,
>(
  name: N,
  row: {
    title: string
    menu: Menu
    alias?: `/${string}`
    query?: Q
    body?: B
    rule?: (refs: Refs<N, z.output<Q>, z.output<B>>) => Rule
    judged?: (refs: Refs<N, z.output<Q>, z.output<B>>) => Ref<number | undefined>
    further?: (refs: Refs<N, z.output<Q>, z.output<B>>) => Ref<number | undefined>
    reply: R
    file?: (asked: Asked<N, z.output<Q>>) => string
    largest?: number
    slow?: true
    changesPerson?: string
    endsSessions?: true
    asksPassword?: true
    perMinute?: number
    counted?: string
    weight?: (body: z.output<B>, further: number) => number
    upload?: true
    ownId?: keyof z.output<Q> & string
    answeredByBff?: true
    added?: true
    beforeEnrolment?: true
    cut?: (reply: Ref<z.output<R>>) => Cut[]
    safe?: Safe
  },
): Row<N, Q, B, R, Safe> {
  const { rule, judged, further, cut, safe, ...rest } = row
  const space = name.indexOf(' ')
  // The template type of Name guarantees that there is a space, so the cast is safe.
  const method = name.slice(0, space) as Method
  const refs: Refs<N, z.output<Q>, z.output<B>> = {
    me: ref({ from: 'me', at: [] }),
    path: ref({ from: 'path', at: [] }),
    query: ref({ from: 'query', at: [] }),
    body: ref({ from: 'body', at: [] }),
  }
  return {
    ...rest,
    name,
    method,
    path: name.slice(space + 1),
    // The type gives `safe` the same default, so the cast is safe.
    safe: safe ?? ((method === 'GET') as Safe),
    ...(rule && { rule: rule(refs) }),
    ...(judged && { judged: operandOf(judged(refs)) }),
    ...(further && { further: operandOf(further(refs)) }),
    ...(cut && { cut: cut(ref({ from: 'reply', at: [] })) }),
  }
}

/** Refers to the stored record in the reply of call `row`. The record is read with the person's own token, and only if a clause needs it. */
export function read<N extends Name, R extends z.ZodType>(
  row: Row<N, z.ZodUndefined, z.ZodUndefined, R>,
  id?: Ref<number> | Ref<number | undefined>,
): Ref<z.output<R>> {
  return ref({ from: 'read', call: row.name, ...(id && { id: operandOf(id) }), at: [] })
}

export type ReplyOf<R extends Row> = z.output<R['reply']>
export type BodyOf<R extends Row> = z.output<NonNullable<R['body']>>
export type QueryOf<R extends Row> = z.output<NonNullable<R['query']>>
/** The ids in the path: {id: number}, or an object without keys. */
export type PathIdsOf<R extends Row> = PathOf<R['name']>
