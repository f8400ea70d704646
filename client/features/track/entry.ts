// What an entry begins with and has to have, and its end.
import { secondsLater } from '../../../shared/clock.ts'
import { workOf, type TimeEntry } from '../../../shared/features/track.ts'
import type { Input } from '../../api/address.ts'
import { send } from '../../api/request.ts'

/** In the place of a description, and of what it was chosen from, where there is none yet. */
export const UNNAMED = 'Sem descrição'
export const INCOMPLETE = 'Atividade, módulo e categoria a preencher'

/** What a new entry begins with: nothing, or what another one holds. */
export type Begun = Omit<Input<'POST /track'>['body'], 'id'>

export const begunOf = (entry: TimeEntry): Begun => workOf(entry)

/** What an entry has to have before it ends. */
export const isComplete = ({ descricao, idAtividade, idCategoria, idModulo }: TimeEntry) =>
  [descricao, idAtividade, idCategoria, idModulo].every((value) => value !== null)

/** When it ends that is ended at 'YYYY-MM-DDTHH:MM:SS': it lasts a second at least. */
export const endOf = ({ dataHoraInicio }: TimeEntry, at: string) => (at > dataHoraInicio ? at : secondsLater(dataHoraInicio, 1))

/** Ends a complete entry then, within a day of its start. `versao`: 409 where it is another by now. */
export const finish = (entry: TimeEntry, at: string, versao?: number) =>
  send('PUT /track', {
    body: { id: entry.id, ...begunOf(entry), dataHoraInicio: entry.dataHoraInicio, horaFim: endOf(entry, at).slice(11), versao },
  })
