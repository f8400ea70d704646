import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is laid out for printing. */
export function usePrinting() {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Uses flushSync, because printing does not wait for the next render.
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
