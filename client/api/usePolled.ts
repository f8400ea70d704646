// Polling for walls.
import { useEffect, useRef, useState } from 'react'
import { useBoot } from '../boot.ts'
import type { Args, ReadName, Reply } from './address.ts'
import { serverNow } from './clock.ts'
import { request } from './request.ts'
import { useCall } from './useCall.ts'

const DEADLINE = 15_000
/**
 * Page age in ms. If the page is older, the screen was entered by navigation rather than loaded from its address, so its cached data may be from an
 * earlier visit.
 */
const ENTERED = 10_000

/**
 * Polls a read every `every` ms, even while the page is hidden or offline. After a failure the pace stays the same, with up to 10 % of jitter and no
 * back-off, because SWR's polling took minutes to recover. `at`: time of the last good response, or of the page itself, in ms of the server's clock.
 * `failing`: true when the last request failed.
 */
export function usePolled<N extends ReadName>(name: N, every: number, ...[input]: Args<N>) {
  const { data, mutate: put } = useCall(name, ...([input] as Args<N>))
  const { now: rendered } = useBoot()
  const [state, setState] = useState({ at: rendered, failing: false })
  const ask = useRef(async () => {})
  useEffect(() => {
    ask.current = async () => {
      // AbortSignal.timeout would keep every answered request in memory until its deadline.
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
