// What an appointment overlaps.
import { dateBr } from '../../../shared/clock.ts'
import { read } from '../../api/request.ts'
import type { Values } from './editing.ts'
import { overlap, startAt, untilOf, type When } from './when.ts'

/** 'de 21/11/2026 08:00 a 12:00', or until another day. */
const spanOf = (when: When) => `de ${dateBr(startAt(when))} a ${untilOf(when, when.dataIni)}`

/** What it overlaps was said when it was put there. */
export const isMoved = (values: Values, was: Values) =>
  (['colaboradores', 'dataIni', 'horaIni', 'dataFim', 'horaFim', 'status'] as const).some((field) => String(values[field]) !== String(was[field]))

const SHOWN = 5
/** What the same people already do at that time: it may be meant so. */
export async function clashes({ status, colaboradores, ...when }: Pick<Values, 'status' | 'colaboradores' | keyof When>, id: number | null) {
  if (status === 'I') return null
  const query = { colaboradores, dataInicial: when.dataIni, dataFinal: when.dataFim }
  const rows = (await read('GET /compromises', { query })).filter((row) => row.ID !== id && row.status === 'A' && overlap(row, when))
  if (rows.length === 0) return null
  return (
    <>
      <strong>Já há compromisso nesse horário:</strong>
      <ul>
        {rows.slice(0, SHOWN).map((row) => (
          <li key={row.ID}>
            {[row.NOMECOMPLETOUSUARIO, row.DESCTAREFAEXTERNO, row.NOMEFANTASIACLIENTE].filter(Boolean).join(' · ')}, {spanOf(row)}
          </li>
        ))}
        {rows.length > SHOWN && <li>e mais {rows.length - SHOWN}</li>}
      </ul>
    </>
  )
}
