// DashBoard Track - Analítico: the time entries of a period, grouped by person.
import { createContext, use, useMemo, useState } from 'react'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { messages, type AnalyticRow } from '../../../shared/features/track-dashboards.ts'
import { inMinutes, isTimeOfDay, minutesOfGroups, seconds, timeOfSecond } from '../../../shared/hours.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { FoldButtons } from '../../ui/grid/FoldButtons.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { RUNS, Until } from '../../ui/grid/Until.tsx'
import { useFilter, valuesOf } from '../../ui/grid/useFilter.ts'
import { useGrid, type Column } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { numberBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useNow } from '../../ui/useNow.ts'
import { askedOf, blank, chipsOf, isUsual, narrowedOf, untilWhen } from './filter.ts'
import { WayOut } from './WayOut.tsx'
import css from './track-analytic.module.css'

const TrackFilter = lazyPart(() => import('./TrackFilter.tsx'))

export const drawn: Drawn = ({ ask, search }) => ask('POST /dash/analytictoggl', askedOf(valuesOf(search, blank)))

const timeOf = (time: string | null) => (time !== null && isTimeOfDay(time) ? seconds(time) : null)
const startOf = ({ start }: AnalyticRow) => timeOf(start)
const spentOf = ({ total }: AnalyticRow) => (total ? seconds(total) : null)
/** Seconds since midnight of the day on which the entry began. A value of 24 hours or more is on a later day. */
function endOf(row: AnalyticRow) {
  const [start, spent] = [startOf(row), spentOf(row)]
  return start === null || spent === null ? timeOf(row.end) : start + spent
}
const clockOf = (time: number | null) => (time === null ? null : timeOfSecond(time).at)

/** Minutes of the visible entries by id, rounded so that they add up to the total. */
const Minutes = createContext(new Map<number, number>())

const columns: Column<AnalyticRow>[] = [
  { id: 'descricao', label: 'Descrição', value: (row) => row.description, main: true },
  { id: 'atividade', label: 'Atividade', value: (row) => row.activity, width: 150, narrow: 104 },
  { id: 'modulo', label: 'Módulo', value: (row) => row.module, width: 150, narrow: 104 },
  { id: 'categoria', label: 'Categoria', value: (row) => row.category, width: 100, narrow: 90 },
  { id: 'tag', label: 'Tag', value: (row) => row.tag, width: 86, narrow: 72 },
  {
    id: 'data',
    label: 'Data',
    // The value includes the start time, so that entries of the same day are sorted by time.
    value: (row) => row.data && `${row.data} ${row.start}`,
    date: 'day',
    text: (row) => row.data && dayBr(row.data),
    figures: true,
    early: true,
    width: 104,
  },
  { id: 'inicio', label: 'Início', value: startOf, seconds: 'clock', text: (row) => clockOf(startOf(row)), figures: true, early: true, width: 76 },
  {
    id: 'fim',
    label: 'Fim',
    value: endOf,
    seconds: 'clock',
    text: (row) => (row.end ? clockOf(endOf(row)) : RUNS),
    cell: (row) => <Until second={row.end ? endOf(row) : null} />,
    figures: true,
    early: true,
    width: 96,
  },
  { id: 'origem', label: 'Origem', value: (row) => row.origem, width: 88 },
  {
    id: 'total',
    label: 'Total',
    value: spentOf,
    seconds: 'lasted',
    // The search finds both roundings of a duration, because the display may use either.
    text: (row) => {
      const spent = spentOf(row)
      return spent === null ? null : [...new Set([Math.floor(spent / 60), Math.ceil(spent / 60)])].map(inMinutes).join(' ')
    },
    cell: (row) => <Spent id={row.id} />,
    figures: true,
    width: 108,
    narrow: 84,
  },
]

function Spent({ id }: { id: number }) {
  const minutes = use(Minutes).get(id)
  return minutes === undefined ? NO_VALUE : <b>{inMinutes(minutes)}</b>
}

const userOf = ({ user }: AnalyticRow) => user ?? NO_VALUE
const groups = { title: 'Usuário', of: userOf }

/** Sums of the rows, per person and in total. A running entry is in no sum. */
function sumsOf(rows: AnalyticRow[]) {
  const people = Map.groupBy(rows, userOf)
  const ended = [...people.values()].map((own) => own.flatMap((row) => (row.total ? [{ id: row.id, spent: seconds(row.total) }] : [])))
  const { total, groups: shares } = minutesOfGroups(ended.map((own) => own.map(({ spent }) => spent)))
  return {
    total: inMinutes(total),
    users: people.size,
    largest: Math.max(1, ...shares.map((share) => share.total)),
    minutes: new Map(ended.flatMap((own, person) => own.map(({ id }, line) => [id, shares[person]?.lines[line] ?? 0] as const))),
    byUser: new Map([...people.keys()].map((user, person) => [user, shares[person]?.total ?? 0])),
  }
}

const counted = (count: number, [one, many]: readonly [string, string]) => `${numberBr(count)} ${count === 1 ? one : many}`
const TIMES = ['tempo', 'tempos'] as const
const USERS = ['usuário', 'usuários'] as const

export default function TrackAnalytic() {
  const filter = useFilter(blank)
  const today = wallDay(useNow(60_000))
  const call = useFresh('POST /dash/analytictoggl', askedOf(filter.values))
  const lists = useCall('GET /datafiltertrack')
  const [filtering, setFiltering] = useState(false)
  const grid = useGrid({ rows: call.data?.resultAnalytic, columns, idOf: ({ id }) => id, defaultOrder: '-data', groups })
  const sums = useMemo(() => sumsOf(grid.found), [grid.found])
  const chips = chipsOf(filter, lists.data)
  const narrowed = narrowedOf(filter.values, chips, today)
  const headOf = (user: string, count: number) => {
    const minutes = sums.byUser.get(user) ?? 0
    return (
      <>
        <small>{counted(count, TIMES)}</small>
        <i className={css.share} aria-hidden>
          <i style={{ width: `${(100 * minutes) / sums.largest}%` }} />
        </i>
        <b>{inMinutes(minutes)}</b>
      </>
    )
  }
  return (
    <Screen
      note={grid.loaded ? sums.total : undefined}
      actions={
        <>
          <FilterButton count={chips.length} open={() => setFiltering(true)} />
          <ExportButton grid={grid} filters={narrowed} />
        </>
      }
      filters={
        <GridFilters grid={grid}>
          {isUsual(filter.values) && <p className="screen-note">{untilWhen(filter.values, today)}</p>}
          <Chips chips={chips} clear={filter.clearAll} />
          <FoldButtons grid={grid} />
        </GridFilters>
      }
    >
      <PrintNote narrowed={[...grid.narrowed, ...narrowed]} />
      <Minutes value={sums.minutes}>
        <DataGrid
          grid={grid}
          call={call}
          failed={messages.loadFailed}
          filter={() => setFiltering(true)}
          head={headOf}
          foot={
            <div className={css.total}>
              <b>Total geral</b>
              <small>
                {counted(sums.users, USERS)} · {counted(grid.rows.length, TIMES)}
              </small>
              <b>{sums.total}</b>
            </div>
          }
          empty={{
            title: 'Nenhum tempo no período.',
            hint: chips.length > 0 ? 'Escolha outro período ou tire um dos filtros.' : 'Escolha outro período.',
            action: <WayOut narrowed={chips.length > 0} clear={filter.clearAll} open={() => setFiltering(true)} />,
          }}
        />
      </Minutes>
      <TrackFilter filter={filter} lists={lists} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}
