// Roadmap Projetos: the projects of a year as bars, which screen readers read as a table.
import { Button } from '@mantine/core'
import { ChartGantt, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { dayBr, isDay, wallDay } from '../../../shared/clock.ts'
import type { ProjectStatus, RoadmapTask } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../parts.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { Message } from '../../ui/feedback/Message.tsx'
import { Chips } from '../../ui/form/Chips.tsx'
import { listChip } from '../../ui/form/listChip.ts'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { ServerState } from '../../ui/grid/Status.tsx'
import { useFilter, valuesOf } from '../../ui/grid/useFilter.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import { daysBr, numberBr, percentBr } from '../../ui/number.ts'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { addressNow, useAddress } from '../../ui/useAddress.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { variables } from '../../ui/variables.ts'
import { optionsOf } from '../options.ts'
import { Priority } from './Priority.tsx'
import { barOf, isZoom, periodOf, step, todayAt, zooms, type Bar, type Period, type Zoom } from './roadmap.ts'
import { blank } from './roadmapFilter.ts'
import css from './roadmap.module.css'

const RoadmapFilter = lazyPart(() => import('./RoadmapFilter.tsx'))
const RoadmapDetail = lazyPart(() => import('./RoadmapDetail.tsx'))

/** The period that an address stands for; by default the current year. */
function periodAt(search: URLSearchParams, today: string) {
  const zoom = search.get('zoom')
  const day = search.get('dia')
  return periodOf(isZoom(zoom) ? zoom : 'ano', isDay(day) && hasRoadmap(day) ? day : today)
}
/** Whether the roadmap's call accepts the year of `day`. */
const hasRoadmap = (day: string) => '2000' <= day && day < '2101'
/** Number of projects that PageUp and PageDown move by. */
const PAGE = 15
/** Moves the focus by a number of projects. */
function walk(by: number) {
  const names = [...document.querySelectorAll<HTMLElement>('main tbody button')]
  const at = names.findIndex((name) => name === document.activeElement)
  names[Math.max(0, Math.min(names.length - 1, at + by))]?.focus()
}
const askedOf = ({ status }: typeof blank, { year }: Period) => ({ body: { ano: year, ...(status.length > 0 && { statusRedmine: status }) } })

export const drawn: Drawn = ({ ask, search, now }) =>
  Promise.all([ask('POST /dash/trackprojetos', askedOf(valuesOf(search, blank), periodAt(search, wallDay(now)))), ask('GET /trackprojetos/data')])

export default function Roadmap() {
  const today = wallDay(useNow(60_000))
  const [params, put] = useAddress()
  const period = periodAt(params, today)
  const filter = useFilter(blank)
  const lists = useCall('GET /trackprojetos/data')
  const { data, error, mutate } = useFresh('POST /dash/trackprojetos', askedOf(filter.values, period))
  const [filtering, setFiltering] = useState(false)
  const [shown, show] = useState<RoadmapTask | null>(null)
  const go = ({ zoom, ...to }: { zoom?: Zoom; dia?: string | null }) => put({ ...to, ...(zoom && { zoom: zoom === 'ano' ? null : zoom }) }, true)
  const turn = (by: -1 | 1) => {
    const dia = step(periodAt(addressNow(), today), by)
    if (hasRoadmap(dia)) go({ dia })
  }
  const zoomTo = (zoom: Zoom) => go({ zoom })
  useKeys({
    T: () => go({ dia: null }),
    ArrowLeft: () => turn(-1),
    ArrowRight: () => turn(1),
    '1': () => zoomTo('ano'),
    '2': () => zoomTo('trimestre'),
    '3': () => zoomTo('mes'),
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
    PageDown: () => walk(PAGE),
    PageUp: () => walk(-PAGE),
    Home: () => walk(-Infinity),
    End: () => walk(Infinity),
  })
  const statuses = lists.data?.status
  const options = optionsOf.statuses(statuses, 'P')
  const chips = listChip('Status', filter.values.status, options, () => filter.clear('status'))
  const rows = data?.flatMap((task) => {
    const bar = barOf(task, period, today)
    return bar || (!task.dataInicio && !task.dataFim) ? [{ task, bar }] : []
  })
  return (
    <Screen
      note={rows ? numberBr(rows.length) : undefined}
      actions={<FilterButton count={chips.length} open={() => setFiltering(true)} />}
      filters={
        <>
          <Button variant="default" size="sm" title="Hoje (T)" onClick={() => go({ dia: null })}>
            Hoje
          </Button>
          <button type="button" className="icon-button" aria-label="Período anterior" title="Período anterior (←)" onClick={() => turn(-1)}>
            <ChevronLeft aria-hidden />
          </button>
          <strong className={css.title} aria-live="polite">
            {period.title}
          </strong>
          <button type="button" className="icon-button" aria-label="Próximo período" title="Próximo período (→)" onClick={() => turn(1)}>
            <ChevronRight aria-hidden />
          </button>
          <Segmented
            legend="Zoom"
            options={Object.entries(zooms).map(([value, label], nth) => ({ value, label, shortcut: String(nth + 1) }))}
            value={period.zoom}
            onChange={(zoom) => isZoom(zoom) && zoomTo(zoom)}
          />
          <Chips chips={chips} clear={filter.clearAll} />
          <Legend beyond={period.beyond} />
        </>
      }
    >
      <PrintNote narrowed={[period.title, ...chips.map(({ label }) => label)]} />
      {rows ? (
        rows.length > 0 ? (
          <Chart {...{ rows, period, today, statuses, show }} />
        ) : (
          <Message
            icon={ChartGantt}
            title={`Nenhum projeto ${period.within}.`}
            action={
              chips.length > 0 && (
                <Button variant="default" size="sm" onClick={filter.clearAll}>
                  Limpar filtros
                </Button>
              )
            }
          >
            Aparecem aqui os projetos ativos cujas datas tocam o período.
          </Message>
        )
      ) : error ? (
        <Failed title={common.database} error={error} retry={mutate} />
      ) : (
        <Loading />
      )}
      <RoadmapFilter filter={filter} lists={lists} opened={filtering} close={() => setFiltering(false)} />
      <RoadmapDetail task={shown} today={today} status={statuses?.find(({ descricao }) => descricao === shown?.status)} close={() => show(null)} />
    </Screen>
  )
}

const Legend = ({ beyond }: { beyond: string }) => (
  <ul className={css.legend}>
    <li data-kind="done">concluído</li>
    <li data-kind="todo">a fazer</li>
    <li data-kind="late">atrasado</li>
    <li data-kind="over">finalizado</li>
    <li>
      <ChevronRight aria-hidden /> segue fora {beyond}
    </li>
  </ul>
)

/** Number of rows that the browser draws or skips together. */
const CHUNK = 20
const chunksOf = <T,>(rows: T[]) => Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, nth) => rows.slice(nth * CHUNK, (nth + 1) * CHUNK))

