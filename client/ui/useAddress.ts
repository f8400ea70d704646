// Keeps a person's choices on a page in the page's address, so that they can be bookmarked and shared.
import { useSearchParams } from 'react-router'

/** Changes of parameters: one value, or several for a repeated key. null, undefined, '' or an empty list removes the key. */
type Changes = Record<string, string | string[] | null | undefined>

/** The parameters written in this tick; the router applies them at the end of the tick. */
let latest: string | undefined
/** The current parameters. On a slow machine, the rendered page may lag behind them by many keystrokes and clicks. */
export const addressNow = () => new URLSearchParams(latest ?? location.search)

/** The address's parameters, and a function that changes some of them. With `goes`, the change adds a history entry, so that Back undoes it. */
export function useAddress() {
  const [params, setParams] = useSearchParams()
  const put = (changes: Changes, goes = false) => {
    const next = addressNow()
    for (const [key, value] of Object.entries(changes)) {
      const [first, ...more] = [value ?? []].flat().filter((text) => text !== '')
      if (first === undefined) next.delete(key)
      else next.set(key, first)
      for (const text of more) next.append(key, text)
    }
    latest = next.toString()
    setTimeout(() => (latest = undefined))
    setParams(next, { replace: !goes, preventScrollReset: true })
  }
  return [params, put] as const
}
