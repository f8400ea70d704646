import { useMemo } from 'react'
import type { CalendarLists } from '../../../shared/features/calendar.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { variables } from '../../ui/variables.ts'
import { Event } from './Event.tsx'
import { hoursOn, rowOf, type Shown } from './layout.ts'
import { DayNumber } from './DayNumber.tsx'
import { More } from './More.tsx'
import { shortWeekday } from '../../ui/weekday.ts'
import { fullDay, weekday } from './periods.ts'
import { activityOf, carRowsOf, rowsOf, type Row, type RowKey } from './team.ts'
import type { Go } from './useCalendarView.ts'
import css from './team.module.css'

interface Props {
  events: Shown[]
  /** Previews of moving appointments, in their person's row. */
  ghosts: Shown[]
  /** True when the reply contains no appointment. */
  empty: boolean
  /** The kind of the rows. */
  by: RowKey['of']
  /** People and cars that have a row even without an appointment; undefined while they load. */
  lists: Pick<CalendarLists, 'users' | 'veiculos'> | undefined
  /** The visible days; on a phone only one. */
  days: string[]
  today: string
  go: Go
  open: (event: Shown) => void
}

const words = {
  person: { row: 'Colaborador', busy: 'com agenda', label: 'Compromissos por colaborador', none: 'Nenhum colaborador neste filtro.' },
  car: { row: 'Veículo', busy: 'em uso', label: 'Compromissos por veículo', none: 'Nenhum veículo neste filtro.' },
}
const NOBODY = { users: [], veiculos: [] }

/** The views 'Equipe' and 'Veículos': a row per person or car, a column per day. */
export function Team({ events, ghosts, empty, by, lists, days, today, go, open }: Props) {
  const rows = useMemo(() => (by === 'car' ? carRowsOf : rowsOf)([...events, ...ghosts], lists ?? NOBODY), [by, events, ghosts, lists])
  const said = words[by]
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const busy = rows.filter((row) => row.events.some((event) => event.first <= last && first <= event.last)).length
  if (!lists) return <Loading />
  if (rows.length === 0) return (empty || by === 'car') && <p className={css.none}>{said.none}</p>
  const count = (
    <small>
      {busy} de {rows.length} {said.busy}
    </small>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element scrolls, so the keyboard must reach it
    <div className={css.team} tabIndex={0} role="group" aria-label={said.label}>
      <table>
        <thead>
          <tr>
            <th scope="col">
              {said.row}
              {days.length > 1 && count}
            </th>
            {days.map((day) => (
              <th key={day} scope="col" {...marks(day, today)}>
                {days.length > 1 ? (
                  <>
                    <span>{shortWeekday(day)}</span>
                    <DayNumber {...{ day, today, go }} />
                  </>
                ) : (
                  <>
                    {fullDay(day)}
                    {count}
                  </>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id ?? row.name} {...{ row, by, days, today, go, open }} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const marks = (day: string, today: string) => ({ 'data-today': day === today || undefined, 'data-weekend': weekday(day) % 6 === 0 || undefined })

/** Maximum number of lanes per day. Further appointments are only counted. */
const LANES = 6

function Line({ row: { id, name, events }, by, days, today, go, open }: { row: Row } & Pick<Props, 'by' | 'days' | 'today' | 'go' | 'open'>) {
  /** The text of an appointment without what its row says. */
  const labelOf = (event: Shown) => (by === 'person' ? activityOf(event, name) : event.label)
  const cells = rowOf(events, days, LANES)
  // A moving copy adds no lane, because the rows must not change their height under the pointer.
  const settled = rowOf(
    events.filter(({ state }) => state !== 'carried' && state !== 'sent'),
    days,
    LANES,
  )
  const lanes = Math.max(1, ...settled.flatMap(({ pieces, more }) => [...pieces.map(({ lane }) => lane + 1), more > 0 ? LANES + 1 : 0]))
  return (
    <tr style={variables({ '--lanes': lanes })}>
      <th scope="row" title={name}>
        <div>
          <span>{name}</span>
        </div>
      </th>
      {cells.map(({ day, pieces, more }, index) => (
        <td key={day} data-day={day} {...(id !== null && { [`data-${by}`]: id })} {...marks(day, today)}>
          {pieces.map(({ event, length, lane, before, after }) => (
            <Event
              // The key stays the same during a move, so that the element keeps the focus. The dragged copy has a key of its own.
              key={`${event.id} ${event.state === 'left' ? undefined : event.state}`}
              event={{ ...event, label: labelOf(event) }}
              {...{ open, before, after }}
              {...(days.length === 1 && { when: hoursOn(event, day) })}
              style={{ '--days': length, '--lane': Math.min(lane, lanes - 1) }}
            />
          ))}
          {/* A bar is in the cell of its first day. The cells of its other days repeat its text for screen readers that read cell by cell. */}
          {cells.slice(0, index).flatMap(({ pieces }, begun) =>
            pieces
              .filter(({ length }) => begun + length > index)
              .map(({ event }) => (
                <span key={event.id} className="hidden">
                  {labelOf(event)}, continua.{' '}
                </span>
              )),
          )}
          {more > 0 && <More className={css.more} count={more} {...{ day, go }} style={variables({ '--lane': LANES })} />}
        </td>
      ))}
    </tr>
  )
}
