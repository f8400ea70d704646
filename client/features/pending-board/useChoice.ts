// The sector, and whether the app's bar is hidden: both in the address, so that a link sets up a television.
import { useAddress } from '../../ui/useAddress.ts'

export function useChoice() {
  const [params, put] = useAddress()
  const isAlone = params.get('barra') === 'oculta'
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
