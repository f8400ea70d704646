import { variables } from '../../ui/variables.ts'
import { clockOf, someOf, type Span } from './days.ts'
import css from './track.module.css'

/** Hours shown for every day, so that the strips in a list are aligned. */
const HOURS = { from: 7, until: 19 }
const DAY_END = 24

/** Every second hour from 7 to 19; earlier or later entries of the day extend the range. */
export function hoursOf(spans: Span[]) {
  const early = Math.min(HOURS.from, ...spans.map(({ start }) => Math.max(0, Math.floor(start / 3600))))
  const late = Math.max(HOURS.until, ...spans.map(({ end }) => Math.min(DAY_END, Math.ceil(end / 3600))))
  const odd = (late - early) % 2
  const from = late < DAY_END ? early : early - odd
  return Array.from({ length: Math.ceil((late - early) / 2) + 1 }, (_, step) => from + 2 * step)
}

interface Props {
  spans: Span[]
  /** First and last hour of the strip. */
  from?: number | undefined
  until?: number | undefined
  /** The gaps between the spans, in seconds of the day, and what a click on one does. Absent where no time can be entered. */
  gaps?: { from: number; until: number }[]
  book?: ((from: number, until: number) => void) | undefined
}

/** A day as a strip: work, the running entry, and gaps. A click on a gap enters time there; the keyboard has the form for it. */
export function Strip({ spans, from = HOURS.from, until = HOURS.until, gaps = [], book }: Props) {
  const share = (second: number) => (100 * (Math.min(until, Math.max(from, second / 3600)) - from)) / (until - from)
  const place = (start: number, end: number) => variables({ '--from': share(start), '--until': share(end) })
  return (
    <span className={css.dayStrip}>
      <span
        className={css.bars}
        role="img"
        aria-label={`Das ${from}h às ${until}h: ${someOf(spans.map(({ start, end }) => `${clockOf(start)} a ${clockOf(end)}`)).join(', ') || 'nada'}`}
      >
        {spans.map(({ id, name, start, end, running }) => (
          <i
            key={id}
            title={`${name}, ${clockOf(start)} a ${running ? 'agora' : clockOf(end)}`}
            data-running={running || undefined}
            style={place(start, end)}
          />
        ))}
      </span>
      {book &&
        gaps.map((gap) => (
          <button
            key={gap.from}
            type="button"
            className={css.gap}
            tabIndex={-1}
            aria-hidden
            title={`Lançar das ${clockOf(gap.from)} às ${clockOf(gap.until)}`}
            style={place(gap.from, gap.until)}
            onClick={() => book(gap.from, gap.until)}
          />
        ))}
    </span>
  )
}
