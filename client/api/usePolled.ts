// What a wall shows, asked for again and again.
import { useEffect, useRef, useState } from 'react'
import { useBoot } from '../boot.ts'
import type { Args, ReadName, Reply } from './address.ts'
import { serverNow } from './clock.ts'
import { request } from './request.ts'
import { useCall } from './useCall.ts'

const DEADLINE = 15_000
/** ms after which a page that is entered was not opened by its address: what is held of it may be of an earlier visit. */
const ENTERED = 10_000

/**
 * The reply of a GET, asked every `every` ms, also while hidden or offline. After a failure it asks again at the same
 * pace with up to 10 % of jitter: no back-off (SWR's own polling took minutes to return).
 * `at`: when the last good answer came, ms of the server's clock, or the page itself; `failing`: the last ask failed.
 */
export function usePolled<N extends ReadName>(name: N, every: number, ...[input]: Args<N>) {
  const { data, mutate: put } = useCall(name, ...([input] as Args<N>))
  const { now: rendered } = useBoot()
  const [state, setState] = useState({ at: rendered, failing: false })
  const ask = useRef(async () => {})
  useEffect(() => {
    ask.current = async () => {
      // Not AbortSignal.timeout: it would hold on to every answered request until its deadline.
      const late = new AbortController()
      const deadline = setTimeout(() => late.abort(), DEADLINE)
      const reply = (await request(name, input, { signal: late.signal }).finally(() => clearTimeout(deadline))) as Reply<N>
      await put(reply, { revalidate: false })
      setState({ at: serverNow(), failing: false })
    }
  })
  useEffect(() => {
    let timer = 0
    const wait = (ms: number) => {
      timer = window.setTimeout(() => {
        ask
          .current()
          .catch(() => setState((s) => ({ ...s, failing: true })))
          .finally(next)
      }, ms)
    }
    const next = () => wait(every * (1 + Math.random() / 10))
    const enter = () => {
      setState({ at: serverNow(), failing: false })
      wait(0)
    }
    if (serverNow() - rendered < ENTERED) next()
    else enter()
    return () => clearTimeout(timer)
  }, [every, rendered])
  return { data, ...state }
}
