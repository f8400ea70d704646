import { useMemo } from 'react'
import { fold, hasAll, wordsOf } from '../grid/fold.ts'
import { useAddress } from '../useAddress.ts'

/** The cards that a search of the address (?q=) finds. `textOf`: what is searched, written outside the component. */
export function useCards<T>(rows: T[] | undefined, textOf: (row: T) => (string | null)[]) {
  const [params, put] = useAddress()
  const search = params.get('q') ?? ''
  const found = useMemo(() => {
    const words = wordsOf(search)
    return words.length === 0 ? rows : rows?.filter((row) => hasAll(fold(textOf(row).join('\n')), words))
  }, [rows, search, textOf])
  return { found, search, change: (text: string) => put({ q: text }) }
}
