// Dashboard Planejado x Meta: planned and delivered tasks of sprints, against their goals.
import '../../ui/strip.css'
import { ChartColumn } from 'lucide-react'
import { useState } from 'react'
import { dayBr, isDay } from '../../../shared/clock.ts'
import type { GoalDashboard } from '../../../shared/features/sprints.ts'
import { messages as common } from '../../../shared/messages.ts'
import { toTenth } from '../../../shared/percent.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Card } from '../../ui/chart/Card.tsx'
import { Chart, Legend } from '../../ui/chart/Chart.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { Chips, type Chip } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { SheetButton } from '../../ui/grid/SheetButton.tsx'
import { Dot } from '../../ui/grid/Status.tsx'
import { useFilter, valuesOf } from '../../ui/grid/useFilter.ts'
import type { Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr, percentBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { FigureHeads, Figures, type Figure } from './figures.tsx'
import { goalBlank, LATEST, sprintChip } from './filter.ts'
import css from './goal.module.css'

const GoalBars = lazyPart(() => import('../../ui/chart/GoalBars.tsx'))
const GoalLine = lazyPart(() => import('../../ui/chart/GoalLine.tsx'))
const GoalFilter = lazyPart(() => import('./GoalFilter.tsx'))

/** The request for the filter in an address, without invalid days. */
const askedOf = ({ sprints, dataInicio, dataFim }: typeof goalBlank) => ({
  body: { ...(sprints.length > 0 && { sprints }), ...(isDay(dataInicio) && { dataInicio }), ...(isDay(dataFim) && { dataFim }) },
})

export const drawn: Drawn = ({ ask, search }) =>
  Promise.all([ask('POST /dash/resultadoMeta', askedOf(valuesOf(search, goalBlank))), ask('GET /sprints')])

export default function Goal() {
  const filter = useFilter(goalBlank)
  const { values } = filter
  const { data, error, mutate } = useFresh('POST /dash/resultadoMeta', askedOf(values))
  const lists = useCall('GET /sprints')
  const [filtering, setFiltering] = useState(false)
  const chips: Chip[] = [
    ...sprintChip(values.sprints, lists.data, () => filter.clear('sprints')),
    ...(isDay(values.dataInicio) ? [{ label: `De: ${dayBr(values.dataInicio)}`, clear: () => filter.clear('dataInicio') }] : []),
    ...(isDay(values.dataFim) ? [{ label: `Até: ${dayBr(values.dataFim)}`, clear: () => filter.clear('dataFim') }] : []),
  ]
  const rows = data && rowsOf(data, lists.data?.[0]?.DESCSPRINT ?? null)
  return (
    <Screen
      scrolls
      note={chips.length > 0 ? undefined : LATEST}
      actions={
        <>
          <Chips chips={chips} clear={filter.clearAll} />
          <FilterButton count={chips.length} open={() => setFiltering(true)} />
          <SheetButton
            off={!rows?.length}
            sheet={() => ({
              columns,
              rows: [...(rows ?? []), totalOf(rows ?? [])],
              filters: chips.length > 0 ? chips.map(({ label }) => label) : [LATEST],
            })}
          />
        </>
      }
    >
      <PrintNote narrowed={chips.map(({ label }) => label)} />
      {rows ? (
        <Dashboard rows={rows} />
      ) : error ? (
        <Failed title={common.database} error={error} retry={mutate} filter={() => setFiltering(true)} />
      ) : (
        <Loading />
      )}
      <GoalFilter filter={filter} lists={lists} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}

interface Row {
  sprint: string
  current: boolean
  planned: number
  delivered: number
  /** Number of tasks that the goal requires. */
  goal: number
  percent: number
  goalPercent: number
}

const rowsOf = ({ dadosPlanejados, dadosMeta }: GoalDashboard, current: string | null): Row[] => {
  const shares = new Map(dadosMeta.map((one) => [one.DESCSPRINT, one]))
  return dadosPlanejados.map(({ DESCSPRINT, PREVISTAS, ENTREGUES, VQTDMETA }) => ({
    sprint: DESCSPRINT ?? NO_VALUE,
    current: DESCSPRINT !== null && DESCSPRINT === current,
    planned: PREVISTAS ?? 0,
    delivered: ENTREGUES ?? 0,
    goal: VQTDMETA ?? 0,
    percent: shares.get(DESCSPRINT)?.vPercent ?? 0,
    goalPercent: shares.get(DESCSPRINT)?.vPercentualMeta ?? 0,
  }))
}

function totalOf(rows: Row[]): Row {
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)
  const planned = sum((row) => row.planned)
  const delivered = sum((row) => row.delivered)
  // Sprints are weighted by their planned tasks. If nothing was planned at all, all sprints have the same weight.
  const weight = (row: Row) => (planned > 0 ? row.planned : 1)
  return {
    sprint: 'TOTAL',
    current: false,
    planned,
    delivered,
    goal: sum((row) => row.goal),
    percent: planned > 0 ? toTenth((100 * delivered) / planned) : 0,
    goalPercent: toTenth(sum((row) => weight(row) * row.goalPercent) / Math.max(1, sum(weight))),
  }
}

/** A sprint without planned tasks neither meets nor misses its goal. */
const hasTasks = ({ planned }: Row) => planned > 0
const isMet = (row: Row) => hasTasks(row) && row.delivered >= row.goal

function stateOf(row: Row) {
  if (!hasTasks(row)) return 'Sem tarefas'
  if (isMet(row)) return 'Na meta'
  const missing = row.goal - row.delivered
  if (!row.current) return `${missing} abaixo`
  return missing === 1 ? 'falta 1 tarefa' : `faltam ${missing} tarefas`
}

/** Table columns before each sprint's bar. `shares` below are those after the bar. */
const counts: Figure<Row>[] = [
  { id: 'previstas', label: 'Previstas', value: ({ planned }) => planned, show: numberBr, wide: true },
  { id: 'entregues', label: 'Entregues', value: ({ delivered }) => delivered, show: numberBr },
  { id: 'meta', label: 'Meta', value: ({ goal }) => goal, show: numberBr, wide: true },
]
const shares: Figure<Row>[] = [
  { id: 'percentual', label: '%', value: ({ percent }) => percent, show: percentBr },
  { id: 'percentualMeta', label: '% meta', value: ({ goalPercent }) => goalPercent, show: percentBr, wide: true },
]
const columns: Column<Row>[] = [
  { id: 'sprint', label: 'Sprint', value: ({ sprint }) => sprint, main: true },
  ...counts,
  ...shares,
  { id: 'situacao', label: 'Situação', value: (row) => (row.sprint === 'TOTAL' ? null : stateOf(row)) },
]

const goalMark = (line: 'solid' | 'dashed') => ({ name: 'Meta', color: 'var(--text)', line })
/** Legends of the two charts. */
const marks = {
  tasks: [{ name: 'Previstas', color: 'var(--rest)' }, { name: 'Entregues', color: 'var(--c1)' }, goalMark('solid')],
  shares: [{ name: '% entregue', color: 'var(--c1)' }, goalMark('dashed')],
}

const shortName = (sprint: string) => sprint.replace(/^SPRINT /, '')

function Dashboard({ rows }: { rows: Row[] }) {
  if (rows.length === 0)
    return (
      <Message icon={ChartColumn} title="Nenhuma sprint no filtro.">
        Escolha outras sprints ou outro período.
      </Message>
    )
  const total = totalOf(rows)
  const inTime = rows.toReversed()
  const judged = inTime.filter(hasTasks)
  return (
    <div className="dashboard">
      <dl className="strip">
        {[['Previstas', total.planned] as const, ['Entregues', total.delivered] as const, ['Meta', total.goal] as const].map(([label, count]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{numberBr(count)}</dd>
          </div>
        ))}
        <div>
          <dt>Entregue</dt>
          <dd>
            {percentBr(total.percent)} <small>meta {percentBr(total.goalPercent)}</small>
          </dd>
        </div>
      </dl>
      <div className={css.charts}>
        <Card title="Previstas x Entregues" note={<Legend series={marks.tasks} />}>
          <Chart>
            <GoalBars
              data={inTime.map(({ sprint, planned, delivered, goal }) => ({
                name: shortName(sprint),
                Previstas: planned,
                Entregues: delivered,
                Meta: goal,
              }))}
            />
          </Chart>
        </Card>
        <Card title="% entregue x meta" note={<Legend series={marks.shares} />}>
          {judged.length > 0 ? (
            <Chart>
              <GoalLine
                data={judged.map(({ sprint, percent, goalPercent }) => ({ name: shortName(sprint), '% entregue': percent, Meta: goalPercent }))}
              />
            </Chart>
          ) : (
            <p className="card-empty">Nenhuma tarefa prevista.</p>
          )}
        </Card>
      </div>
      <Card title="Sprints" className={css.table}>
        <table className="bar-table">
          <thead>
            <tr>
              <th scope="col">Sprint</th>
              <FigureHeads of={counts} />
              <td className={css.drawn} aria-hidden />
              <FigureHeads of={shares} />
              <th scope="col">Situação</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.sprint}>
                <th scope="row">
                  {row.sprint}
                  {row.current && <small> atual</small>}
                </th>
                <Figures of={counts} row={row} />
                <td className={css.drawn} aria-hidden>
                  {hasTasks(row) && (
                    <span className={css.bar}>
                      <i data-calm={!isMet(row) || undefined} style={{ width: `${Math.min(100, row.percent)}%` }} />
                      <b style={{ left: `${row.goalPercent}%` }} />
                    </span>
                  )}
                </td>
                <Figures of={shares} row={row} />
                <td>{hasTasks(row) ? <Dot tone={isMet(row) ? 'ok' : row.current ? 'warn' : 'ring'}>{stateOf(row)}</Dot> : stateOf(row)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">TOTAL</th>
              <Figures of={counts} row={total} />
              <td className={css.drawn} aria-hidden />
              <Figures of={shares} row={total} />
              <td>{judged.length > 0 ? `${judged.filter(isMet).length} de ${judged.length} na meta` : stateOf(total)}</td>
            </tr>
          </tfoot>
        </table>
      </Card>
    </div>
  )
}
