import type { CSSProperties } from 'react'
import { hourBr } from '../../../shared/clock.ts'
import { isBar, summary, type Shown } from './layout.ts'
import css from './event.module.css'

/** The server's colour as a CSS variable. It colours backgrounds and dots, never text. */
const tint = (color: string | null) => (/^#[0-9a-f]{6}$/i.test(color ?? '') ? { '--event': color } : {})

interface Props {
  event: Shown
  open: (event: Shown) => void
  /** Position and size, as custom properties. */
  style?: Record<`--${string}`, string | number>
  /** Text that replaces the start time. */
  when?: string
  /** True where the text may take several lines, so that the end and the car are shown too. */
  detailed?: boolean
  before?: boolean
  after?: boolean
  /** True when the appointment ends here, so that its lower edge can be dragged. */
  edge?: boolean
}

/** An appointment. Its client comes first, because that is what tells appointments apart where the colour shows the activity. */
export function Event({ event, open, style, when, detailed, before, after, edge }: Props) {
  const bar = isBar(event)
  const hour = when ?? (event.allDay ? undefined : hourBr(event.start))
  const until = detailed && when === undefined && !event.allDay && event.end > event.start && `até ${hourBr(event.end)}`
  const rest = [until, event.cliente && event.label, detailed && event.carro?.DESCRICAOCARRO].filter(Boolean).join(' · ')
  return (
    <button
      type="button"
      className={css.event}
      data-id={event.id}
      data-state={event.state}
      aria-busy={event.state === 'left' || undefined}
      // A moving copy only previews the new position, so it takes no clicks and no focus.
      inert={event.state === 'carried' || event.state === 'sent'}
      data-bar={bar || undefined}
      data-before={before || undefined}
      data-after={after || undefined}
      title={summary(event)}
      // The cast is needed because CSSProperties does not include custom properties.
      style={{ ...tint(event.color), ...style } as CSSProperties}
      onClick={() => open(event)}
    >
      <span>
        {hour && <small>{hour}</small>} {event.cliente || event.label}
      </span>
      {rest && <span className={css.rest}>{rest}</span>}
      {edge && <i data-edge />}
    </button>
  )
}
