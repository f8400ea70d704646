// The appointments of the days that are shown: asked for, carried about, and drawn as the view has them.
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { CalendarFilter, CalendarLists } from '../../../shared/features/calendar.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useFresh } from '../../api/useCall.ts'
import { Failed } from '../../ui/feedback/Failed.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { later } from '../../ui/later.tsx'
import { usePhone } from '../../ui/usePhone.ts'
import { usePrinting } from '../../ui/usePrinting.ts'
import { columnsOf, isCrowded } from './columns.ts'
import { Days } from './Days.tsx'
import { DayDots, Dots } from './Dots.tsx'
import { useTools } from './Editor.tsx'
import { Hours } from './Hours.tsx'
import { onDay, shown, summary, type Shown } from './layout.ts'
import { Month } from './Month.tsx'
import type { View } from './periods.ts'
import { activityOf } from './team.ts'
import { Team } from './Team.tsx'
import { useDrag } from './useDrag.ts'
import { useMoves } from './useMoves.ts'
import type { Go } from './usePlace.ts'

const EventDetail = later(() => import('./EventDetail.tsx'))

interface Props {
  view: View
  day: string
  days: string[]
  go: Go
  /** Now, ms of the server's clock. */
  now: number
  today: string
  /** How often 'Hoje' was pressed, which brings now into sight. */
  todayPresses: number
  /** One person's are asked for, whose name is said above. */
  alone: boolean
  people: CalendarLists['users'] | undefined
}

/** `asked`: null where the filter leaves none of the days. */
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

/** px: a lying A4 within its margins. */
const PAPER = 1046
/** As many as a day of a month has lines for on paper. */
const PAPER_LANES = 6

/** `empty`: it is known that there is nothing. */
function Board({ events, empty, alone, people, ...place }: Props & { events: Shown[]; empty: boolean }) {
  const { view, day, days, now } = place
  const [opened, setOpened] = useState<Shown | null>(null)
  const { ref, width } = useElementSize()
  const { create, edit } = useTools()
  const { sent, move } = useMoves()
  const movable = (id: number) => (edit && sent.every((one) => one.id !== id) ? events.find((event) => event.id === id) : undefined)
  const { carried, on } = useDrag({ movable, create, move, now })
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
  // Lists, where a day has no room for all of its appointments; on paper any day, for nobody can open 'mais' there.
  const overflows = (one: string) => (view === 'mes' ? onDay(events, one).length > PAPER_LANES : isCrowded(events, one, columns))
  const crowded = (view === 'dia' || printing) && days.some(overflows)
  const drawing = () => {
    if (view === 'equipe')
      return (
        <>
          {asLists && <DayDots {...parts} />}
          <Team {...parts} {...{ empty, people }} days={asLists ? [day] : days} />
        </>
      )
    if (printing && crowded) return <Days {...parts} days={days.filter((one) => onDay(events, one).length > 0)} />
    if (view === 'mes') return asLists ? <Dots {...parts} /> : <Month {...parts} />
    return asLists || crowded || (printing && view === 'dia') ? <Days {...parts} /> : <Hours {...parts} />
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- of its events and days, which come up here; the keyboard has N, Alt and the arrows, and the form
    <div className="calendar-view" ref={ref} data-moves={edit && ''} data-carrying={carried ? '' : undefined} {...on}>
      <p className="hidden" aria-live="polite">
        {carried && summary(carried)}
      </p>
      {empty && !asLists && view !== 'equipe' && <p className="calendar-note">Nenhum compromisso neste período.</p>}
      {drawing()}
      <EventDetail event={opened} close={() => setOpened(null)} />
    </div>
  )
}
