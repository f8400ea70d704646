// The sector, and whether the app's bar is hidden: both in the address, so that a link sets up a television.
import { useSearchParams } from 'react-router'

export function useChoice() {
  const [params, setParams] = useSearchParams()
  const isAlone = params.get('barra') === 'oculta'
  const put = (changes: Record<string, string | undefined>) =>
    setParams(
      (now) => {
        for (const [key, value] of Object.entries(changes))
          if (value === undefined) now.delete(key)
          else now.set(key, value)
        return now
      },
      { replace: true },
    )
  return {
    /** Null: none. */
    chosen: Number(params.get('setor')) || null,
    isAlone,
    choose: (sector: number) => put({ setor: String(sector) }),
    /** The sector that is shown goes with it: on a television, with another account, it would be that one's own. */
    toggle: (sector: number | undefined) =>
      put(isAlone ? { barra: undefined } : { barra: 'oculta', ...(sector !== undefined && { setor: String(sector) }) }),
  }
}
