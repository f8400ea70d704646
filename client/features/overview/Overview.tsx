// Financeiro - Visão Geral: three tabs, each with its own address.
import '../../ui/form/segmented.css'
import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import Aging, { drawn as drawnAging } from './Aging.tsx'
import CashFlow, { drawn as drawnFlow } from './CashFlow.tsx'
import Dre, { drawn as drawnDre } from './Dre.tsx'
import css from './overview.module.css'

const tabOf = (search: URLSearchParams) => {
  const aba = search.get('aba')
  return aba === 'dre' || aba === 'cobranca' ? aba : 'fluxo'
}

export const drawn: Drawn = (tools) => {
  const tab = tabOf(tools.search)
  return (tab === 'dre' ? drawnDre : tab === 'cobranca' ? drawnAging : drawnFlow)(tools)
}

export default function Overview() {
  const [params, setParams] = useSearchParams()
  const tab = tabOf(params)
  const hasAging = useMay()('GET /dash/aging')
  const list = useRef<HTMLDivElement>(null)
  const chosen = useRef(false)
  // Each tab renders its own tab list, so choosing a tab loses the focus. The chosen tab then takes it again.
  useEffect(() => {
    if (chosen.current) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    chosen.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each tab renders a new list
  }, [tab])
  const choose = (next: string | null) => {
    chosen.current = true
    setParams(next === null || next === 'fluxo' ? {} : { aba: next })
  }
  const tabs = (
    <Tabs.List ref={list} className="segmented">
      <Tabs.Tab value="fluxo">Fluxo de Caixa</Tabs.Tab>
      <Tabs.Tab value="dre">DRE</Tabs.Tab>
      {hasAging && <Tabs.Tab value="cobranca">Cobrança</Tabs.Tab>}
    </Tabs.List>
  )
  return (
    <Tabs unstyled className={css.overview} value={tab} onChange={choose}>
      {tab === 'dre' ? <Dre tabs={tabs} /> : tab === 'cobranca' ? <Aging tabs={tabs} /> : <CashFlow tabs={tabs} />}
    </Tabs>
  )
}
