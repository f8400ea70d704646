import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { fold, hasAll, wordsOf } from '../grid/fold.ts'

/** The cards that a search of the address (?q=) finds. `textOf`: what is searched, written outside the component. */
export function useCards<T>(rows: T[] | undefined, textOf: (row: T) => (string | null)[]) {
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const found = useMemo(() => {
    const words = wordsOf(search)
    return words.length === 0 ? rows : rows?.filter((row) => hasAll(fold(textOf(row).join('\n')), words))
  }, [rows, search, textOf])
  const change = (text: string) =>
    setParams(
      (now) => {
        if (text) now.set('q', text)
        else now.delete('q')
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { found, search, change }
}
