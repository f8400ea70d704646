import './hours.css'
import { hourBr, wallTime } from '../../../shared/clock.ts'
import { variables } from '../../ui/variables.ts'
import { Event } from './Event.tsx'
import { blocksOf, hoursOn, rowOf, type Block, type Columns, type Shown } from './layout.ts'
import { DayNumber } from './DayNumber.tsx'
import { More } from './More.tsx'
import { shortWeekday, weekday } from './periods.ts'
import type { Go } from './usePlace.ts'

interface Props {
  events: Shown[]
  /** Those on the move, over the others. */
  ghosts: Shown[]
  days: string[]
  /** Now, ms of the server's clock. */
  now: number
  /** How often 'Hoje' was pressed, which brings now into sight. */
  todayPresses: number
  go: Go
  open: (event: Shown) => void
  /** How many stand side by side in a day. */
  columns: Columns
}

/** The hours that are always shown; a night makes the day longer. */
const [OPENS, CLOSES] = [7, 19]
/** Lanes of what takes whole days. */
export const BARS = 6

/** Days side by side, their hours from top to bottom; what takes whole days lies above. */
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
    events.filter(({ whole }) => whole),
    days,
    BARS,
  )
  const carriedBars = rowOf(
    ghosts.filter(({ whole }) => whole),
    days,
    BARS,
  )
  const rows = Math.max(0, ...bars.map(({ pieces, more }) => Math.max(...pieces.map(({ lane }) => lane + 1), more > 0 ? BARS + 1 : 0)))
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div className="hours" tabIndex={0} role="group" aria-label="Horários" style={variables({ '--bars': rows, '--hours': to - from })}>
      <div className="hours-axis" aria-hidden>
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
            <div className="hours-head">
              <span>{shortWeekday(day)}</span>
              <DayNumber day={day} today={wall.slice(0, 10)} go={go} />
            </div>
            <div className="hours-bars" data-day={day} style={variables({ '--later': days.length - index })}>
              {bars[index]?.pieces.map(({ event, length, lane, before, after }) => (
                <Event key={event.id} {...{ event, open, before, after }} client style={{ '--days': length, '--lane': lane }} />
              ))}
              {carriedBars[index]?.pieces.map(({ event, length, lane, before, after }) => (
                <Event key={`ghost ${event.id}`} {...{ event, open, before, after }} client style={{ '--days': length, '--lane': lane }} />
              ))}
              {(bars[index]?.more ?? 0) > 0 && (
                <More className="hours-more" count={bars[index]?.more ?? 0} {...{ day, go }} style={variables({ '--lane': BARS })} />
              )}
            </div>
            <div className="hours-day" data-day={day} data-hours={`${from} ${to}`}>
              {blocks.map(({ event, ...place }) => (
                <Event
                  key={event.id}
                  {...{ event, open }}
                  client
                  {...((event.first < day || days.length === 1) && { when: hoursOn(event, day) })}
                  edge={event.last === day}
                  style={boxOf(place)}
                />
              ))}
              {blocksOf(ghosts, day, { most: ghosts.length, kept: ghosts.length }).blocks.map(({ event, ...place }) => (
                <Event
                  key={`ghost ${event.id}`}
                  {...{ event, open }}
                  client
                  when={hoursOn(event, day)}
                  // The hours that are shown do not change under the pointer.
                  style={boxOf({ ...place, from: Math.max(place.from, from * 60), to: Math.min(place.to, to * 60) })}
                />
              ))}
              {rests.map(({ count, ...place }) => (
                <More className="hours-more" key={place.from} {...{ count, day, go }} style={variables(boxOf(place))} />
              ))}
              {/* Outside of the hours that are shown it would cross what takes the whole day. */}
              {wall.startsWith(day) && from * 60 <= line && line <= to * 60 && (
                <i
                  key={`${days.join()} ${todayPresses}`}
                  ref={intoSight}
                  className="hours-now"
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

/** With the hours around it that hours.css keeps. */
const intoSight = (line: HTMLElement | null) => line?.scrollIntoView({ block: 'nearest' })

const minutesOf = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))
