import type { CSSProperties } from 'react'
import { hourBr } from '../../../shared/clock.ts'
import { isBar, summary, type Shown } from './layout.ts'

/** The server's colour as a variable: it tints and dots, and never colours text. */
const tint = (color: string | null) => (/^#[0-9a-f]{6}$/i.test(color ?? '') ? { '--event': color } : {})

interface Props {
  event: Shown
  open: (event: Shown) => void
  /** Where it stands. */
  style?: Record<`--${string}`, string | number>
  /** When, in place of the hour it begins at. */
  when?: string
  /** Says at which client's, too. */
  client?: boolean
  before?: boolean
  after?: boolean
  /** It ends here, where its lower edge may be drawn. */
  edge?: boolean
}

export function Event({ event, open, style, when, client, before, after, edge }: Props) {
  const bar = isBar(event)
  const hour = when ?? (event.whole ? undefined : hourBr(event.start))
  return (
    <button
      type="button"
      className="event"
      data-id={event.id}
      data-state={event.state}
      aria-busy={event.state === 'left' || undefined}
      // It only shows where the event would stand.
      inert={event.state === 'carried' || event.state === 'sent'}
      data-bar={bar || undefined}
      data-before={before || undefined}
      data-after={after || undefined}
      title={summary(event)}
      // Custom properties are what CSSProperties leaves out.
      style={{ ...tint(event.color), ...style } as CSSProperties}
      onClick={() => open(event)}
    >
      <span>
        {hour && <small>{hour}</small>} {event.label}
      </span>
      {client && event.cliente && <span className="event-client">{event.cliente}</span>}
      {edge && <i data-edge />}
    </button>
  )
}
