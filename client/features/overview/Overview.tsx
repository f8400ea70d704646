// Financeiro - Visão Geral: two tabs, each with its own address.
import { useSearchParams } from 'react-router'
import type { Drawn } from '../../parts.ts'
import { Segmented } from '../../ui/form/Segmented.tsx'
import CashFlow, { drawn as drawnFlow } from './CashFlow.tsx'
import Dre, { drawn as drawnDre } from './Dre.tsx'

const isDre = (search: URLSearchParams) => search.get('aba') === 'dre'

export const drawn: Drawn = (tools) => (isDre(tools.search) ? drawnDre : drawnFlow)(tools)

const tabs = [
  { value: 'fluxo', label: 'Fluxo de Caixa' },
  { value: 'dre', label: 'DRE' },
]

export default function Overview() {
  const [params, setParams] = useSearchParams()
  const dre = isDre(params)
  const choice = (
    <Segmented legend="Aba" options={tabs} value={dre ? 'dre' : 'fluxo'} onChange={(tab) => setParams(tab === 'dre' ? { aba: 'dre' } : {})} />
  )
  return dre ? <Dre tabs={choice} /> : <CashFlow tabs={choice} />
}
