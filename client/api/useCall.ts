// Replies as screens use them: cached by SWR, typed by the call table.
import useSWR, { mutate, type SWRResponse } from 'swr'
import { useBoot } from '../boot.ts'
import { keyOf, type Args, type ReadName, type Reply } from './address.ts'
import { serverNow } from './clock.ts'
import type { Failure } from './failure.ts'
import { read, request, sent } from './request.ts'

// The casts of `name` below are safe: without a name there is no key, so nothing is requested.

/** The cached state of a read. */
export type Called<T> = Pick<SWRResponse<T, Failure>, 'data' | 'error' | 'mutate'>
/**
 * Reads all fields during render, because SWR re-renders only for fields that were read then. A dialog may read a field for the first time much
 * later.
 */
const called = <T>({ data, error, mutate }: SWRResponse<T, Failure>): Called<T> => ({ data, error, mutate })

/**
 * Shared reply of a read, from the cache. The server's HTML seeds the cache, and every entry to the screen requests the reply again. Without a name,
 * nothing is requested yet.
 */
export function useCall<N extends ReadName>(name: N | null, ...[input]: Args<N>): Called<Reply<N>> {
  return called(
    useSWR<Reply<N>, Failure>(name && keyOf(name, input), () => request(name as N, input) as Promise<Reply<N>>, {
      // A reply with a query is not among the requests sent on entering the screen. It is requested again whenever the same filter returns.
      revalidateIfStale: typeof input === 'object' && input !== null && 'query' in input,
    }),
  )
}

/** How long in ms data that came with the page counts as fresh, unless the page has sent a change since. */
const FRESH = 10_000

/** Like `useCall`, but requests again whenever its component mounts or its input changes. The cached reply is shown meanwhile. */
export function useFresh<N extends ReadName>(name: N | null, ...[input]: Args<N>): Called<Reply<N>> {
  const { cache, now } = useBoot()
  const key = name && keyOf(name, input)
  const came = serverNow() - now < FRESH && !sent.any && cache.some(([one]) => one === key)
  return called(
    useSWR<Reply<N>, Failure>(key, () => request(name as N, input) as Promise<Reply<N>>, {
      revalidateOnMount: !came,
      // If the input returns to an earlier value, the request is made again, although its old reply is known.
      revalidateIfStale: true,
      // Requests are not merged, because an earlier response, even from a moment ago, may be out of date.
      dedupingInterval: 0,
    }),
  )
}

/** Returns the cached reply of a read and sends no request. */
export function useHeld<N extends ReadName>(name: N, ...[input]: Args<N>): Reply<N> | undefined {
  // A fetcher is passed all the same: when a key is revalidated, SWR uses the fetcher of the key's first user.
  return useSWR<Reply<N>, Failure>(keyOf(name, input), () => request(name, input) as Promise<Reply<N>>, { revalidateOnMount: false }).data
}

/** Requests a read again and updates every place that shows it. */
export const reload = <N extends ReadName>(name: N, ...args: Args<N>) =>
  mutate<Reply<N>>(keyOf(name, args[0]), read(name, ...args), { revalidate: false })

/** Requests a read again if something on the page shows it. */
export const renew = <N extends ReadName>(name: N, ...[input]: Args<N>) => mutate(keyOf(name, input))

/** Like `renew`, for every input of the call. */
export const renewAll = (name: ReadName) =>
  mutate((key) => typeof key === 'string' && key.startsWith(name) && ['', ' ', '?'].includes(key.charAt(name.length)))

/** Requests everything on the page again, because something may have been stored. */
export const renewShown = () => mutate(() => true)

/** Returns a function that updates a cached reply after the server's response. */
export function useShown<N extends ReadName>(name: N, ...[input]: Args<N>) {
  return (change: (shown: Reply<N>) => Reply<N>) =>
    void mutate<Reply<N>>(keyOf(name, input), (shown) => shown && change(shown), { revalidate: false })
}
