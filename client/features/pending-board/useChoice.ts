// The chosen sector and whether the app's bar is hidden. Both are in the address, so that a link can set up a television.
import { useAddress } from '../../ui/useAddress.ts'

export function useChoice() {
  const [params, put] = useAddress()
  const isAlone = params.get('barra') === 'oculta'
  return {
    /** Null until a sector is chosen. */
    chosen: Number(params.get('setor')) || null,
    isAlone,
    choose: (sector: number) => put({ setor: String(sector) }),
    /** Hiding the bar also writes the sector shown to the address. Otherwise a television with another account would show that account's sector. */
    toggle: (sector: number | undefined) =>
      put(isAlone ? { barra: undefined } : { barra: 'oculta', ...(sector !== undefined && { setor: String(sector) }) }),
  }
}
