// The typed input and reply of each call, and the address built from an input.
import type { z } from 'zod'
import type { PathIdsOf, ReplyOf } from '../../shared/call.ts'
import type { CallName, CallOf } from '../../shared/calls.ts'

type Part<K extends string, T> = unknown extends T ? unknown : [T] extends [undefined] ? unknown : { [P in K]: T }
/** Callers pass ids as numbers, although the schema reads them from the URL as strings. */
type Asked<Q> = Part<'query', { [K in keyof Q]: Q[K] | (string[] extends Extract<Q[K], unknown[]> ? number[] : never) }>
export type Input<N extends CallName> = Part<'path', PathIdsOf<CallOf<N>>> &
  Asked<z.input<NonNullable<CallOf<N>['query']>>> &
  Part<'body', z.input<NonNullable<CallOf<N>['body']>>>
export type Reply<N extends CallName> = ReplyOf<CallOf<N>>
/** Calls that change nothing: every GET, and the POSTs that only filter. */
export type ReadName = { [N in CallName]: CallOf<N>['safe'] extends true ? N : never }[CallName]
/** Empty for a call that takes no input, so its callers pass no second argument. */
export type Args<N extends CallName> = unknown extends Input<N> ? [] : [input: Input<N>]

export interface AnyInput {
  path?: Record<string, number>
  query?: Record<string, string | number | readonly (string | number)[] | undefined>
  body?: unknown
}

/** Address of a call with a given input, such as '/clients/7?x=1'. */
export function urlOf(name: CallName, input: unknown = {}) {
  // Callers are typed by Args<N>, so only a valid input arrives here. The compiler cannot follow the union over every N.
  const { path = {}, query = {} } = input as AnyInput
  const url = name.slice(name.indexOf(' ') + 1).replace(/\{(\w+)\}/g, (_, key: string) => String(path[key]))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) for (const one of [value].flat()) if (one !== undefined) search.append(key, String(one))
  return search.size ? `${url}?${search}` : url
}
/** Cache key of a call's reply: the call and its input as one string. */
export function keyOf(name: CallName, input: unknown = {}) {
  const { body } = input as AnyInput
  return `${name.slice(0, name.indexOf(' '))} ${urlOf(name, input)}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`
}

/**
 * Sends the request of a screen that is being entered. In the browser, each navigation sends one request and waits for it only if there is no cached
 * data to show.
 */
export type Ask = <N extends ReadName>(name: N, ...args: Args<N>) => Promise<void>
