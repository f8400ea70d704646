// The line above the list: what it sums up to, what waits for somebody, and the earlier months with open accounts.
import type { Account } from '../../../shared/features/nfse.ts'
import type { Reply } from '../../api/address.ts'
import { Toggles } from '../../ui/form/Chips.tsx'
import { monthBr } from '../../ui/month.ts'
import { numberBr, reaisBr } from '../../ui/number.ts'
import { usePhone } from '../../ui/usePhone.ts'
import type { useNfseFilter } from './filter.ts'
import { PENDING } from './pending.ts'
import { accountsBr } from './sending.ts'

/** Number of earlier months that are named: on a phone, and elsewhere. */
const EARLIER = { phone: 1, wide: 3 }

interface Props {
  filter: ReturnType<typeof useNfseFilter>
  /** The accounts of the list, without the filters of this line. */
  rows: Account[] | undefined
  summary: Reply<'GET /nfse/summary'> | undefined
  /** The chosen filter (PENDING), or null. */
  pending: string | null
}

export function MonthLine({ filter, rows = [], summary, pending }: Props) {
  const { kind, month, state, go } = filter
  const toggles = PENDING.map(({ value, label, tone, is }) => {
    const count = rows.filter((row) => is(row, kind.code)).length
    const on = value === pending
    return { label: label(count), tone, on, count, flip: () => go({ pendencia: on ? null : value }) }
  }).filter(({ on, count }) => on || count > 0)
  const phone = usePhone()
  const earlier = (summary?.anteriores ?? []).slice(0, EARLIER[phone ? 'phone' : 'wide'])
  const sum = summary?.situacoes.find(({ status }) => status === state.code)
  const isEmpty = !sum?.quantidade
  if (isEmpty && toggles.length === 0 && earlier.length === 0) return null
  return (
    <div className="screen-filters" role="group" aria-label="Resumo do mês">
      {!isEmpty && <strong title={`${accountsBr(sum.quantidade)} nesta situação`}>{reaisBr(sum.valor)}</strong>}
      {earlier.map(({ mesAno, quantidade }) => {
        const mes = `${mesAno.slice(3)}-${mesAno.slice(0, 2)}`
        return (
          <button key={mes} type="button" className="chips-clear" onClick={() => go({ mes, situacao: null })}>
            {numberBr(quantidade)} em aberto de {nameOf(mes, month)}
          </button>
        )
      })}
      {toggles.length > 0 && <Toggles toggles={toggles} />}
    </div>
  )
}

/** The month in words, with the year only if it is another one. */
const nameOf = (mes: string, month: string) => (mes.slice(0, 4) === month.slice(0, 4) ? monthBr(mes).split(' ')[0] : monthBr(mes))
