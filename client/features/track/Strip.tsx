import { variables } from '../../ui/variables.ts'
import { clockOf, someOf, type Span } from './days.ts'

/** The hours that it shows, as seconds of a day. */
const FROM = 7 * 3600
const UNTIL = 19 * 3600
const share = (second: number) => (100 * (Math.min(UNTIL, Math.max(FROM, second)) - FROM)) / (UNTIL - FROM)
export const HOURS = [7, 9, 11, 13, 15, 17, 19]

/** A day from 7 to 19 h: what was worked, what runs, and the gaps between. */
export const Strip = ({ spans }: { spans: Span[] }) => (
  <span
    className="day-strip"
    role="img"
    aria-label={`Das 7h às 19h: ${someOf(spans.map(({ start, end }) => `${clockOf(start)} a ${clockOf(end)}`)).join(', ') || 'nada'}`}
  >
    {spans.map(({ id, name, start, end, running }) => (
      <i
        key={id}
        title={`${name}, ${clockOf(start)} a ${running ? 'agora' : clockOf(end)}`}
        data-running={running || undefined}
        style={variables({ '--from': share(start), '--until': share(end) })}
      />
    ))}
  </span>
)
