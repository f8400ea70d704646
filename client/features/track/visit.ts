// An appointment that is offered as time.
import { secondsLater } from '../../../shared/clock.ts'
import type { Visit } from '../../../shared/features/track-visits.ts'
import { DESCRIPTION } from '../../../shared/text.ts'
import { seconds } from '../../../shared/hours.ts'
import { NO_VALUE } from '../../ui/noValue.ts'

/** 'Visita técnica · Fazenda Rio Sapezal' */
export const visitName = ({ atividade, cliente }: Pick<Visit, 'atividade' | 'cliente'>) =>
  [atividade ?? NO_VALUE, cliente].filter(Boolean).join(' · ')

/** '3h30', '2h', '45min' */
export function shortTotal(second: number) {
  const minutes = Math.floor(second / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}min`
  return `${hours}h${rest === 0 ? '' : String(rest).padStart(2, '0')}`
}

/** The initial values of the form 'Lançar tempo' for an appointment. The description is cut to the length that a time entry may have. */
export function valuesOfVisit(visit: Visit) {
  const [inicio, length] = [visit.dataHoraInicio.slice(11), seconds(visit.total)]
  return {
    descricao: visitName(visit).slice(0, DESCRIPTION.max).trim(),
    dia: visit.dataHoraInicio.slice(0, 10),
    inicio,
    fim: secondsLater(visit.dataHoraInicio, length).slice(11),
    total: visit.total,
    fimEm: seconds(inicio) + length,
    compromisso: visit.id,
  }
}