interface ChartProps {
  rows: { task: RoadmapTask; bar: Bar | null }[]
  period: Period
  today: string
  statuses: ProjectStatus[] | undefined
  show: (task: RoadmapTask) => void
}

function Chart({ rows, period, today, statuses, show }: ChartProps) {
  const now = todayAt(period, today)
  return (
    <div
      className={css.roadmap}
      data-zoom={period.zoom}
      data-now={now !== null || undefined}
      style={variables({ '--all': rows.length, '--now': now ?? 0 })}
    >
      <div>
        <div className={css.marks} aria-hidden>
          {now !== null && <b style={variables({ '--at': now })} />}
          {period.heads.map(({ at }) => (
            <i key={at} style={variables({ '--at': at })} />
          ))}
          {period.parts.map(({ at }) => (
            <i key={at} data-fine style={variables({ '--at': at })} />
          ))}
        </div>
        <table>
          <colgroup>
            <col className={css.icon} />
            <col className={css.name} />
            <col className={css.status} />
            <col className={css.done} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                Projeto
              </th>
              <th scope="col">Status</th>
              <th scope="col" data-figure>
                Concluído
              </th>
              <th scope="col" className={css.axis}>
                <span className="hidden">Período</span>
                {period.heads.map(({ at, label }, nth) => {
                  const span = (period.heads[nth + 1]?.at ?? 100) - at
                  const isNow = now !== null && now >= at && now < at + span
                  return (
                    <b key={at} style={variables({ '--at': at, '--span': span, '--today': isNow ? (100 * (now - at)) / span : 0 })}>
                      <span>{label}</span>
                      {isNow && <em>Hoje {dayBr(today).slice(0, 5)}</em>}
                    </b>
                  )
                })}
                {period.parts.map(({ at, label }) => (
                  <i key={at} style={variables({ '--at': at })}>
                    {label}
                  </i>
                ))}
              </th>
            </tr>
          </thead>
          {chunksOf(rows).map((chunk, nth) => (
            <tbody key={nth} style={variables({ '--rows': chunk.length })}>
              {chunk.map(({ task, bar }, nth) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- its button does
                <tr
                  key={nth}
                  onClick={({ currentTarget }) => {
                    // Focuses the button, so that the dialog returns the focus there.
                    currentTarget.querySelector('button')?.focus()
                    show(task)
                  }}
                >
                  <td>
                    <Priority of={task.prioridade} bare />
                  </td>
                  <th scope="row">
                    <button type="button" className="ellipsis" title={task.descricao ?? undefined}>
                      {task.descricao ?? NO_VALUE}
                    </button>
                  </th>
                  <td title={task.status ?? undefined}>
                    <State of={task.status} statuses={statuses} />
                  </td>
                  <td data-figure>{percentBr(task.progresso ?? 0, 1)}</td>
                  <td className={css.line}>{bar ? <BarOf bar={bar} /> : <span>sem datas</span>}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </div>
    </div>
  )
}

function State({ of, statuses }: { of: string | null; statuses: ProjectStatus[] | undefined }) {
  const known = statuses?.find(({ descricao }) => descricao === of)
  return <ServerState of={known ?? { descricao: of, color: null, icon: null }} />
}

/** Space that the label of a delay needs, in percent of the axis. */
const SAID = 13

function BarOf({ bar: { task, from, width, done, before, after, late, over } }: { bar: Bar }) {
  const dates = [task.dataInicio, task.dataFim].map((day) => (day ? dayBr(day) : NO_VALUE)).join(' a ')
  const until = from + width
  const place = variables({ '--from': from, '--width': width, '--done': done, '--whole': task.progresso ?? 0 })
  return (
    <>
      <span
        className={css.bar}
        title={`${task.descricao ?? ''}, ${dates}`}
        data-before={before || undefined}
        data-after={after || undefined}
        data-late={late > 0 || undefined}
        data-over={over || undefined}
        style={place}
      >
        {before && <ChevronLeft role="img" aria-label="Começa antes" data-way="before" data-on={done > 0 || undefined} />}
        {after && <ChevronRight role="img" aria-label="Segue depois" data-way="after" data-on={done === 100 || undefined} />}
      </span>
      <span className={css.dates}>{dates}</span>
      {late > 0 && (
        <b data-side={until <= 100 - SAID ? 'after' : from >= SAID ? 'before' : 'in'} style={place}>
          {daysBr(late)}
          <span> de atraso</span>
        </b>
      )}
    </>
  )
}
