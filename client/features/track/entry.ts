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

/** Ends a complete entry at 'YYYY-MM-DDTHH:MM:SS', within a day of its start; at its start a second later, for it lasts one at least. `versao`: 409 where it is another by now. */
export function finish(entry: TimeEntry, at: string, versao?: number) {
  const { id, dataHoraInicio } = entry
  const end = at > dataHoraInicio ? at : secondsLater(dataHoraInicio, 1)
  return send('PUT /track', { body: { id, ...begunOf(entry), dataHoraInicio, horaFim: end.slice(11), versao } })
}
