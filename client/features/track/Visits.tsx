// Offers to book ended appointments of the person as time. Home, the agenda and the calendar show it.
import { Clock, X } from 'lucide-react'
import { Link } from 'react-router'
import { dayBr, hourBr, secondsLater, wallDay } from '../../../shared/clock.ts'
import type { Visit } from '../../../shared/features/track-visits.ts'
import { seconds } from '../../../shared/hours.ts'
import { send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMay } from '../../boot.ts'
import { useFetching } from '../../ui/useFetching.ts'
import { useNow } from '../../ui/useNow.ts'
import { nearOf } from './days.ts'
import { shortTotal, visitName } from './visit.ts'
import css from './visits.module.css'

/** Shows up to `most` offers; nothing if there are none. */
export function Visits({ most }: { most: number }) {
  const may = useMay()
  const { data, mutate } = useCall(may('GET /track-visits') && may('POST /track/finished') ? 'GET /track-visits' : null)
  const { fetched } = useFetching()
  const today = wallDay(useNow(60_000))
  if (!data || data.length === 0) return null
  const dismiss = async ({ id }: Visit) => {
    if (await fetched(() => send('DELETE /track-visits/{id}', { path: { id } }))) await mutate(data.filter((one) => one.id !== id))
    // The pressed button has disappeared, and the focus with it.
    document.querySelector('h1')?.focus()
  }
  return (
    <ul className={css.visits} aria-label="Compromissos sem tempo lançado">
      {data.slice(0, most).map((visit) => (
        <li key={visit.id}>
          <Clock aria-hidden />
          <Link to={`/track?lancar=${visit.dataHoraInicio.slice(0, 10)}&compromisso=${visit.id}`}>
            Lançar {shortTotal(seconds(visit.total))} em {visitName(visit)}
          </Link>
          <small>{whenOf(visit, today)}</small>
          <button
            type="button"
            className="icon-button"
            aria-label={`Dispensar ${visitName(visit)}`}
            title="Não lançar"
            onClick={() => void dismiss(visit)}
          >
            <X aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

/** 'Ontem, 08:00 – 11:30' */
function whenOf({ dataHoraInicio: from, total }: Visit, today: string) {
  const day = from.slice(0, 10)
  const near = nearOf(day, today)
  return `${near}${near === 'Hoje' || near === 'Ontem' ? '' : ` ${dayBr(day).slice(0, 5)}`}, ${hourBr(from)} – ${hourBr(secondsLater(from, seconds(total)))}`
}
