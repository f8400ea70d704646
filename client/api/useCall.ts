// Replies as screens hold them: cached by SWR, typed by the table.
import useSWR, { mutate, type SWRResponse } from 'swr'
import { useBoot } from '../boot.ts'
import { keyOf, type Args, type ReadName, type Reply } from './address.ts'
import { serverNow } from './clock.ts'
import type { Failure } from './failure.ts'
import { read, request } from './request.ts'

// Where a name is cast: without one there is no key, and nothing is asked.

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

/** ms that what came with the page is as fresh as an answer. */
const FRESH = 10_000

/** The same, asked anew whenever the part that shows it appears, or asks for something else; what is held is shown meanwhile. */
export function useFresh<N extends ReadName>(name: N | null, ...[input]: Args<N>): Called<Reply<N>> {
  const { cache, now } = useBoot()
  const key = name && keyOf(name, input)
  const came = serverNow() - now < FRESH && cache.some(([one]) => one === key)
  return called(
    useSWR<Reply<N>, Failure>(key, () => request(name as N, input) as Promise<Reply<N>>, {
      revalidateOnMount: !came,
      // What is asked with something else, and then as before.
      revalidateIfStale: true,
      // An answer just before is not of now.
      dedupingInterval: 0,
    }),
  )
}

/** What is held of a read, without asking. */
export function useHeld<N extends ReadName>(name: N, ...[input]: Args<N>): Reply<N> | undefined {
  // With a way to ask all the same: what is asked again, the first of a key's users asks.
  return useSWR<Reply<N>, Failure>(keyOf(name, input), () => request(name, input) as Promise<Reply<N>>, { revalidateOnMount: false }).data
}

/** Asks again, and shows it wherever it is shown. */
export const reload = <N extends ReadName>(name: N, ...args: Args<N>) =>
  mutate<Reply<N>>(keyOf(name, args[0]), read(name, ...args), { revalidate: false })

/** Asks again for what is shown at this moment, and for nothing where it is not. */
export const renew = <N extends ReadName>(name: N, ...[input]: Args<N>) => mutate(keyOf(name, input))

/** The same, whatever the call was asked with. */
export const renewAll = (name: ReadName) =>
  mutate((key) => typeof key === 'string' && key.startsWith(name) && ['', ' ', '?'].includes(key.charAt(name.length)))

/** Whatever is shown: something may have been stored. */
export const renewShown = () => mutate(() => true)

/** Changes what is shown of a cached reply, after the server's answer. */
export function useShown<N extends ReadName>(name: N, ...[input]: Args<N>) {
  return (change: (shown: Reply<N>) => Reply<N>) =>
    void mutate<Reply<N>>(keyOf(name, input), (shown) => shown && change(shown), { revalidate: false })
}
