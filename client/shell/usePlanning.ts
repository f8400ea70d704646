import { CalendarDays, UserCheck } from 'lucide-react'
import { dayBr, wallDay, wallTime } from '../../shared/clock.ts'
import { useCall } from '../api/useCall.ts'
import { useMay } from '../boot.ts'
import { shortWeekday } from '../ui/weekday.ts'
import { useNow } from '../ui/useNow.ts'
import { freeAmong, freeAsked, isCalled, whereabouts, whereAsked } from './planning.ts'
import { useGo } from './useGo.ts'

/** Maximum number of people whose whereabouts are told. */
const SHOWN = 5

/**
 * The palette's answer to a question about the agenda, one entry for each person. `asked` is false if the search is no such question, and `entries` is
 * empty while the agenda loads.
 */
export function usePlanning(search: string) {
  const may = useMay()
  const go = useGo()
  const now = useNow(60_000)
  const today = wallDay(now)
  const mayAsk = may('GET /dash/calendarioOndeEstou') && may('POST /dash/calendarioOndeEstou')
  const period = mayAsk ? freeAsked(search, today) : null
  const name = mayAsk ? whereAsked(search) : null
  const day = period?.day ?? today
  const isAsked = period !== null || name !== null
  const lists = useCall(isAsked ? 'GET /dash/calendarioOndeEstou' : null)
  const events = useCall(isAsked ? 'POST /dash/calendarioOndeEstou' : null, { body: { dataInicio: day, dataFim: day } })
  if (!isAsked || !lists.data || !events.data) return { asked: isAsked, title: '', entries: [] }
  const people = lists.data.users
  const when = period ? `${shortWeekday(day)}, ${dayBr(day).slice(0, 5)}, ${period.from} – ${period.until}` : ''
  const found = period ? freeAmong(people, events.data, period) : people.filter(isCalled(name ?? [])).slice(0, SHOWN)
  return {
    asked: true,
    title: period ? `Livres ${when} · ${found.length} de ${people.length}` : 'Onde está',
    entries: found.map(({ ID: id, NOMECOMPLETOUSUARIO }) => ({
      id: `agenda ${id}`,
      label: NOMECOMPLETOUSUARIO ?? '',
      note: period ? 'livre' : whereabouts(id, events.data ?? [], wallTime(now)),
      icon: period ? UserCheck : CalendarDays,
      keys: [],
      run: () => go(`/calendario?visao=dia&data=${day}&users=${id}`),
    })),
  }
}
