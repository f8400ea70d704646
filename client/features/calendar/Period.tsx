// Loads the appointments of the visible days, draws them in the chosen view, and lets people drag them.
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { CalendarFilter, CalendarLists } from '../../../shared/features/calendar.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { columnsOf, isCrowded } from './columns.ts'
import { Days } from './Days.tsx'
import { DayDots, Dots } from './Dots.tsx'
import { useTools } from './Editor.tsx'
import { Hours } from './Hours.tsx'
import { onDay, shown, summary, type Shown } from './layout.ts'
import { Month } from './Month.tsx'
import { isTeam, type View } from './periods.ts'
import { activityOf } from './team.ts'
import { Team } from './Team.tsx'
import { useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import type { Go } from './useCalendarView.ts'
import css from './calendar.module.css'

const EventDetail = lazyPart(() => import('./EventDetail.tsx'))
const MoveSeries = lazyPart(() => import('./MoveSeries.tsx'))

interface Props {
  view: View
  day: string
  days: string[]
  go: Go
  /** Current time in ms of the server's clock. */
  now: number
  today: string
  /** Number of clicks on 'Hoje', each of which scrolls to the current time. */
  todayPresses: number
  /** True when the filter names one person. A chip above the calendar shows the name. */
  alone: boolean
  /** People and cars that have a row even without an appointment. */
  lists: Pick<CalendarLists, 'users' | 'veiculos'> | undefined
}

/** `asked` is null when the filter excludes all visible days. */
export const Period = ({ asked, ...props }: Props & { asked: CalendarFilter | null }) =>
  asked ? <Answer asked={asked} {...props} /> : <Board events={[]} empty={false} {...props} />

function Answer({ asked, ...props }: Props & { asked: CalendarFilter }) {
  const { data, error, mutate } = useFresh('POST /dash/calendarioOndeEstou', { body: asked })
  const events = useMemo(() => data?.map(shown) ?? [], [data])
  if (!data && error) return <Failed title={common.database} error={error} retry={mutate} />
  return (
    <>
      {!data && <Loading />}
      <Board events={events} empty={data?.length === 0} {...props} />
    </>
  )
}

/** Width in px of an A4 page in landscape, without its margins. */
const PAPER = 1046
/** Number of appointments that fit in a day of a printed month. */
const PAPER_LANES = 6

/** `empty` is true when the reply contains no appointment. */
function Board({ events, empty, alone, lists, ...place }: Props & { events: Shown[]; empty: boolean }) {
  const { view, day, days, now } = place
  const [opened, setOpened] = useState<Shown | null>(null)
  const { ref, width } = useElementSize()
  const { create, edit } = useTools()
  const { sent, asking, move, copy } = useMoves()
  const movable = (id: number) => (edit && sent.every((one) => one.id !== id) ? events.find((event) => event.id === id) : undefined)
  const { carried, on } = useDrag({ movable, create, move, copy: create && copy, now })
  const ghosts = carried ? [...sent, carried] : sent
  const phone = usePhone()
  const printing = usePrinting()
  const columns = columnsOf(printing ? PAPER : width, days.length)
  const asLists = phone && !printing
  const seen = events.map((event): Shown => {
    const label = activityOf(event, (alone && event.colaborador?.NOMECOMPLETOUSUARIO) || '')
    return { ...event, label, ...(ghosts.some(({ id }) => id === event.id) && { state: 'left' }) }
  })
  const parts = { ...place, events: seen, ghosts, columns, printing, open: setOpened }
  // If a day has more appointments than fit, the day view becomes a list. In print this applies to every view, because nobody can click 'mais' there.
  const overflows = (one: string) => (view === 'mes' ? onDay(events, one).length > PAPER_LANES : isCrowded(events, one, columns))
  const crowded = (view === 'dia' || printing) && days.some(overflows)
  const drawing = () => {
    if (isTeam(view))
      return (
        <>
          {asLists && <DayDots {...parts} />}
          <Team {...parts} {...{ empty, lists }} by={view === 'equipe' ? 'person' : 'car'} days={asLists ? [day] : days} />
        </>
      )
    if (printing && crowded) return <Days {...parts} days={days.filter((one) => onDay(events, one).length > 0)} />
    if (view === 'mes') return asLists ? <Dots {...parts} /> : <Month {...parts} />
    return asLists || crowded || (printing && view === 'dia') ? <Days {...parts} /> : <Hours {...parts} />
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- bubbling events only; keyboards have N, Alt with arrows, the form
    <div className={css.view} ref={ref} data-moves={edit && ''} data-carrying={carried ? '' : undefined} {...on}>
      <p className="hidden" aria-live="polite">
        {carried && summary(carried)}
      </p>
      {empty && !asLists && !isTeam(view) && <p className={css.note}>Nenhum compromisso neste período.</p>}
      {drawing()}
      <EventDetail event={opened} close={() => setOpened(null)} />
      {asking && <MoveSeries {...asking} />}
    </div>
  )
}
