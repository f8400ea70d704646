// The browser's only road to the server: typed by the table, one place for failures, clock and polling.
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import useSWR, { mutate, type SWRResponse } from 'swr'
import type { z } from 'zod'
import type { CallName, CallOf } from '../shared/calls.ts'
import type { PathIdsOf, ReplyOf } from '../shared/call.ts'
import { failure, messages } from '../shared/messages.ts'
import { readCookie, writeCookie } from './ui/cookie.ts'

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

interface AnyInput {
  path?: Record<string, number>
  query?: Record<string, string | number | readonly (string | number)[] | undefined>
  body?: unknown
}

/** A call that failed. status 0: no answer at all. `message` is fit to be shown. */
export class Failure extends Error {
  readonly status: number
  /** What is wrong with which field, of a 400. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** When, ms of the server's clock. */
  readonly at = serverNow()
  constructor(status: number, message: string, fields: Record<string, string> = {}, requestId: string | null = null) {
    super(message)
    this.status = status
    this.fields = fields
    this.requestId = requestId
  }
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

// The server's clock: its last Date header, carried on by a timer that no one can set.
let clock = { server: 0, at: 0 }
export function setClock(serverMs: number) {
  clock = { server: serverMs, at: performance.now() }
}
/** Now, by the server's clock, in ms. */
export const serverNow = () => clock.server + performance.now() - clock.at

let build = ''
let onNewBuild: () => void = () => undefined
/** Says which build this page is, and what to do when the server's is another. */
export function watchBuild(current: string, changed: () => void) {
  build = current
  onNewBuild = changed
}

// Whose this browser is, by its newest page; nobody's after signing out. A cookie, because a tab that slept reads it as it is now.
const PERSON = 'pessoa'
let person = ''
/** Says whose page this is. */
export function setPerson(id: number) {
  person = String(id)
  writeCookie(PERSON, person)
  // Whoever comes back to a tab after signing out in another finds nothing of it there.
  for (const event of ['focus', 'visibilitychange', 'pageshow']) addEventListener(event, () => void (readCookie(PERSON) || sessionEnded()))
}

// Whether the server answers, and when it last did.
let failing = false
let lastAnswer = 0
const watchers = new Set<() => void>()
function heard(answer: boolean) {
  if (answer) lastAnswer = serverNow()
  if (failing === !answer) return
  failing = !answer
  for (const tell of watchers) tell()
}
const watch = (tell: () => void) => {
  const lost = () => heard(false)
  watchers.add(tell)
  addEventListener('offline', lost)
  return () => {
    watchers.delete(tell)
    removeEventListener('offline', lost)
  }
}
/** While the server does not answer: when it last did, ms of its clock (0: with the page itself); null while it does. */
export const useLost = () =>
  useSyncExternalStore(
    watch,
    () => (failing ? lastAnswer : null),
    () => null,
  )

const leaving: (() => void)[] = []
/** Runs before an ended session leaves the page: an open form keeps there what was typed. */
export function beforeLeaving(keep: () => void) {
  leaving.push(keep)
  return () => void leaving.splice(leaving.indexOf(keep), 1)
}

/** Leaves for the sign-in page, and comes back here after it. Whoever signed out, in another tab, leaves nothing here either. */
function sessionEnded() {
  if (readCookie(PERSON) !== person) return location.assign('/?aviso=ate-logo')
  for (const keep of leaving) keep()
  location.assign(`/?aviso=sessao-encerrada&volta=${encodeURIComponent(location.pathname + location.search)}`)
}

/** Ends the session, and with it everything this browser holds of it. */
export async function signOut() {
  const response = await fetch('/api/logout', { method: 'POST', headers: { 'X-CSRF': '1', 'X-Person': person } }).catch(() => null)
  if (response?.status === 409) throw new Failure(409, messages.anotherPerson)
  if (!response?.ok) throw new Failure(response?.status ?? 0, messages.noAnswer)
  writeCookie(PERSON, '')
  for (const worker of (await navigator.serviceWorker?.getRegistrations()) ?? []) await worker.unregister()
  location.assign('/?aviso=ate-logo')
}

/** Whether the server can be reached at all. */
export const answers = () =>
  fetch('/healthz').then(
    () => true,
    () => false,
  )

interface ErrorBody {
  message?: string
  requestId?: string
  fields?: Record<string, string>
}

async function request(name: CallName, args: unknown = {}, signal?: AbortSignal): Promise<unknown> {
  const input = args as AnyInput
  const method = name.slice(0, name.indexOf(' '))
  let response: Response
  let body: unknown
  try {
    response = await fetch(`/api${urlOf(name, input)}`, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(method !== 'GET' && { 'X-CSRF': '1' }),
        // The cookie of the session would send what one person typed as another who signed in in another tab.
        ...(person && { 'X-Person': person }),
        ...(input.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
      ...(signal && { signal }),
    })
    body = await response.json()
  } catch {
    heard(false)
    throw new Failure(0, messages.noAnswer)
  }
  heard(true)
  const date = Date.parse(response.headers.get('Date') ?? '')
  if (date && Math.abs(date - serverNow()) > 2000) setClock(date)
  const served = response.headers.get('X-Build')
  if (build && served && served !== build) onNewBuild()
  if (response.ok) return body
  // Every error of ours has this body; another's has none of its fields.
  const error = body as ErrorBody
  if (response.status === 401 && name !== 'POST /auth') sessionEnded()
  throw new Failure(response.status, error.message ?? failure(response.status), error.fields, error.requestId ?? null)
}

// The gate parsed the reply by the row's schema: that is the proof of the three casts below.

/** One fresh answer, never from the cache. */
export const read = <N extends ReadName>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>
/** Sends a write (or a filter) once; no retry. */
export const send = <N extends Exclude<CallName, `GET ${string}`>>(name: N, ...[input]: Args<N>) => request(name, input) as Promise<Reply<N>>

/** What is held of a read. */
export type Called<T> = Pick<SWRResponse<T, Failure>, 'data' | 'error' | 'mutate'>
/** Taken out at once: SWR draws anew only for what was read of it, and a modal reads it later than the answer may come. */
const called = <T>({ data, error, mutate }: SWRResponse<T, Failure>): Called<T> => ({ data, error, mutate })

/** The reply of a read, cached and shared. Seeded by the server's HTML; asked again on every entry to the screen. Without a name: not asked yet. */
export function useCall<N extends ReadName>(name: N | null, ...[input]: Args<N>): Called<Reply<N>> {
  return called(
    useSWR<Reply<N>, Failure>(name && keyOf(name, input), () => request(name as N, input) as Promise<Reply<N>>, {
      // Entering the screen does not ask for what a filter asks: it is asked again whenever the filter is put back.
      revalidateIfStale: typeof input === 'object' && input !== null && 'query' in input,
    }),
  )
}

/** The same, asked anew whenever the part that shows it appears; what is held is shown meanwhile. */
export function useFresh<N extends ReadName>(name: N, ...[input]: Args<N>): Called<Reply<N>> {
  return called(useSWR<Reply<N>, Failure>(keyOf(name, input), () => request(name, input) as Promise<Reply<N>>, { revalidateOnMount: true }))
}

/** What is held of a read, without asking. */
export function useHeld<N extends ReadName>(name: N, ...[input]: Args<N>): Reply<N> | undefined {
  // With a way to ask all the same: what is asked again, the first of a key's users asks.
  return useSWR<Reply<N>, Failure>(keyOf(name, input), () => request(name, input) as Promise<Reply<N>>, { revalidateOnMount: false }).data
}

/** Asks again, and shows it wherever it is shown. */
export async function reload<N extends ReadName>(name: N, ...args: Args<N>) {
  await mutate(keyOf(name, args[0]), read(name, ...args), { revalidate: false })
}

/** Changes what is shown of a cached reply, after the server's answer. */
export function useShown<N extends ReadName>(name: N, ...[input]: Args<N>) {
  return (change: (shown: Reply<N>) => Reply<N>) =>
    void mutate<Reply<N>>(keyOf(name, input), (shown) => shown && change(shown), { revalidate: false })
}

const DEADLINE = 15_000

/**
 * The reply of a GET, asked every `every` ms, also while hidden or offline. After a failure it asks again at the same
 * pace with up to 10 % of jitter: no back-off (SWR's own polling took minutes to return).
 * `at`: when the last good answer came, ms of the server's clock; `failing`: the last ask failed.
 */
export function usePolled<N extends ReadName>(name: N, every: number, ...[input]: Args<N>) {
  const { data, mutate: put } = useCall(name, ...([input] as Args<N>))
  const [state, setState] = useState<{ at: number | null; failing: boolean }>({ at: null, failing: false })
  const ask = useRef(async () => {})
  useEffect(() => {
    ask.current = async () => {
      // Not AbortSignal.timeout: it would hold on to every answered request until its deadline.
      const late = new AbortController()
      const deadline = setTimeout(() => late.abort(), DEADLINE)
      const reply = (await request(name, input, late.signal).finally(() => clearTimeout(deadline))) as Reply<N>
      await put(reply, { revalidate: false })
      setState({ at: serverNow(), failing: false })
    }
  })
  useEffect(() => {
    let timer = 0
    const next = () => {
      timer = window.setTimeout(
        () => {
          ask
            .current()
            .catch(() => setState((s) => ({ ...s, failing: true })))
            .finally(next)
        },
        every * (1 + Math.random() / 10),
      )
    }
    next()
    return () => clearTimeout(timer)
  }, [every])
  return { data, ...state }
}

/** What a screen asks for on entering. In the browser: one request a navigation, awaited only when nothing is shown yet. */
export type Ask = <N extends CallName & `GET ${string}`>(name: N, ...args: Args<N>) => Promise<void>
