// Initial fields of a time entry, the fields required before it ends, and its end.
import { dayBr, hourBr, secondsLater, wallDay } from '../../../shared/clock.ts'
import { messages, workOf, type TimeEntry } from '../../../shared/features/track.ts'
import type { Input } from '../../api/address.ts'
import { serverNow } from '../../api/clock.ts'
import { send } from '../../api/request.ts'

/** Placeholders for a missing description and missing choices. */
export const UNNAMED = 'Sem descrição'
export const INCOMPLETE = 'Atividade, módulo e categoria a preencher'

/** Initial fields of a new entry: empty, or copied from another entry. */
export type Begun = Omit<Input<'POST /track'>['body'], 'id'>

export const begunOf = (entry: TimeEntry): Begun => workOf(entry)

/** Whether an entry has the fields required before it ends. */
export const isComplete = ({ descricao, idAtividade, idCategoria, idModulo }: TimeEntry) =>
  [descricao, idAtividade, idCategoria, idModulo].every((value) => value !== null)

/** End of an entry that is stopped at 'YYYY-MM-DDTHH:MM:SS', at least one second after its start. */
export const endOf = ({ dataHoraInicio }: TimeEntry, at: string) => (at > dataHoraInicio ? at : secondsLater(dataHoraInicio, 1))

/** Ends a complete entry less than a day after its start. With `versao`, a changed entry is refused with 409. */
export const finish = (entry: TimeEntry, at: string, versao?: number) =>
  send('PUT /track', {
    body: { id: entry.id, ...begunOf(entry), dataHoraInicio: entry.dataHoraInicio, horaFim: endOf(entry, at).slice(11), versao },
  })

/** Message that says when an entry ended. `end`: local date and time. */
export const hadEnded = (end: string) =>
  messages.hadEnded(`${end.slice(0, 10) === wallDay(serverNow()) ? '' : `em ${dayBr(end)}, `}às ${hourBr(end)}`)
