// The filter of the accounts, always visible.
import { numericMonthBr } from '../../../shared/format-br.ts'
import type { Reply } from '../../api/address.ts'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { MonthTurn } from '../../ui/MonthTurn.tsx'
import { CentreChoice } from './CentreChoice.tsx'
import { kinds, statesOf, type useNfseFilter } from './filter.ts'
import css from './nfse.module.css'

interface Props {
  filter: ReturnType<typeof useNfseFilter>
  centres: Reply<'GET /nfse/centrocustos'> | undefined
  /** Undefined while it loads, and if the API has no summary. */
  summary: Reply<'GET /nfse/summary'> | undefined
}

export function Bar({ filter: { kind, state, month, centre, go, turn }, centres, summary }: Props) {
  const counted = statesOf(kind.value).map((one) => ({ ...one, count: summary?.situacoes.find(({ status }) => status === one.code)?.quantidade }))
  const chooseKind = (documento: string) => {
    const stays = statesOf(documento).some(({ value }) => value === state.value)
    // Chosen columns are dropped, because each kind has columns of its own.
    go({ documento, colunas: null, ...(!stays && { situacao: null }) })
  }
  return (
    <>
      <Segmented legend="Tipo de documento" options={kinds} value={kind.value} onChange={chooseKind} />
      <div className={css.month}>
        <MonthTurn className={css.mm} text={numericMonthBr(month)} turn={turn} />
      </div>
      <CentreChoice centres={centres} centre={centre} hasAll={summary !== undefined} choose={(centro) => go({ centro })} />
      <Segmented legend="Situação" options={counted} value={state.value} onChange={(situacao) => go({ situacao })} />
    </>
  )
}
