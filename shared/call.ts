// Defines a call. Everything about a call derives from its row: routes, input, reply, rule, types and matrix.
import type { z } from 'zod'
import { operandOf, ref, type Cut, type Me, type Operand, type Ref, type Rule } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Name = `${Method} /${string}`

/** People who may make a call: everybody, people with a live session, or people who hold (one of) these menus. */
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
  /** The purpose in words for people who do not know the calls: 'Criar compromisso'. */
  title: string
  method: Method
  /** The upstream's path, with ids as '{id}'. */
  path: string
  /** Another spelling of the path that clients use. The upstream receives `path`. */
  alias?: `/${string}`
  menu: Menu
  /** Strict schemas. If absent, the call accepts no such input. */
  query?: Q
  body?: B
  rule?: Rule
  /**
   * The version of the stored record that the rule judged. The gate sends it as the body's `versao`, so that the write applies only to the version
   * that was judged.
   */
  judged?: Operand
  reply: R
  /** Present if the reply is a file (PDF, XML or JPEG). Returns its name without the extension. */
  file?(asked: Asked<N, z.output<Q>>): string
  cut?: Cut[]
  /** Maximum length of the body in bytes. The default is 64 KiB. */
  largest?: number
  /** True for a call that may take long, such as a file, an e-mail or an export: 60 s in total instead of 30. */
  slow?: true
  /**
   * The body field with the id of the person who is changed. After such a call, cached people are looked up again, and a new `password` ends that
   * person's sessions.
   */
  changesPerson?: string
  /** Limit of calls per minute and session, if it is below the common one. */
  perMinute?: number
  /** The part of the URL by which a request counts for `perMinute`. If absent, all requests count. */
  counted?: string
  /** Number of records or changes that a request counts as, if that exceeds one per kilobyte. The default is one. */
  weight?(body: z.output<B>): number
  /** True if the body contains a file as base64. A text may then be as long as the body, and 32 KiB count as one record. */
  upload?: true
  /** The query parameter that the gate sets to the caller's own id if it is missing. */
  ownId?: string
  /** True if the BFF answers the call itself. It is never forwarded, and no API has it. */
  own?: true
  /** True for a filter or a report. It changes nothing, so its success needs no message. */
  safe: Safe
}

/**
 * Number of changes that one change of a shared record counts as, because anyone may change such a record and one person's mistake or grudge affects
 * everybody.
 */
export const ANYBODYS = 10

const KB = 1024
/** Kilobytes of a stored text, rounded up; at least one. */
export const kilobytes = (text: string) => Math.max(1, Math.ceil(new TextEncoder().encode(text).length / KB))

/** Creates a row of the table. */
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
    reply: R
    file?: (asked: Asked<N, z.output<Q>>) => string
    largest?: number
    slow?: true
    changesPerson?: string
    perMinute?: number
    counted?: string
    weight?: (body: z.output<B>) => number
    upload?: true
    ownId?: keyof z.output<Q> & string
    own?: true
    cut?: (reply: Ref<z.output<R>>) => Cut[]
    safe?: Safe
  },
): Row<N, Q, B, R, Safe> {
  const { rule, judged, cut, safe, ...rest } = row
  const space = name.indexOf(' ')
  // The template type of Name guarantees the space.
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
    // Without `safe`, the type has the same default.
    safe: safe ?? ((method === 'GET') as Safe),
    ...(rule && { rule: rule(refs) }),
    ...(judged && { judged: operandOf(judged(refs)) }),
    ...(cut && { cut: cut(ref({ from: 'reply', at: [] })) }),
  }
}

/** The stored record in the reply of call `row`. It is read with the person's own token, and only when a clause needs it. */
export function read<N extends Name, R extends z.ZodType>(row: Row<N, z.ZodUndefined, z.ZodUndefined, R>, id?: Ref<number>): Ref<z.output<R>> {
  return ref({ from: 'read', call: row.name, ...(id && { id: operandOf(id) }), at: [] })
}

export type ReplyOf<R extends Row> = z.output<R['reply']>
export type BodyOf<R extends Row> = z.output<NonNullable<R['body']>>
export type QueryOf<R extends Row> = z.output<NonNullable<R['query']>>
/** The ids in the path: {id: number}, or an object without keys. */
export type PathIdsOf<R extends Row> = PathOf<R['name']>
