// Financeiro - Visão Geral: two tabs, each with its own address.
import '../../ui/form/segmented.css'
import { Tabs } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { Drawn } from '../../parts.ts'
import CashFlow, { drawn as drawnFlow } from './CashFlow.tsx'
import Dre, { drawn as drawnDre } from './Dre.tsx'
import css from './overview.module.css'

const isDre = (search: URLSearchParams) => search.get('aba') === 'dre'

export const drawn: Drawn = (tools) => (isDre(tools.search) ? drawnDre : drawnFlow)(tools)

export default function Overview() {
  const [params, setParams] = useSearchParams()
  const dre = isDre(params)
  const list = useRef<HTMLDivElement>(null)
  const chosen = useRef(false)
  // Each tab renders its own tab list, so choosing a tab loses the focus. The chosen tab then takes it again.
  useEffect(() => {
    if (chosen.current) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    chosen.current = false
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each tab renders a new list
  }, [dre])
  const choose = (tab: string | null) => {
    chosen.current = true
    setParams(tab === 'dre' ? { aba: 'dre' } : {})
  }
  const tabs = (
    <Tabs.List ref={list} className="segmented">
      <Tabs.Tab value="fluxo">Fluxo de Caixa</Tabs.Tab>
      <Tabs.Tab value="dre">DRE</Tabs.Tab>
    </Tabs.List>
  )
  return (
    <Tabs unstyled className={css.overview} value={dre ? 'dre' : 'fluxo'} onChange={choose}>
      {dre ? <Dre tabs={tabs} /> : <CashFlow tabs={tabs} />}
    </Tabs>
  )
}
