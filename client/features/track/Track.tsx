// Track: a person's time entries by day or week, and the running timer.
import { Button } from '@mantine/core'
import { History, Lock, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { isDay, wallDay, wallTime } from '../../../shared/clock.ts'
import { messages, type TimeRow } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import { read } from '../../api/request.ts'
import { serverNow } from '../../api/clock.ts'
import { useFresh } from '../../api/useCall.ts'
import { isMissing } from '../../api/failure.ts'
import { useMay, useMe } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { Coming } from '../../ui/feedback/Coming.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { ExportButton, GridFilters } from '../../ui/grid/GridFilters.tsx'
import { Pages } from '../../ui/grid/Pages.tsx'
import { valuesOf } from '../../ui/grid/useFilter.ts'
import { useGrid } from '../../ui/grid/useGrid.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAddress } from '../../ui/useAddress.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { usePhone } from '../../ui/usePhone.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { BookGap, ClosedMonths, columns, dated, Days, headOf, NO_DAYS, Sum } from './columns.tsx'
import { daysOf, nearOf } from './days.ts'
import type { Deleting } from './DeleteTime.tsx'
import { useTimeEditing } from './editing.ts'
import { askedOf, blank, useTimeFilter } from './filter.ts'
import { begunOf } from './entry.ts'
import { isForgotten, markOnce } from './forgotten.ts'
import { Running } from './Running.tsx'
import { isStopped } from './stops.ts'
import { useTimer } from './timer.ts'
import { usePast } from './usePast.ts'
import { valuesOfVisit } from './visit.ts'
import { askedIn, titleOf, weekAt } from './week.ts'
import { CopyWeek, useWeekPlace, WeekBar } from './WeekBar.tsx'
import css from './track.module.css'

const TimeForm = lazyPart(() => import('./TimeForm.tsx'))
const PastForm = lazyPart(() => import('./PastForm.tsx'))
const DeleteTime = lazyPart(() => import('./DeleteTime.tsx'))
const TimeFilter = lazyPart(() => import('./TimeFilter.tsx'))
const MonthsWindow = lazyPart(() => import('./MonthsWindow.tsx'))

const Week = lazyPart(() => import('./Week.tsx'), <Coming />)
const views = [
  { value: 'lista', label: 'Lista' },
  { value: 'semana', label: 'Semana' },
]

export const drawn: Drawn = ({ ask, search, now, me }) => {
  const { query } = askedOf(valuesOf(search, blank), me)
  const week = weekAt(search, wallDay(now))
  return ask('GET /track', week ? askedIn(week.monday, query.user) : { query })
}

const PAGE = 15
const ORDER = '-inicio'
export default function Track() {
  const me = useMe()
  const minute = Math.floor(useNow(60_000) / 60_000) * 60_000
  const today = wallDay(minute)
  const [filtering, setFiltering] = useState(false)
  const [deleting, setDeleting] = useState<Deleting | null>(null)
  const filters = useTimeFilter(filtering)
  const { filter, query, isOwn } = filters
  const [params] = useSearchParams()
  const phone = usePhone()
  const printing = usePrinting()
  const week = weekAt(params, today, phone)
  const goWeek = useWeekPlace()
  const chips = filters.chips.filter(({ of }) => !week || of === 'user')
  const asked = week ? askedIn(week.monday, query.user) : { query }
  const call = useFresh('GET /track', asked)
  const editing = useTimeEditing()
  const { running, start, stop, switchTo, openOrStart } = useTimer()
  const { fetched } = useFetching()

  // A person's own list leaves the running entry out, because its card shows it.
  const listed = useMemo(() => call.data?.filter(({ TOTAL }) => !isOwn || TOTAL !== null), [call.data, isOwn])
  const days = useMemo(() => (call.data ? daysOf(call.data, wallTime(minute)) : NO_DAYS), [call.data, minute])
  const isRunningShown = running !== null && isOwn
  // If the list's period does not contain the day of the running entry, that day is requested separately.
  const day = running?.dataHoraInicio.slice(0, 10) ?? ''
  const isOut = isRunningShown && ((asked.query.startdate ?? '') > day || (asked.query.enddate ?? day) < day)
  const ownDay = useFresh(isOut ? 'GET /track' : null, { query: { user: String(me.id), startdate: day, enddate: day } })
  const around = isOut ? ownDay.data : call.data
  const spans = (isOut ? daysOf(ownDay.data ?? [], wallTime(minute)) : days).get(day)?.spans ?? []

  const order = params.get('ordem') ?? ORDER
  const grid = useGrid({
    rows: listed,
    columns: order.endsWith('inicio') ? columns : dated,
    idOf: ({ ID }) => ID,
    defaultOrder: ORDER,
    pageOf: PAGE,
    lines: { by: 'inicio', of: ({ ACTIVITY_DATE }) => ACTIVITY_DATE, label: (date) => nearOf(date, today) },
  })
  const repeat = async ({ ID }: TimeRow) => {
    const entry = await fetched(() => read('GET /track/{id}', { path: { id: ID } }))
    if (!entry) return
    if (running) notify.warn(messages.unfinished, { action: { label: 'Parar e iniciar', run: () => switchTo(begunOf(entry)) } })
    else await start(begunOf(entry))
  }
  const [opening, setOpening] = useState(false)
  const begin = async () => {
    setOpening(true)
    await openOrStart().finally(() => setOpening(false))
  }
  const past = usePast()
  const may = useMay()
  const mayBook = may('POST /track/finished') && isOwn
  const months = useFresh(may('GET /track-months') ? 'GET /track-months' : null)
  const closed = useMemo(() => new Set(months.data?.filter(({ fechado }) => fechado).map(({ mes }) => mes)), [months.data])
  const [closing, setClosing] = useState(false)
  const bookGap = (dia: string, from: number, until: number) =>
    past.create({ dia, inicio: duration(from), fim: duration(until), total: duration(until - from), fimEm: until })
  // Other pages open the form by this address, with the day or '1' for today.
  const [, put] = useAddress()
  const askedDay = params.get('lancar')
  const book = useEffectEvent(async () => {
    if (askedDay === null) return
    const visit = Number(params.get('compromisso'))
    put({ lancar: null, compromisso: null })
    if (!mayBook) return
    const visits = visit > 0 ? await fetched(() => read('GET /track-visits')) : undefined
    const found = visits?.find(({ id }) => id === visit)
    if (visits && !found) notify.info(messages.visitAnswered)
    else past.create(found ? valuesOfVisit(found) : isDay(askedDay) ? { dia: askedDay } : {})
  })
  useEffect(() => void book(), [askedDay])
  useKeys({ N: () => void begin(), L: () => mayBook && past.create() })
  const runningId = running?.id
  useEffect(() => {
    // There is no warning about a forgotten entry, because a dialog asks about it, nor about an entry that was stopped in this browser.
    if (!running || isForgotten(running, serverNow()) || isStopped(me.id, running.id)) return
    if (markOnce('visto', running.id)) notify.warn(messages.resumed)
    // oxlint-disable-next-line react/exhaustive-deps -- once for each entry, however often it is fetched
  }, [runningId])
  const isClosed = ({ ACTIVITY_DATE }: TimeRow) => closed.has(ACTIVITY_DATE.slice(0, 7))
  const actions = [
    { label: 'Repetir', icon: Play, run: repeat },
    { label: 'Editar', icon: Pencil, run: ({ ID }: TimeRow) => editing.edit(ID) },
    { label: 'Excluir', icon: Trash2, run: (row: TimeRow) => setDeleting({ id: row.ID, name: row.DESCRICAO, shown: row }), off: isClosed },
  ]
  return (
    <Screen
      actions={
        <>
          {(!week || filters.mayChoose) && <FilterButton count={chips.length} open={() => setFiltering(true)} />}
          {mayBook && (
            <Button
              variant="default"
              size="sm"
              title="Lançar tempo que já passou (L)"
              leftSection={<History aria-hidden />}
              onClick={() => past.create()}
            >
              <span className="bar-word">Lançar tempo</span>
            </Button>
          )}
          {may('PUT /track-months') && !isMissing(months.error) && (
            <Button variant="default" size="sm" leftSection={<Lock aria-hidden />} onClick={() => setClosing(true)}>
              <span className="bar-word">Fechar mês</span>
            </Button>
          )}
          {!week && <ExportButton grid={grid} filters={chips.map(({ label }) => label)} />}
        </>
      }
      primary={
        <Button
          size="sm"
          variant={isRunningShown ? 'default' : 'filled'}
          leftSection={<Plus aria-hidden />}
          loading={opening}
          onClick={() => void begin()}
        >
          Novo Tempo
        </Button>
      }
    >
      <PrintNote narrowed={[...(isOwn ? [me.name] : []), ...(week ? [titleOf(week.monday)] : grid.narrowed), ...chips.map(({ label }) => label)]} />
      <div className={css.track}>
        {isRunningShown && <Running entry={running} row={around?.find(({ ID }) => ID === running.id)} spans={spans} stop={() => void stop()} />}
        <div className="screen-filters">
          {week && <WeekBar of={week} />}
          <Segmented
            key="view"
            legend="Visão"
            options={views}
            value={week ? 'semana' : 'lista'}
            onChange={(view) => goWeek(view === 'semana' ? { visao: view } : { visao: null, semana: null, copiar: null })}
          />
          {week ? (
            <>
              <Chips chips={chips} clear={filter.clearAll} />
              {isOwn && <CopyWeek of={week} />}
            </>
          ) : (
            <GridFilters grid={grid}>
              <Chips chips={chips} clear={filter.clearAll} />
            </GridFilters>
          )}
        </div>
        <div className={css.list}>
          {week ? (
            <Week key={`${query.user} ${week.monday}`} of={week} user={query.user} call={call} edit={editing.edit} remove={setDeleting} />
          ) : (
            <BookGap value={mayBook ? bookGap : undefined}>
              <ClosedMonths value={closed}>
                <Days value={days}>
                  <DataGrid
                    grid={grid}
                    call={call}
                    open={isOwn ? ({ ID }) => editing.edit(ID) : undefined}
                    actions={isOwn ? actions : []}
                    failed={messages.filterFailed}
                    filter={() => setFiltering(true)}
                    head={headOf}
                    foot={printing ? <Sum rows={grid.all.map(({ original }) => original.row)} /> : <Pages grid={grid} />}
                    empty={{
                      title: chips.length > 0 ? 'Nenhum tempo neste período.' : 'Nenhum tempo nos últimos 90 dias.',
                      hint:
                        chips.length > 0
                          ? 'Escolha outro período no filtro.'
                          : 'Comece um com Novo Tempo: o que você fizer aparece aqui, dia por dia.',
                      action: chips.length > 0 && (
                        <Button variant="default" size="sm" onClick={filter.clearAll}>
                          Limpar filtros
                        </Button>
                      ),
                    }}
                  />
                </Days>
              </ClosedMonths>
            </BookGap>
          )}
        </div>
      </div>
      <TimeForm editing={editing} />
      <PastForm past={past} />
      <DeleteTime entry={deleting} close={() => setDeleting(null)} />
      <MonthsWindow months={months} opened={closing} close={() => setClosing(false)} />
      <TimeFilter of={filters} dated={!week} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}
