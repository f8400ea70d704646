// Calendário: everyone's appointments by month, week, four days, day or person.
import './calendar.css'
// Before the views, which change how it looks in them.
import './event.css'
import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { WINDOW_DAYS, type CalendarFilter, type CalendarLists } from '../../../shared/features/calendar.ts'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall, useFresh } from '../../api/useCall.ts'
import type { Drawn } from '../../screens.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { Days } from './Days.tsx'
import { DayDots, Dots } from './Dots.tsx'
import { askedAt, askedOf, real, sinceOf } from './asked.ts'
import { Editor, useTools } from './Editor.tsx'
import { blank, chipsOf } from './filter.ts'
import { BARS, Hours } from './Hours.tsx'
import { blocksOf, onDay, shown, summary, type Columns, type Shown } from './layout.ts'
import { Month } from './Month.tsx'
import { daysOf, isView, nameOf, step, views, type View } from './periods.ts'
import { spanOfDays } from './spans.ts'
import { activityOf, expected } from './team.ts'
import { Team } from './Team.tsx'
import { useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import { placeOf, usePlace, type Go } from './usePlace.ts'
import { usePhone } from '../../ui/usePhone.ts'

const CalendarFilterModal = later(() => import('./CalendarFilter.tsx'))
const EventDetail = later(() => import('./EventDetail.tsx'))
const Secondary = later(() => import('./Secondary.tsx'))

const shortcuts: Record<View, string> = { dia: 'D', semana: 'S', mes: 'M', '4dias': '4', equipe: 'E' }
const options = Object.entries(views).map(([value, label]) => ({ value, label, ...(isView(value) && { shortcut: shortcuts[value] }) }))

/** The days that the page brings along, and who has a row. */
export const drawn: Drawn = async ({ ask, search, now }) => {
  const body = askedAt(search, now)
  await Promise.all([
    body && ask('POST /dash/calendarioOndeEstou', { body }),
    placeOf(search, wallDay(now)).view === 'equipe' && ask('GET /dash/calendarioOndeEstou'),
  ])
}

export default function Calendar() {
  return (
    <Editor>
      <Sheet />
    </Editor>
  )
}

function Sheet() {
  const now = useNow(60_000)
  const today = wallDay(now)
  const place = usePlace(today)
  const { view, day, go } = place
  const filter = useCalendarFilter()
  const [filtering, setFiltering] = useState(false)
  // Only who filters needs what is filtered by, and a view of people the people.
  const lists = useCall(filtering || filter.used.length > 0 || view === 'equipe' ? 'GET /dash/calendarioOndeEstou' : null)
  const days = daysOf(view, day)
  const since = sinceOf(today)
  const asked = askedOf(filter.values, days, since)
  const { create } = useTools()
  const createHere = create && (() => create(spanOfDays(day, day, now)))
  const move = (by: -1 | 1) => go({ day: step(view, day, by) })
  const [called, setCalled] = useState(0)
  const toToday = () => {
    go({ day: null })
    setCalled((count) => count + 1)
  }
  useKeys({
    ...Object.fromEntries(Object.entries(shortcuts).map(([view, letter]) => [letter, () => isView(view) && go({ view })])),
    T: toToday,
    ArrowLeft: () => move(-1),
    ArrowRight: () => move(1),
    N: () => createHere?.(),
  })
  // What led to another view is gone with the one that it stood in.
  const entered = useRef(view)
  useEffect(() => {
    if (entered.current !== view && document.activeElement === document.body) document.querySelector('h1')?.focus()
    entered.current = view
  }, [view])
  const openFilter = () => setFiltering(true)
  const chips = chipsOf(filter, lists.data)
  const alone = filter.values.users.length === 1
  const parts = { ...place, days, now, today, called, alone, people: lists.data ? expected(lists.data, filter.values) : lists.error && [] }
  return (
    <Screen
      tools={
        <>
          <Button variant="default" size="sm" title="Hoje (T)" onClick={toToday}>
            Hoje
          </Button>
          <button type="button" className="icon-button" aria-label="Anterior" title="Anterior (←)" onClick={() => move(-1)}>
            <ChevronLeft aria-hidden />
          </button>
          <button type="button" className="icon-button" aria-label="Próximo" title="Próximo (→)" onClick={() => move(1)}>
            <ChevronRight aria-hidden />
          </button>
          <strong className="calendar-period" aria-live="polite">
            <span className="calendar-long">{nameOf(view, day, 'long')}</span>
            <span className="calendar-short">{nameOf(view, day, 'short')}</span>
          </strong>
          <Secondary />
          <FilterButton className="calendar-filter" count={filter.used.length} open={openFilter} />
          <Segmented legend="Visão" options={options} value={view} onChange={(value) => isView(value) && go({ view: value })} />
        </>
      }
      primary={
        createHere && (
          <Button size="sm" title="Novo Compromisso (N)" leftSection={<Plus aria-hidden />} onClick={createHere}>
            Novo<span className="calendar-create">&nbsp;Compromisso</span>
          </Button>
        )
      }
      filters={chips.length > 0 && <Chips chips={chips} clear={filter.clearAll} />}
    >
      <div className="calendar">
        <PrintNote />
        {view === 'equipe' && !lists.data && lists.error && (
          <p className="calendar-note">
            A lista de colaboradores não chegou: quem está sem compromisso não aparece.{' '}
            <button type="button" onClick={() => lists.mutate()}>
              Tentar novamente
            </button>
          </p>
        )}
        <Outside {...{ filter, days, since, openFilter }} />
        {asked ? <Asked key={JSON.stringify(asked)} body={asked} {...parts} /> : <View events={[]} empty={false} {...parts} />}
      </div>
      <CalendarFilterModal filter={filter} lists={lists} since={since} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}

/** The filter, without days that do not exist. */
function useCalendarFilter() {
  const filter = useFilter(blank)
  const values = real(filter.values)
  return { ...filter, values, used: filter.used.filter((key) => values[key as keyof typeof values].length) }
}
type Filter = ReturnType<typeof useCalendarFilter>

/** Says that the filter's days leave out some of those shown, which look empty. */
function Outside({ filter: { values }, days, since, openFilter }: { filter: Filter; days: string[]; since: string; openFilter: () => void }) {
  const from = values.dataInicio || since
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const texts = [
    begin < from && `Antes de ${dayBr(from)} o filtro ${values.dataInicio ? '' : `padrão de ${WINDOW_DAYS} dias `}não mostra nada.`,
    values.dataFim && values.dataFim < end && `Depois de ${dayBr(values.dataFim)} o filtro não mostra nada.`,
  ].filter(Boolean)
  if (texts.length === 0) return null
  return (
    <p className="calendar-note">
      {texts.join(' ')}{' '}
      <button type="button" onClick={openFilter}>
        Filtrar
      </button>
    </p>
  )
}

interface ViewProps {
  view: View
  day: string
  days: string[]
  now: number
  today: string
  /** How often 'Hoje' was, which brings now into sight. */
  called: number
  go: Go
  /** One person's are asked for, whose name is said above. */
  alone: boolean
  people: CalendarLists['users'] | undefined
}

function Asked({ body, ...place }: ViewProps & { body: CalendarFilter }) {
  const { data, error, mutate } = useFresh('POST /dash/calendarioOndeEstou', { body })
  const events = useMemo(() => data?.map(shown) ?? [], [data])
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  return (
    <>
      {!data && <Loading />}
      <View events={events} empty={data?.length === 0} {...place} />
    </>
  )
}

/** px that a column needs to be read: alone in its day, and beside other days, where 'Treinamento' is whole. */
const COLUMN = { day: 150, days: 78 }
/** Beside other days, whatever the width: more than these no eye follows. */
const MOST = 3
/** px, as hours.css has them: of the hours' names, and of 'mais N'. */
const [AXIS, REST] = [56, 28]
/** px: a lying A4 within its margins. */
const PAPER = 1046
/** As many as a day of a month has lines for on paper. */
const PAPER_LANES = 6

/** How many columns fit into a day of so many px. */
function columnsOf(width: number, days: number): Columns {
  if (days === 1) {
    const most = Math.max(2, Math.floor(width / COLUMN.day))
    return { most, kept: most - 1 }
  }
  const fit = (px: number, least: number) => Math.min(Math.max(Math.floor(px / COLUMN.days), least), MOST)
  return { most: fit(width, 2), kept: fit(width - REST, 1) }
}

/** `empty`: it is known that there is nothing. */
function View({ events, empty, view, day, days, now, today, called, go, alone, people }: ViewProps & { events: Shown[]; empty: boolean }) {
  const [opened, setOpened] = useState<Shown | null>(null)
  const { ref, width } = useElementSize()
  const { create, edit } = useTools()
  const { sent, move } = useMoves()
  const movable = (id: number) => (edit && sent.every((one) => one.id !== id) ? events.find((event) => event.id === id) : undefined)
  const { carried, on } = useDrag({ movable, create, move, now })
  const ghosts = carried ? [...sent, carried] : sent
  const phone = usePhone()
  const printing = usePrinting()
  const columns = columnsOf(((printing ? PAPER : width) - AXIS) / days.length, days.length)
  const listed = !printing && phone
  const seen = events.map((event): Shown => {
    const label = activityOf(event, (alone && event.colaborador?.NOMECOMPLETOUSUARIO) || '')
    return { ...event, label, ...(ghosts.some(({ id }) => id === event.id) && { state: 'left' }) }
  })
  const parts = { events: seen, ghosts, days, day, today, now, called, go, columns, printing, open: setOpened }
  // A list, where a day has no room for all of its appointments; on paper any day, for nobody can open 'mais' there.
  const isCrowded = (day: string) => {
    if (view === 'mes') return onDay(events, day).length > PAPER_LANES
    return blocksOf(events, day, columns).widest > columns.most || onDay(events, day).filter(({ whole }) => whole).length > BARS
  }
  const crowded = (view === 'dia' || printing) && view !== 'equipe' && days.some(isCrowded)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- of its events and days, which come up here; the keyboard has N, Alt and the arrows, and the form
    <div className="calendar-view" ref={ref} data-moves={edit && ''} data-carrying={carried ? '' : undefined} {...on}>
      <p className="hidden" aria-live="polite">
        {carried && summary(carried)}
      </p>
      {empty && !listed && view !== 'equipe' && <p className="calendar-note">Nenhum compromisso neste período.</p>}
      {printing && crowded ? (
        <Days {...parts} days={days.filter((day) => onDay(events, day).length > 0)} />
      ) : view === 'mes' ? (
        listed ? (
          <Dots {...parts} />
        ) : (
          <Month {...parts} />
        )
      ) : view === 'equipe' ? (
        <>
          {listed && <DayDots {...parts} />}
          <Team {...parts} {...{ empty, people }} days={listed ? [day] : days} />
        </>
      ) : listed || crowded || (printing && view === 'dia') ? (
        <Days {...parts} />
      ) : (
        <Hours {...parts} />
      )}
      <EventDetail event={opened} close={() => setOpened(null)} />
    </div>
  )
}
