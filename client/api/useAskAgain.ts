import { useEffect, useEffectEvent } from 'react'

/** Pause in ms between the end of one attempt and the next. */
const PAUSE = 5_000

/** Repeats a request while its data is missing, pausing after each attempt. */
export function useAskAgain(lacking: boolean, ask: () => Promise<unknown>) {
  const again = useEffectEvent(ask)
  useEffect(() => {
    if (!lacking) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let stopped = false
    const wait = () => {
      if (!stopped) timer = setTimeout(() => void again().then(wait, wait), PAUSE)
    }
    wait()
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [lacking])
}
