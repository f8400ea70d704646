// Calendário: everyone's appointments by month, week, four days, day, person or car.
import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, Plus, UserRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { WINDOW_DAYS } from '../../../shared/features/calendar.ts'
import { dayBr, wallDay } from '../../../shared/clock.ts'
import { useCall } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import type { Drawn } from '../../parts.ts'
import { Chips } from '../../ui/form/Chips.tsx'
import { FilterButton } from '../../ui/form/FilterButton.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PrintNote } from '../../ui/PrintNote.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { Segmented } from '../../ui/form/Segmented.tsx'
import { useFilter } from '../../ui/grid/useFilter.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { useNow } from '../../ui/useNow.ts'
import { Visits } from '../track/Visits.tsx'
import { askedAt, askedOf, real, sinceOf } from './asked.ts'
import { Editor, useTools } from './Editor.tsx'
import { blank, chipsOf } from './filter.ts'
import { Period } from './Period.tsx'
import { daysOf, isTeam, isView, nameOf, step, views, type View } from './periods.ts'
import { spanOfDays } from './spans.ts'
import { expected } from './team.ts'
import { viewOf, useCalendarView } from './useCalendarView.ts'
import css from './calendar.module.css'

const CalendarFilterModal = lazyPart(() => import('./CalendarFilter.tsx'))
const Secondary = lazyPart(() => import('./Secondary.tsx'))

const shortcuts: Record<View, string> = { dia: 'D', semana: 'S', mes: 'M', '4dias': '4', equipe: 'E', veiculos: 'V' }
const options = Object.entries(views).map(([value, label]) => ({ value, label, ...(isView(value) && { shortcut: shortcuts[value] }) }))

/** Data that the server embeds: the appointments shown, and the people and cars for the views with rows. */
export const drawn: Drawn = async ({ ask, search, now }) => {
  const body = askedAt(search, now)
  await Promise.all([
    body && ask('POST /dash/calendarioOndeEstou', { body }),
    isTeam(viewOf(search, wallDay(now)).view) && ask('GET /dash/calendarioOndeEstou'),
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
  const place = useCalendarView(today)
  const { view, day, go } = place
  const filter = useCalendarFilter()
  const [filtering, setFiltering] = useState(false)
  // The lists are loaded only for the filter and for the views with rows, which need the people or the cars.
  const lists = useCall(filtering || filter.used.length > 0 || isTeam(view) ? 'GET /dash/calendarioOndeEstou' : null)
  const days = daysOf(view, day)
  const since = sinceOf(today)
  const asked = askedOf(filter.values, days, since)
  const { create } = useTools()
  const createHere = create && (() => create(spanOfDays(day, day, now)))
  const page = (by: -1 | 1) => go({ day: step(view, day, by) })
  const [todayPresses, setTodayPresses] = useState(0)
  const toToday = () => {
    go({ day: null })
    setTodayPresses((count) => count + 1)
  }
  useKeys({
    ...Object.fromEntries(Object.entries(shortcuts).map(([view, letter]) => [letter, () => isView(view) && go({ view })])),
    T: toToday,
    ArrowLeft: () => page(-1),
    ArrowRight: () => page(1),
    N: () => createHere?.(),
  })
  // If the control that changed the view disappeared with the previous view, the focus is lost, so the heading takes it.
  const entered = useRef(view)
  useEffect(() => {
    if (entered.current !== view && document.activeElement === document.body) document.querySelector('h1')?.focus()
    entered.current = view
  }, [view])
  const openFilter = () => setFiltering(true)
  const me = useMe()
  const isMine = filter.values.users.length === 1 && filter.values.users[0] === me.id
  const chips = chipsOf(filter, lists.data)
  const alone = filter.values.users.length === 1
  const rows = lists.data ? expected(lists.data, filter.values) : lists.error && { users: [], veiculos: [] }
  return (
    <Screen
      tools={
        <>
          <Button variant="default" size="sm" title="Hoje (T)" onClick={toToday}>
            Hoje
          </Button>
          <button type="button" className="icon-button" aria-label="Anterior" title="Anterior (←)" onClick={() => page(-1)}>
            <ChevronLeft aria-hidden />
          </button>
          <button type="button" className="icon-button" aria-label="Próximo" title="Próximo (→)" onClick={() => page(1)}>
            <ChevronRight aria-hidden />
          </button>
          <strong className={css.period} aria-live="polite">
            <span className={css.long}>{nameOf(view, day, 'long')}</span>
            <span className={css.short}>{nameOf(view, day, 'short')}</span>
          </strong>
          <Secondary person={filter.values.users[0] ?? me.id} day={day} />
          <button
            type="button"
            className={`toggle ${css.mine}`}
            aria-pressed={isMine}
            title="Só os meus"
            onClick={() => filter.apply({ users: isMine ? [] : [me.id] })}
          >
            <UserRound aria-hidden />
            <span>Meus</span>
          </button>
          <FilterButton className={css.filter} count={filter.used.length} open={openFilter} />
          <Segmented legend="Visão" options={options} value={view} onChange={(value) => isView(value) && go({ view: value })} />
        </>
      }
      primary={
        createHere && (
          <Button size="sm" title="Novo Compromisso (N)" leftSection={<Plus aria-hidden />} onClick={createHere}>
            Novo<span className={css.create}>&nbsp;Compromisso</span>
          </Button>
        )
      }
      filters={chips.length > 0 && <Chips chips={chips} clear={filter.clearAll} />}
      below={<Visits most={1} />}
    >
      <div className={css.calendar}>
        <PrintNote />
        {isTeam(view) && !lists.data && lists.error && (
          <p className={css.note}>
            A lista de {view === 'equipe' ? 'colaboradores não chegou: quem' : 'veículos não chegou: o que'} está sem compromisso não aparece.{' '}
            <button type="button" onClick={() => lists.mutate()}>
              Tentar novamente
            </button>
          </p>
        )}
        <Outside {...{ filter, days, since, openFilter }} />
        <Period key={JSON.stringify(asked)} {...{ asked, view, day, days, go, now, today, todayPresses, alone }} lists={rows} />
      </div>
      <CalendarFilterModal filter={filter} lists={lists} since={since} opened={filtering} close={() => setFiltering(false)} />
    </Screen>
  )
}

/** The filter without impossible days. */
function useCalendarFilter() {
  const filter = useFilter(blank)
  const values = real(filter.values)
  return { ...filter, values, used: filter.used.filter((key) => values[key as keyof typeof values].length) }
}
type Filter = ReturnType<typeof useCalendarFilter>

/** A notice on the page: the filter hides some of the days shown, which therefore look empty. */
function Outside({ filter: { values }, days, since, openFilter }: { filter: Filter; days: string[]; since: string; openFilter: () => void }) {
  const from = values.dataInicio || since
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const texts = [
    begin < from && `Antes de ${dayBr(from)} o filtro ${values.dataInicio ? '' : `padrão de ${WINDOW_DAYS} dias `}não mostra nada.`,
    values.dataFim && values.dataFim < end && `Depois de ${dayBr(values.dataFim)} o filtro não mostra nada.`,
  ].filter(Boolean)
  if (texts.length === 0) return null
  return (
    <p className={css.note}>
      {texts.join(' ')}{' '}
      <button type="button" onClick={openFilter}>
        Filtrar
      </button>
    </p>
  )
}
