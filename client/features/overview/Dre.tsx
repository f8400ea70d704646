// Financeiro - Visão Geral, DRE: the income statement of a month or a year.
import { Tabs } from '@mantine/core'
import { ChartNoAxesCombined, ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { wallDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/overview.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { SheetButton } from '../../ui/grid/SheetButton.tsx'
import { useFilter, valuesOf } from '../../ui/grid/useFilter.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { numberBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useNow } from '../../ui/useNow.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { blank } from './dreFilter.ts'
import { DreParameters, type Analysis } from './DreParameters.tsx'
import { DreTable } from './DreTable.tsx'
import { MONTH, monthBr, nextMonth, periodOf } from '../../ui/month.ts'
import { sheetOf } from './dreSheet.ts'
import { allOf, statementOf, type Line } from './statement.ts'
import css from './dre.module.css'

const DreFilter = lazyPart(() => import('./DreFilter.tsx'))
const Postings = lazyPart(() => import('./Postings.tsx'))
const SaveFilter = lazyPart(() => import('./SaveFilter.tsx'))

const YEAR = /^(19|2[01])\d{2}$/
/** The period that an address stands for: a month ('YYYY-MM') or a year. */
function shownAt(search: URLSearchParams, today: string) {
  const isMonth = search.get('visao') === 'mensal'
  const asked = search.get('periodo') ?? ''
  const period = MONTH.test(asked) || YEAR.test(asked) ? asked : today.slice(0, 7)
  const month = period.length > 4 ? period : period === today.slice(0, 4) ? today.slice(0, 7) : `${period}-12`
  return { isMonth, month, year: period.slice(0, 4) }
}
type Shown = ReturnType<typeof shownAt>

const askedOf = ({ dre, empresas }: typeof blank, { isMonth, month, year }: Shown) => {
  const [idDre = null] = dre
  const firstLoad = idDre === null || empresas.length === 0
  const typeofView: 'Mensal' | 'Anual' = isMonth ? 'Mensal' : 'Anual'
  return {
    body: { idDre: firstLoad ? null : idDre, idEmpresas: firstLoad ? [] : empresas, firstLoad, typeofView, period: isMonth ? periodOf(month) : year },
  }
}

export const drawn: Drawn = ({ ask, search, now }) =>
  Promise.all([ask('POST /dash/dre', askedOf(valuesOf(search, blank), shownAt(search, wallDay(now)))), ask('GET /dash/dre')])

const monthsOf = (year: string) => Array.from({ length: 12 }, (_, nth) => `${year}-${String(nth + 1).padStart(2, '0')}`)
const views = [
  { value: 'mensal', label: 'Mensal' },
  { value: 'anual', label: 'Anual' },
]

export default function Dre({ tabs }: { tabs: ReactNode }) {
  const today = wallDay(useNow(60_000))
  const phone = usePhone()
  const [params, put] = useAddress()
  const shown = shownAt(params, today)
  const { isMonth, month, year } = shown
  const filter = useFilter(blank)
  const lists = useCall('GET /dash/dre')
  const { data, error, mutate } = useFresh('POST /dash/dre', askedOf(filter.values, shown))
  /** Undefined until the person opens or closes the filter. Until then the filter opens automatically if none was ever saved. */
  const [filtering, setFiltering] = useState<boolean>()
  /** The filter just applied, while a dialog asks whether to save it. */
  const [saving, askToSave] = useState<typeof blank | null>(null)

  const isUnknown = data?.haveFilter === false
  useEffect(() => {
    if (isUnknown) notify.warn(messages.noFilter)
  }, [isUnknown])

  // On a phone a year is shown month by month.
  const months = useMemo(() => (isMonth || phone ? [month] : monthsOf(year)), [isMonth, phone, month, year])
  const lines = useMemo(() => (data?.haveFilter ? statementOf(data.dataset, data.contas, months) : []), [data, months])
  const [first] = lines
  // The settings are kept in the address, so that a reload or a shared link shows the same statement.
  const analysis = {
    horizontal: params.get('ah') === '1',
    vertical: params.get('av') === '1',
    base: params.get('base') ?? first?.name ?? '',
  }
  const analyse = ({ horizontal, vertical, base }: Analysis) =>
    put({ ah: horizontal ? '1' : null, av: vertical ? '1' : null, base: base === first?.name ? null : base })
  // The cell whose postings are open: an account or a part of an account, and a month.
  const [conta, custo, lancamentos] = [params.get('conta'), params.get('custo'), params.get('lancamentos')]
  const opened = useMemo(() => {
    const line = allOf(lines).find((one) => one.level < 2 && one.account === conta && one.part === custo)
    return line && lancamentos !== null && months.includes(lancamentos) ? { line, month: lancamentos } : null
  }, [lines, months, conta, custo, lancamentos])
  const open = ({ account, part }: Line, month: string) => put({ conta: account, custo: part, lancamentos: month }, true)
  const turn = (by: -1 | 1) => put({ periodo: isMonth || phone ? nextMonth(month, by) : String(Number(year) + by) })
  const base = analysis.vertical ? lines.find(({ name }) => name === analysis.base) : undefined
  const horizontal = analysis.horizontal && !isMonth && !phone
  const names = {
    dre: lists.data?.dres.find(({ id }) => id === data?.filters.idDre)?.descricao ?? '',
    companies: data?.filters.idEmpresas.flatMap((one) => lists.data?.empresas.find(({ id }) => id === one)?.descricao ?? []) ?? [],
  }
  const period = isMonth || phone ? monthBr(month) : year
  const said = [
    'em R$',
    ...(phone && !isMonth ? ['um mês por vez, nesta largura'] : []),
    ...(base ? [`AV sobre ${base.name}`] : []),
    ...(horizontal ? ['AH sobre o mês anterior'] : []),
  ].join(' · ')
  const narrowed = [names.dre, names.companies.join(', '), period, said]
  return (
    <Screen
      tools={tabs}
      actions={
        <>
          <DreParameters of={analysis} change={analyse} isYear={!isMonth && !phone} lines={lines} />
          <FilterButton count={0} open={() => setFiltering(true)} />
          <SheetButton title={`DRE ${period}`} off={!data?.dataset.length} sheet={() => sheetOf(lines, months, narrowed, { base, horizontal })} />
        </>
      }
      filters={
        <>
          {!phone && <Segmented legend="Visão" options={views} value={isMonth ? 'mensal' : 'anual'} onChange={(visao) => put({ visao })} />}
          <button type="button" className="icon-button" aria-label="Período anterior" title="Período anterior" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden />
          </button>
          <strong className={css.period} aria-live="polite">
            {period}
          </strong>
          <button type="button" className="icon-button" aria-label="Próximo período" title="Próximo período" onClick={() => turn(1)}>
            <ChevronRight aria-hidden />
          </button>
          {data?.haveFilter && (
            <p className={css.of} title={names.companies.join(', ')}>
              {names.dre} · {names.companies.length === 1 ? names.companies[0] : `${numberBr(names.companies.length)} empresas`}
            </p>
          )}
          <p className={css.said}>{said}</p>
        </>
      }
    >
      <Tabs.Panel value="dre">
        <PrintNote narrowed={narrowed} />
        {data?.haveFilter && data.dataset.length === 0 ? (
          <Message icon={ChartNoAxesCombined} title={`Nenhum lançamento em ${period}.`}>
            Escolha outro período, ou outras empresas em Filtrar.
          </Message>
        ) : data?.haveFilter ? (
          <DreTable key={`${period} ${isMonth}`} {...{ lines, months, base, horizontal, today }} withBars={isMonth && !phone} open={open} />
        ) : data ? (
          <Message icon={ChartNoAxesCombined} title={messages.noFilter}>
            Escolha a DRE e as empresas em Filtrar.
          </Message>
        ) : error ? (
          <Failed title={messages.updateFailed} error={error} retry={mutate} filter={() => setFiltering(true)} />
        ) : (
          <Loading />
        )}
      </Tabs.Panel>
      <DreFilter
        filter={filter}
        known={data?.filters}
        lists={lists}
        opened={filtering ?? isUnknown}
        close={() => setFiltering(false)}
        applied={(values) => askToSave(values)}
      />
      <SaveFilter filter={saving} close={() => askToSave(null)} />
      <Postings
        of={opened}
        lines={lines}
        filters={data?.filters}
        rows={isMonth ? data?.dataset : undefined}
        narrowed={narrowed.slice(0, 2)}
        close={() => put({ conta: null, custo: null, lancamentos: null })}
      />
    </Screen>
  )
}
