// The calls as the browser asks them: their input, and the address that it makes.
import type { z } from 'zod'
import type { PathIdsOf, ReplyOf } from '../../shared/call.ts'
import type { CallName, CallOf } from '../../shared/calls.ts'

type Part<K extends string, T> = unknown extends T ? unknown : [T] extends [undefined] ? unknown : { [P in K]: T }
/** Ids are given as the numbers they are; the URL has them as texts. */
type Asked<Q> = Part<'query', { [K in keyof Q]: Q[K] | (string[] extends Extract<Q[K], unknown[]> ? number[] : never) }>
export type Input<N extends CallName> = Part<'path', PathIdsOf<CallOf<N>>> &
  Asked<z.input<NonNullable<CallOf<N>['query']>>> &
  Part<'body', z.input<NonNullable<CallOf<N>['body']>>>
export type Reply<N extends CallName> = ReplyOf<CallOf<N>>
/** The calls that change nothing: every GET, and the POSTs that only filter. */
export type ReadName = { [N in CallName]: CallOf<N>['safe'] extends true ? N : never }[CallName]
/** No second argument where a call takes nothing. */
export type Args<N extends CallName> = unknown extends Input<N> ? [] : [input: Input<N>]

export interface AnyInput {
  path?: Record<string, number>
  query?: Record<string, string | number | readonly (string | number)[] | undefined>
  body?: unknown
}

/** A call's address with its input: '/clients/7?x=1'. */
export function urlOf(name: CallName, input: unknown = {}) {
  // Args<N> lets nothing else in; the union over every N is what the compiler cannot follow.
  const { path = {}, query = {} } = input as AnyInput
  const url = name.slice(name.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, key: string) => String(path[key]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) if (one !== undefined) search.append(key, String(one))
  return search.size ? `${url}?${search}` : url
}
/** A call and its input as one text, under which its reply is cached. */
export function keyOf(name: CallName, input: unknown = {}) {
  const { body } = input as AnyInput
  return `${name.slice(0, name.indexOf(' '))} ${urlOf(name, input)}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}

/** What a screen asks for on entering. In the browser: one request a navigation, awaited only when nothing is shown yet. */
export type Ask = <N extends ReadName>(name: N, ...args: Args<N>) => Promise<void>
