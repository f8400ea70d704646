import { useEffect, useEffectEvent } from 'react'

/** ms */
const PAUSE = 5_000

/** Asks again and again for what did not come, as long as it is lacking: a while after the answer before. */
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
