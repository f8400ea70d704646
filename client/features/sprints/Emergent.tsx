// Dashboard Emergente x Projeto: finished tasks per month, divided into emergent and project tasks.
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import type { EmergentDashboard } from '../../../shared/features/sprints.ts'
import { messages as common } from '../../../shared/messages.ts'
import { percents } from '../../../shared/percent.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Card } from '../../ui/chart/Card.tsx'
import { Chart, Legend } from '../../ui/chart/Chart.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { SheetButton } from '../../ui/grid/SheetButton.tsx'
import { useFilter, valuesOf } from '../../ui/grid/useFilter.ts'
import type { Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, percentBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { FigureHeads, Figures, type Figure } from './figures.tsx'
import { LATEST, sprintChip } from './filter.ts'
import css from './emergent.module.css'

const Bars = lazyPart(() => import('../../ui/chart/Bars.tsx'))
const EmergentFilter = lazyPart(() => import('./EmergentFilter.tsx'))

const blank = { sprints: [] as number[] }
const askedOf = ({ sprints }: typeof blank) => ({ body: sprints.length > 0 ? { sprints } : {} })

export const drawn: Drawn = ({ ask, search }) =>
  Promise.all([ask('POST /dash/resultadoEmergente', askedOf(valuesOf(search, blank))), ask('GET /sprints')])

export default function Emergent() {
  const filter = useFilter(blank)
  const { data, error, mutate } = useFresh('POST /dash/resultadoEmergente', askedOf(filter.values))
  const lists = useCall('GET /sprints')
  const [filtering, setFiltering] = useState(false)
  const chips = sprintChip(filter.values.sprints, lists.data, filter.clearAll)
  const months = data && monthsOf(data)
  return (
    <Screen
      scrolls
      note={chips.length > 0 ? undefined : LATEST}
      actions={
        <>
          <Chips chips={chips} clear={filter.clearAll} />
          <FilterButton count={filter.used.length} open={() => setFiltering(true)} />
          <SheetButton
            off={!months?.length}
            sheet={() => ({
              columns,
              rows: [...(months ?? []), totalOf(months ?? [])],
              filters: chips.length > 0 ? chips.map(({ label }) => label) : [LATEST],
            })}
          />
        </>
      }
    >
      <PrintNote narrowed={chips.map(({ label }) => label)} />
      {months ? (
        <Months months={months} />
      ) : error ? (
        <Failed title={common.database} error={error} retry={mutate} filter={() => setFiltering(true)} />
      ) : (
        <Loading />
      )}
      <EmergentFilter filter={filter} lists={lists} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}

interface Month {
  /** 'YYYY-MM' */
  month: string
  sprints: string[]
  project: number
  emergent: number
}

const names = 'jan fev mar abr mai jun jul ago set out nov dez'.split(' ')
/** 'nov/2026' */
const monthBr = (month: string) => `${names[Number(month.slice(5)) - 1]}/${month.slice(0, 4)}`

/** Sums by month, the newest first. */
function monthsOf({ dadosEmergentes, dadosProjetos }: EmergentDashboard): Month[] {
  const months = new Map<string, Month>()
  const add = (rows: EmergentDashboard['dadosProjetos'], kind: 'project' | 'emergent') => {
    for (const { mes, DESCSPRINT, QTD } of rows) {
      const month = months.get(mes) ?? { month: mes, sprints: [], project: 0, emergent: 0 }
      const sprint = DESCSPRINT ?? NO_VALUE
      if (!month.sprints.includes(sprint)) month.sprints.push(sprint)
      month[kind] += QTD ?? 0
      months.set(mes, month)
    }
  }
  add(dadosProjetos, 'project')
  add(dadosEmergentes, 'emergent')
  return [...months.values()].sort((a, b) => b.month.localeCompare(a.month))
}

const totalOf = (months: Month[]): Month => ({
  month: '',
  sprints: [],
  project: months.reduce((sum, { project }) => sum + project, 0),
  emergent: months.reduce((sum, { emergent }) => sum + emergent, 0),
})

const both = ({ project, emergent }: Month) => project + emergent
/** Emergent tasks as a percentage of all, with one decimal. */
const shareOf = ({ project, emergent }: Month) => percents([emergent, project])[0] ?? 0

const listed = new Intl.ListFormat('pt-BR')
/** 'SPRINT 117 e 118' */
function sprintsBr(sprints: string[]) {
  const sorted = sprints.toSorted((a, b) => a.localeCompare(b, 'pt-BR', { numeric: true }))
  return listed.format(sorted.map((name, index) => (index > 0 ? name.replace(/^SPRINT /, '') : name)))
}

const figures: Figure<Month>[] = [
  { id: 'projeto', label: 'Projeto', value: ({ project }) => project, show: numberBr },
  { id: 'emergente', label: 'Emergente', value: ({ emergent }) => emergent, show: numberBr },
  { id: 'total', label: 'Total', value: both, show: numberBr, wide: true },
  { id: 'percentual', label: '% emergente', value: shareOf, show: percentBr },
]
const columns: Column<Month>[] = [
  { id: 'mes', label: 'Mês', value: ({ month }) => (month ? monthBr(month) : 'TOTAL') },
  { id: 'sprints', label: 'Sprints', value: ({ sprints }) => sprintsBr(sprints), main: true },
  ...figures,
]

const series = [
  { name: 'Projeto', color: 'var(--c1)' },
  { name: 'Emergente', color: 'var(--c2)' },
]

function Months({ months }: { months: Month[] }) {
  if (months.length === 0)
    return (
      <Message icon={ChartColumn} title="Nenhuma sprint no filtro.">
        Escolha outras sprints, ou aguarde que as suas tenham tarefas finalizadas.
      </Message>
    )
  const total = totalOf(months)
  const data = months.toReversed().map(({ month, project, emergent }) => {
    const name = monthBr(month)
    return { month: `${name.slice(0, 4)}${name.slice(-2)}`, Projeto: project, Emergente: emergent }
  })
  return (
    <div className="dashboard">
      <Card title="Tarefas por mês" note={<Legend series={series} />}>
        <Chart>
          <Bars data={data} by="month" series={series} />
        </Chart>
      </Card>
      <Card title="Meses" className={css.emergent}>
        <table className="bar-table">
          <thead>
            <tr>
              <th scope="col">Mês</th>
              <th scope="col">Sprints</th>
              <td aria-hidden />
              <FigureHeads of={figures} />
            </tr>
          </thead>
          <tbody>
            {months.map((month) => (
              <tr key={month.month}>
                <th scope="row">{monthBr(month.month)}</th>
                <td title={sprintsBr(month.sprints)}>{sprintsBr(month.sprints)}</td>
                <td aria-hidden>
                  <span className={css.parts}>
                    <i style={{ flexGrow: month.project, background: 'var(--c1)' }} />
                    <i style={{ flexGrow: month.emergent, background: 'var(--c2)' }} />
                  </span>
                </td>
                <Figures of={figures} row={month} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">TOTAL</th>
              <td />
              <td aria-hidden />
              <Figures of={figures} row={total} />
            </tr>
          </tfoot>
        </table>
      </Card>
    </div>
  )
}
