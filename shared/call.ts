// What a call is. Everything about a call derives from its row: routes, input, reply, rule, types, matrix.
import type { z } from 'zod'
import { operandOf, ref, type Cut, type Me, type Operand, type Ref, type Rule } from './access.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Name = `${Method} /${string}`

/** Who may knock: everybody, any live session, or whoever's access list holds (one of) these routes. */
export type Menu = 'public' | 'session' | `/${string}` | readonly `/${string}`[]

type PathOf<N extends string> = N extends `${string}{${infer K}}${infer Rest}` ? { [P in K]: number } & PathOf<Rest> : unknown

interface Refs<N extends string, Q, B> {
  me: Ref<Me>
  path: Ref<PathOf<N>>
  query: Ref<Q>
  body: Ref<B>
}

/** What the address of a call says. */
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
  /** What it does, to whoever reads no calls: 'Criar compromisso'. */
  title: string
  method: Method
  /** The upstream's path, ids as '{id}'. */
  path: string
  /** Another spelling of the path that clients use; the upstream sees the first. */
  alias?: `/${string}`
  menu: Menu
  /** Strict schemas; absent: this call takes none. */
  query?: Q
  body?: B
  rule?: Rule
  /** The version of the stored record that the rule judged: it goes with the write as the body's `versao`, so that what was judged is what is written over. */
  judged?: Operand
  reply: R
  /** The reply is a file: a PDF, an XML or a JPEG. Names it, without its ending. */
  file?(asked: Asked<N, z.output<Q>>): string
  cut?: Cut[]
  /** The largest body, bytes; absent: 64 KiB. */
  largest?: number
  /** A file, an e-mail or an export takes its time: 60 s in all instead of 30. */
  slow?: true
  /** It changes the person whose id stands there in its body: who anyone is, is asked anew, and a new `password` ends that person's sessions. */
  changesPerson?: string
  /** How often a session may make it in a minute, where that is less than the common limit. */
  perMinute?: number
  /** Which of its requests count for that, by a parameter of their query; absent: all. */
  counted?: string
  /** How many records or changes it counts as for whoever sends this body, where a kilobyte of it counts for less; absent: one. */
  weight?(body: z.output<B>): number
  /** A file is sent in its body, as base64: a text as long as the body, of which 32 KiB count as a record. */
  upload?: true
  /** The parameter of its query that is the caller's own id where it is left out: the gate writes it. */
  ownId?: string
  /** Answered by the BFF itself, never forwarded: no API has it. */
  own?: true
  /** A filter or a report: it changes nothing, so it says nothing when it succeeds. */
  safe: Safe
}

/** Changes that one counts as of a record that is anybody's to change: a slip or a grudge of one person takes from all. */
export const ANYBODYS = 10

const KB = 1024
/** Begun, of a text as it is stored; one at least. */
export const kilobytes = (text: string) => Math.max(1, Math.ceil(new TextEncoder().encode(text).length / KB))

/** One row of the table. */
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
  // The template type of Name is what this cut relies on.
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
    // What is not said is the type's own default.
    safe: safe ?? ((method === 'GET') as Safe),
    ...(rule && { rule: rule(refs) }),
    ...(judged && { judged: operandOf(judged(refs)) }),
    ...(cut && { cut: cut(ref({ from: 'reply', at: [] })) }),
  }
}

/** The stored record that call `row` answers, read with the person's own token only when a clause needs it. */
export function read<N extends Name, R extends z.ZodType>(row: Row<N, z.ZodUndefined, z.ZodUndefined, R>, id?: Ref<number>): Ref<z.output<R>> {
  return ref({ from: 'read', call: row.name, ...(id && { id: operandOf(id) }), at: [] })
}

export type ReplyOf<R extends Row> = z.output<R['reply']>
export type BodyOf<R extends Row> = z.output<NonNullable<R['body']>>
export type QueryOf<R extends Row> = z.output<NonNullable<R['query']>>
/** The ids of the path: {id: number}, or no key at all. */
export type PathIdsOf<R extends Row> = PathOf<R['name']>
