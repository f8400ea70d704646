import { useEffect, useState } from 'react'
import { serverNow } from '../api/clock.ts'
import { useBoot } from '../boot.ts'

/**
 * The server's time in ms, updated at each multiple of `step` ms; with null it is never updated. The first render shows the time at which the server
 * rendered the page.
 */
export function useNow(step: number | null): number {
  const { now: rendered } = useBoot()
  const [now, setNow] = useState(rendered)
  useEffect(() => {
    if (step === null) return undefined
    let timer = 0
    const tick = () => {
      const ms = serverNow()
      setNow(ms)
      timer = window.setTimeout(tick, step - (ms % step))
    }
    tick()
    return () => clearTimeout(timer)
  }, [step])
  return now
}
