import { hourBr, wallTime } from '../../../shared/clock.ts'
import { variables } from '../../ui/variables.ts'
import { Event } from './Event.tsx'
import { blocksOf, hoursOn, rowOf, type Block, type Columns, type Shown } from './layout.ts'
import { DayNumber } from './DayNumber.tsx'
import { More } from './More.tsx'
import { shortWeekday } from '../../ui/weekday.ts'
import { weekday } from './periods.ts'
import type { Go } from './useCalendarView.ts'
import css from './hours.module.css'

interface Props {
  events: Shown[]
  /** Previews of moving appointments, drawn over the others. */
  ghosts: Shown[]
  days: string[]
  /** Current time in ms of the server's clock. */
  now: number
  /** Number of clicks on 'Hoje', each of which scrolls to the current time. */
  todayPresses: number
  go: Go
  open: (event: Shown) => void
  /** How many appointments fit side by side in a day. */
  columns: Columns
}

/** Hours that are always shown; appointments outside them extend the day. */
const [OPENS, CLOSES] = [7, 19]
/** Maximum number of lanes for whole-day appointments. */
export const BARS = 6

/** Days side by side, with hours from top to bottom and whole-day appointments above. */
export function Hours({ events, ghosts, days, now, todayPresses, go, open, columns }: Props) {
  const wall = wallTime(now)
  const placed = days.map((day) => ({ day, ...blocksOf(events, day, columns) }))
  const all = placed.flatMap(({ blocks, rests }) => [...blocks, ...rests])
  const from = all.reduce((least, place) => Math.min(least, Math.floor(place.from / 60)), OPENS)
  const to = all.reduce((most, place) => Math.max(most, Math.ceil(place.to / 60)), CLOSES)
  const length = (to - from) * 60
  const line = minutesOf(wall)
  const share = (minutes: number) => `${(100 * minutes) / length}%`
  const bars = rowOf(
    events.filter(({ allDay }) => allDay),
    days,
    BARS,
  )
  const carriedBars = rowOf(
    ghosts.filter(({ allDay }) => allDay),
    days,
    BARS,
  )
  const rows = Math.max(0, ...bars.map(({ pieces, more }) => Math.max(...pieces.map(({ lane }) => lane + 1), more > 0 ? BARS + 1 : 0)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the element scrolls, so the keyboard must reach it
    <div className={css.hours} tabIndex={0} role="group" aria-label="Horários" style={variables({ '--bars': rows, '--hours': to - from })}>
      <div className={css.axis} aria-hidden>
        <div>
          {Array.from({ length: to - from - 1 }, (_, index) => (
            <span key={index} style={{ top: share((index + 1) * 60) }}>
              {String(from + index + 1).padStart(2, '0')}:00
            </span>
          ))}
        </div>
      </div>
      <ol>
        {placed.map(({ day, blocks, rests }, index) => (
          <li key={day} data-weekend={weekday(day) % 6 === 0 || undefined}>
            <div className={css.head}>
              <span>{shortWeekday(day)}</span>
              <DayNumber day={day} today={wall.slice(0, 10)} go={go} />
            </div>
            <div className={css.bars} data-day={day} style={variables({ '--later': days.length - index })}>
              {bars[index]?.pieces.map(({ event, length, lane, before, after }) => (
                <Event key={event.id} {...{ event, open, before, after }} style={{ '--days': length, '--lane': lane }} />
              ))}
              {carriedBars[index]?.pieces.map(({ event, length, lane, before, after }) => (
                <Event key={`ghost ${event.id}`} {...{ event, open, before, after }} style={{ '--days': length, '--lane': lane }} />
              ))}
              {(bars[index]?.more ?? 0) > 0 && (
                <More className={css.more} count={bars[index]?.more ?? 0} {...{ day, go }} style={variables({ '--lane': BARS })} />
              )}
            </div>
            <div className={css.day} data-day={day} data-hours={`${from} ${to}`}>
              {blocks.map(({ event, ...place }) => (
                <Event
                  key={event.id}
                  {...{ event, open }}
                  detailed
                  {...((event.first < day || days.length === 1) && { when: hoursOn(event, day) })}
                  edge={event.last === day}
                  style={boxOf(place)}
                />
              ))}
              {blocksOf(ghosts, day, { most: ghosts.length, kept: ghosts.length }).blocks.map(({ event, ...place }) => (
                <Event
                  key={`ghost ${event.id}`}
                  {...{ event, open }}
                  detailed
                  when={hoursOn(event, day)}
                  // A preview is clamped to the visible hours, so that they do not change under the pointer.
                  style={boxOf({ ...place, from: Math.max(place.from, from * 60), to: Math.min(place.to, to * 60) })}
                />
              ))}
              {rests.map(({ count, ...place }) => (
                <More className={css.more} key={place.from} {...{ count, day, go }} style={variables(boxOf(place))} />
              ))}
              {/* The line of the current time is drawn only within the visible hours. Elsewhere it would cross the whole-day appointments. */}
              {wall.startsWith(day) && from * 60 <= line && line <= to * 60 && (
                <i
                  key={`${days.join()} ${todayPresses}`}
                  ref={intoSight}
                  className={css.now}
                  title={hourBr(wall)}
                  style={{ top: share(line - from * 60) }}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )

  function boxOf({ from: begin, to: end, column, columns, crowded }: Omit<Block, 'event'>) {
    return {
      '--top': share(begin - from * 60),
      '--height': share(end - begin),
      '--column': column,
      '--columns': columns,
      '--crowded': crowded ? 1 : 0,
    }
  }
}

/** Scrolls to the line of the current time, with the margin that hours.module.css sets. */
const intoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

const minutesOf = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
