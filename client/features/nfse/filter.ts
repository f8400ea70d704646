// The four filter values of the accounts, all of them in the address.
import { useEffect } from 'react'
import { ALL_CENTRES, MAILED, type Account } from '../../../shared/features/nfse.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { useMe } from '../../boot.ts'
import { monthAt, nextMonth } from '../../ui/month.ts'
import { store } from '../../ui/storage.ts'
import { addressNow, useAddress } from '../../ui/useAddress.ts'
import { useNow } from '../../ui/useNow.ts'

interface Word {
  /** Value in the address. */
  value: string
  label: string
  /** Code in the API. */
  code: 1 | 2 | 3
}
const BOTH: Word = { value: 'ambos', label: 'NFS-e & Boleto', code: 3 }
export const kinds: Word[] = [{ value: 'nfse', label: 'NFS-e', code: 1 }, { value: 'boletos', label: 'Boletos', code: 2 }, BOTH]
const OPEN: Word = { value: 'aberto', label: 'Em aberto', code: 1 }
const states: Word[] = [OPEN, { value: 'enviado', label: 'Enviado', code: 2 }, { value: 'emitidas', label: 'Emitidas', code: 3 }]
/** Boletos have no state between open and issued. */
export const statesOf = (kind: string) => (kind === 'boletos' ? states.filter(({ value }) => value !== 'enviado') : states)

/**
 * The filter that an address stands for. The default shows the work to be done now: open accounts of this month, with both documents. The cost centre
 * has no default.
 */
export function filterOf(search: URLSearchParams, now: number) {
  const kind = kinds.find(({ value }) => value === search.get('documento')) ?? BOTH
  const state = statesOf(kind.value).find(({ value }) => value === search.get('situacao')) ?? OPEN
  const month = monthAt(search, now)
  const centre = search.get('centro') ?? ''
  const query = {
    mesAno: numericMonthBr(month),
    tipoRegistro: centre,
    tipoEmissao: String(kind.code) as '1' | '2' | '3',
    status: String(state.code) as '1' | '2' | '3',
  }
  return { kind, state, month, centre, query }
}
export type Filter = ReturnType<typeof filterOf>

/** The query of the summary: of all cost centres while none is chosen. */
export const summaryOf = ({ mesAno, tipoRegistro, tipoEmissao }: Filter['query']) => ({
  mesAno,
  tipoRegistro: tipoRegistro || ALL_CENTRES,
  tipoEmissao,
})

/** Whether documents can be mailed to the customers from this list, for some of its accounts at least. */
export const mailsFrom = ({ kind, state, centre }: Filter) =>
  kind.value === 'ambos' && state.value === 'emitidas' && (centre === ALL_CENTRES || MAILED.includes(centre))
/** Whether the customers of the account's cost centre receive the documents by mail. */
export const isMailed = ({ TIPO_CONTA }: Account) => MAILED.includes(TIPO_CONTA ?? '')

const REMEMBERED = ['documento', 'centro']
/** Restores the person's last kind of document and cost centre, which rarely change, if the address names neither. */
export function useNfseFilter() {
  const [params, put] = useAddress()
  const now = useNow(60_000)
  const key = `nfse ${useMe().id}`
  const isBare = REMEMBERED.every((name) => !params.has(name))
  useEffect(() => {
    const before = new URLSearchParams(localStorage.getItem(key) ?? '')
    if (isBare && before.size > 0) put(Object.fromEntries(REMEMBERED.map((name) => [name, before.get(name)])))
    // oxlint-disable-next-line react/exhaustive-deps -- runs on entering
  }, [])
  const filter = filterOf(params, now)
  const { kind, centre } = filter
  useEffect(() => {
    if (centre) store(localStorage, key, new URLSearchParams({ documento: kind.value, centro: centre }).toString())
  }, [key, kind.value, centre])
  const go = (changes: Partial<Record<'documento' | 'mes' | 'centro' | 'situacao' | 'colunas' | 'pendencia', string | null>>) =>
    put({ pendencia: null, ...changes, ...nothingOpen }, true)
  return {
    ...filter,
    /** True when the filter is complete. */
    isSet: centre !== '',
    go,
    // Reads the current address, because a second keystroke may come before the first one is rendered.
    turn: (by: -1 | 1) => go({ mes: nextMonth(monthAt(addressNow(), now), by) }),
  }
}

/** Address parameters that close any open dialog. */
export const nothingOpen = { acao: null, id: null, aba: null }
