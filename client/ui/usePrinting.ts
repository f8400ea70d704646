import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** While the page is laid out for paper. */
export function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Paper does not wait for the next render.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
