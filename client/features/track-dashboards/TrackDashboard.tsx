// Dashboard Track: time of a period by activity, module, category and type. Clicking an item filters all four lists by that item, and 'Ver os tempos'
// leads to the entries of the filter.
import { Button } from '@mantine/core'
import { ChartColumn, List } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { wallDay } from '../../../shared/clock.ts'
import type { TrackDashboard as Data } from '../../../shared/features/track-dashboards.ts'
import { minutesOf, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { BarTable, Stack, type Bar } from '../../ui/chart/BarTable.tsx'
import { Card } from '../../ui/chart/Card.tsx'
import { inDark } from '../../ui/chart/inDark.ts'
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
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useNow } from '../../ui/useNow.ts'
import { askedOf, blank, chipsOf, narrowedOf, untilWhen, type Lists } from './filter.ts'
import { WayOut } from './WayOut.tsx'
import css from './track-dashboard.module.css'

const Ring = lazyPart(() => import('../../ui/chart/Ring.tsx'))
const TrackFilter = lazyPart(() => import('./TrackFilter.tsx'))

export const drawn: Drawn = ({ ask, search }) => ask('POST /dash/resultadotoggl', askedOf(valuesOf(search, blank)))

export default function TrackDashboard() {
  const filter = useFilter(blank)
  const may = useMay()
  const [params] = useSearchParams()
  const today = wallDay(useNow(60_000))
  const { data, error, mutate } = useFresh('POST /dash/resultadotoggl', askedOf(filter.values))
  const lists = useCall('GET /datafiltertrack')
  const [filtering, setFiltering] = useState(false)
  const chips = chipsOf(filter, lists.data)
  const narrowed = narrowedOf(filter.values, chips, today)
  return (
    <Screen
      scrolls
      note={untilWhen(filter.values, today)}
      actions={
        <>
          <Chips chips={chips} clear={filter.clearAll} />
          <FilterButton count={chips.length} open={() => setFiltering(true)} />
          {may('POST /dash/analytictoggl') && (
            <Button
              component={Link}
              to={{ pathname: '/dash-track-analytic', search: filterOf(params) }}
              variant="default"
              size="sm"
              leftSection={<List aria-hidden />}
            >
              Ver os tempos
            </Button>
          )}
          <SheetButton off={!data || isEmpty(data)} sheet={() => ({ columns, rows: data ? sheetOf(data) : [], filters: narrowed })} />
        </>
      }
    >
      <PrintNote narrowed={narrowed} />
      {data ? (
        <Boards
          data={data}
          lists={lists.data}
          only={(one) => filter.apply(one, true)}
          out={<WayOut narrowed={chips.length > 0} clear={filter.clearAll} open={() => setFiltering(true)} />}
        />
      ) : error ? (
        <Failed title={common.database} error={error} retry={mutate} filter={() => setFiltering(true)} />
      ) : (
        <Loading />
      )}
      <TrackFilter filter={filter} lists={lists} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}

/** The filter of an address alone, for the page with the entries behind the figures. */
const filterOf = (params: URLSearchParams) => new URLSearchParams([...params].filter(([key]) => Object.hasOwn(blank, key))).toString()

interface SheetRow {
  group: string
  name: string | null
  time: number | null
  percent: number | null
}
const columns: Column<SheetRow>[] = [
  { id: 'grupo', label: 'Grupo', value: ({ group }) => group },
  { id: 'nome', label: 'Nome', value: ({ name }) => name ?? NO_VALUE, main: true },
  { id: 'tempo', label: 'Tempo', value: ({ time }) => time, seconds: 'lasted' },
  { id: 'percentual', label: '%', value: ({ percent }) => percent },
]
const sheetOf = ({ dadosProjeto, dadosModulo, dadosTipo, dadosPercentual }: Data): SheetRow[] => {
  const lasted = (time: string | null) => (time === null ? null : seconds(time))
  return [
    ...dadosProjeto.map((one) => ({ group: 'Projeto / Atividade', name: one.atividade, time: lasted(one.TIME), percent: one.PERCENT })),
    ...dadosModulo.map((one) => ({ group: 'Módulo', name: one.modulo, time: lasted(one.TIME), percent: one.PERCENT })),
    ...dadosTipo.map((one) => ({ group: 'Tipo / Categoria', name: one.categoria, time: null, percent: one.PERCENT })),
    ...dadosPercentual.map((one) => ({ group: 'Percentual por tipo', name: one.TipoPercent, time: null, percent: one.PERCENT })),
  ]
}

/** Total as 'HH:MM'. */
const sumOf = (rows: { TIME: string | null }[]) => minutesOf(rows.map(({ TIME }) => (TIME ? seconds(TIME) : 0))).total

interface BoardsProps {
  data: Data
  /** Lists that translate names to ids for the filter; undefined while they load. */
  lists: Lists | undefined
  /** Replaces the filter by these ids alone. */
  only: (filter: Partial<Record<'atividade' | 'module' | 'categoria', number[]>>) => void
  /** Button shown when the result is empty. */
  out: ReactNode
}

const NOTHING = 'Nenhum tempo no período.'
const isEmpty = (data: Data) => Object.values(data).every((rows) => rows.length === 0)

function Boards({ data, lists, only, out }: BoardsProps) {
  const { dadosProjeto, dadosModulo, dadosTipo, dadosPercentual } = data
  if (isEmpty(data))
    return (
      <Message icon={ChartColumn} title={NOTHING} action={out}>
        Escolha outro período ou tire um dos filtros.
      </Message>
    )
  const bars = (rows: { label: string | null; TIME?: string | null; PERCENT: number | null; color?: string; open?: (() => void) | undefined }[]) => {
    const values = rows.map(({ TIME }) => (TIME ? seconds(TIME) : 0))
    const { texts } = minutesOf(values)
    return rows.map(({ label, PERCENT, color, open }, index): Bar => ({
      label: label ?? NO_VALUE,
      value: values[index] ?? 0,
      figure: texts[index] ?? '',
      percent: PERCENT ?? 0,
      open,
      ...(color !== undefined && { color }),
    }))
  }
  const askFor = (key: 'atividade' | 'module' | 'categoria', ids: number[] | undefined) => (ids?.length ? () => only({ [key]: ids }) : undefined)
  const activities = bars(
    dadosProjeto.map((one) => ({
      ...one,
      label: one.atividade,
      open: askFor(
        'atividade',
        idsOf(
          lists?.atividades,
          ({ DESCRICAOATIVIDADE }) => DESCRICAOATIVIDADE === one.atividade,
          ({ CODIGOATIVIDADE }) => CODIGOATIVIDADE,
        ),
      ),
    })),
  )
  const modules = bars(
    dadosModulo.map((one, index) => ({
      ...one,
      label: one.modulo,
      color: colorOf(one.corModule, index),
      open: askFor(
        'module',
        idsOf(
          lists?.modulo,
          ({ DESCRICAOMODULO }) => DESCRICAOMODULO === one.modulo,
          ({ CODIGOMODULO }) => CODIGOMODULO,
        ),
      ),
    })),
  )
  const categoryIds = (is: (one: Lists['categoria'][0]) => boolean) =>
    askFor(
      'categoria',
      idsOf(lists?.categoria, is, ({ CODIGOCATEGORIA }) => CODIGOCATEGORIA),
    )
  const categories = bars(
    dadosTipo.map((one, index) => ({
      ...one,
      label: one.categoria,
      color: colorOf(null, index),
      open: categoryIds(({ DESCRICAOCATEGORIA }) => DESCRICAOCATEGORIA === one.categoria),
    })),
  )
  const kinds = bars(
    dadosPercentual.map((one, index) => ({
      ...one,
      label: one.TipoPercent,
      color: colorOf(null, index),
      open: categoryIds(({ TIPO }) => TIPO != null && TIPO === one.TipoPercent),
    })),
  )
  const total = sumOf(dadosProjeto)
  return (
    <div className={`dashboard ${css.columns}`}>
      <Part title="Projeto / Atividade" note={total} bars={activities}>
        <BarTable heads={['Atividade', 'Tempo']} bars={activities} total={total} />
      </Part>
      <Part title="Módulo" bars={modules} note={modules.length === 1 ? '1 módulo' : `${modules.length} módulos`}>
        <div className={css.modules}>
          <div className={css.ring} aria-hidden>
            <Ring data={modules.map(({ label, value, color = '' }) => ({ name: label, value, color }))} />
          </div>
          <BarTable heads={['Módulo', 'Tempo']} bars={modules} total={sumOf(dadosModulo)} />
        </div>
      </Part>
      <Part title="Tipo / Categoria" bars={categories}>
        <Stack bars={categories} />
        <BarTable heads={['Categoria']} bars={categories} />
      </Part>
      <Part title="Percentual por tipo" bars={kinds}>
        <Stack bars={kinds} />
        <BarTable heads={['Tipo']} bars={kinds} />
      </Part>
    </div>
  )
}

const Part = ({ bars, children, ...card }: { title: string; note?: string; bars: Bar[]; children: ReactNode }) => (
  <Card {...card}>{bars.length > 0 ? children : <p className="card-empty">{NOTHING}</p>}</Card>
)

const COLORS = 6
/** The colour from the server, lightened in dark mode. Without one, the design's colours in order. */
const colorOf = (color: string | null, index: number) =>
  color && /^#[0-9a-f]{6}$/i.test(color) ? `light-dark(${color}, ${inDark(color)})` : `var(--c${(index % COLORS) + 1})`

const idsOf = <T,>(list: T[] | undefined, is: (one: T) => boolean, id: (one: T) => number) => list?.filter(is).map(id)
