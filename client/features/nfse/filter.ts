// What the accounts are asked with: all four are in the address.
import { useEffect } from 'react'
import { MAILED } from '../../../shared/features/nfse.ts'
import { slashed } from '../../../shared/written.ts'
import { useMe } from '../../boot.ts'
import { monthAt, nextMonth } from '../../ui/month.ts'
import { store } from '../../ui/storage.ts'
import { addressNow, useAddress } from '../../ui/useAddress.ts'
import { useNow } from '../../ui/useNow.ts'

interface Word {
  /** In the address. */
  value: string
  label: string
  /** On the wire. */
  code: 1 | 2 | 3
}
const BOTH: Word = { value: 'ambos', label: 'NFS-e & Boleto', code: 3 }
export const kinds: Word[] = [{ value: 'nfse', label: 'NFS-e', code: 1 }, { value: 'boletos', label: 'Boletos', code: 2 }, BOTH]
const OPEN: Word = { value: 'aberto', label: 'Em aberto', code: 1 }
const states: Word[] = [OPEN, { value: 'enviado', label: 'Enviado', code: 2 }, { value: 'emitidas', label: 'Emitidas', code: 3 }]
/** A boleto is never under way. */
export const statesOf = (kind: string) => (kind === 'boletos' ? states.filter(({ value }) => value !== 'enviado') : states)

/** What an address asks for. What it leaves open is what there is to do now: both documents of this month's open accounts; the cost centre is nobody's guess. */
export function filterOf(search: URLSearchParams, now: number) {
  const kind = kinds.find(({ value }) => value === search.get('documento')) ?? BOTH
  const state = statesOf(kind.value).find(({ value }) => value === search.get('situacao')) ?? OPEN
  const month = monthAt(search, now)
  const centre = search.get('centro') ?? ''
  const query = {
    mesAno: slashed(month),
    tipoRegistro: centre,
    tipoEmissao: String(kind.code) as '1' | '2' | '3',
    status: String(state.code) as '1' | '2' | '3',
  }
  return { kind, state, month, centre, query }
}
export type Filter = ReturnType<typeof filterOf>

/** Whether the takers are sent their documents by hand from this list. */
export const mailsFrom = ({ kind, state, centre }: Filter) => kind.value === 'ambos' && state.value === 'emitidas' && MAILED.includes(centre)

const REMEMBERED = ['documento', 'centro']
/** Comes back, to an address that says neither, what this person chose here last of what does not change from day to day: document and cost centre. */
export function useNfseFilter() {
  const [params, put] = useAddress()
  const now = useNow(60_000)
  const key = `nfse ${useMe().id}`
  const isBare = REMEMBERED.every((name) => !params.has(name))
  useEffect(() => {
    const before = new URLSearchParams(localStorage.getItem(key) ?? '')
    if (isBare && before.size > 0) put(Object.fromEntries(REMEMBERED.map((name) => [name, before.get(name)])))
    // oxlint-disable-next-line react/exhaustive-deps -- on entering
  }, [])
  const filter = filterOf(params, now)
  const { kind, centre } = filter
  useEffect(() => {
    if (centre) store(localStorage, key, new URLSearchParams({ documento: kind.value, centro: centre }).toString())
  }, [key, kind.value, centre])
  const go = (changes: Partial<Record<'documento' | 'mes' | 'centro' | 'situacao' | 'colunas', string | null>>) =>
    put({ ...changes, ...nothingOpen }, true)
  return {
    ...filter,
    /** Whether all is said that the list is asked with. */
    isSet: centre !== '',
    go,
    // From the address as it is: a second key may come before the first is drawn.
    turn: (by: -1 | 1) => go({ mes: nextMonth(monthAt(addressNow(), now), by) }),
  }
}

/** What says of an address that no window is open. */
export const nothingOpen = { acao: null, id: null, aba: null }
