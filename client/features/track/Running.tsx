// Card of the running entry.
import { Button } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { TimeEntry, TimeRow } from '../../../shared/features/track.ts'
import { duration } from '../../../shared/hours.ts'
import type { Span } from './days.ts'
import { INCOMPLETE, isComplete, UNNAMED } from './entry.ts'
import { noteOf } from './lists.ts'
import { StopIcon } from './StopIcon.tsx'
import { hoursOf, Strip } from './Strip.tsx'
import { useElapsed } from './timer.ts'
import { formOf } from '../../ui/form/address.ts'
import live from './dot.module.css'
import css from './track.module.css'

interface Props {
  entry: TimeEntry
  /** The entry's row in the list, which has the names for the entry's ids. */
  row: TimeRow | undefined
  /** Spans of all entries on the entry's day. */
  spans: Span[]
  stop: () => void
}

export function Running({ entry, row, spans, stop }: Props) {
  const elapsed = useElapsed(entry)
  const hours = hoursOf(spans)
  const [params] = useSearchParams()
  const work = (row && noteOf(row)) || (isComplete(entry) ? '' : INCOMPLETE)
  return (
    <section className={css.running} data-toasts="below" aria-label="Tempo em andamento">
      <Link className={css.runningWhat} to={formOf(entry.id, params)}>
        <i className={live.dot} aria-hidden />
        <span>
          <strong>{entry.descricao ?? UNNAMED}</strong>
          <small>
            {work}
            <span className={css.runningDock}>
              {work && ' · '}Início {entry.dataHoraInicio.slice(11)}
            </span>
          </small>
        </span>
      </Link>
      <p className={css.runningBegan}>
        <small>Início</small> {entry.dataHoraInicio.slice(11)}
      </p>
      <time>{duration(elapsed)}</time>
      <Button size="md" leftSection={<StopIcon />} title="Parar (P)" onClick={stop}>
        Parar
      </Button>
      <div className={css.runningDay}>
        <Strip spans={spans} from={hours[0]} until={hours.at(-1)} />
        <div aria-hidden>
          {hours.map((hour) => (
            <span key={hour}>{String(hour).padStart(2, '0')}h</span>
          ))}
        </div>
      </div>
    </section>
  )
}
