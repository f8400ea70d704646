// What a person chose on a page is in its address, so that it can be kept and sent.
import { useSearchParams } from 'react-router'

/** A text, or those of a key that is repeated; null, undefined, '' or none takes it away. */
type Changes = Record<string, string | string[] | null | undefined>

/** What was put within this turn, which the router takes up at its end. */
let latest: string | undefined
/** The parameters as they are; what is drawn follows, where the machine is slow by many keys and clicks. */
export const addressNow = () => new URLSearchParams(latest ?? location.search)

/** The address's parameters, and the way to change some of them. `goes`: as to another place, from which Back leads here. */
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
