import { useEffect, useEffectEvent } from 'react'

/** ms */
const PAUSE = 5_000

/** Asks again and again for what did not come, as long as it is lacking. */
export function useAskAgain(lacking: boolean, ask: () => unknown) {
  const again = useEffectEvent(() => void ask())
  useEffect(() => {
    if (!lacking) return undefined
    const timer = setInterval(again, PAUSE)
    return () => clearInterval(timer)
  }, [lacking])
}
