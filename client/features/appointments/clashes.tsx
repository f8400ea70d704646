// Overlaps between appointments.
import { dateBr } from '../../../shared/clock.ts'
import { messages, type AppointmentRow } from '../../../shared/features/appointments.ts'
import { read } from '../../api/request.ts'
import type { Values } from './editing.ts'
import { timesOf, type RepeatValues } from './repetition.ts'
import { endAt, overlap, startAt, untilOf, type When } from './when.ts'

/** 'de 21/11/2026 08:00 a 12:00', or until another day */
const spanOf = (when: When) => `de ${dateBr(startAt(when))} a ${untilOf(when, when.dataIni)}`

/** Whether the form changed anything that can cause an overlap. The form already reported unchanged overlaps when the appointment was made. */
export const isMoved = (values: Values, was: Values) =>
  (['colaboradores', 'carro', 'dataIni', 'horaIni', 'dataFim', 'horaFim', 'status'] as const).some(
    (field) => String(values[field]) !== String(was[field]),
  )

const SHOWN = 5
/** Names appointments that others overlap. */
export const Clashing = ({ rows }: { rows: AppointmentRow[] }) => (
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

type Meant = Pick<Values, 'status' | 'colaboradores' | keyof When> & { carro?: Values['carro'] } & Partial<RepeatValues>

/**
 * Warns of other appointments of the same people at that time or at one of its repetitions, which may be intended, and of a car in use, which the server refuses. For a stored
 * appointment, only the server knows whether the car is shared within one outing. `was` is the stored version.
 */
export async function clashes({ status, colaboradores, carro = null, ...when }: Meant, id: number | null, was?: Values) {
  const times = timesOf(when)
  const overlapping = (row: AppointmentRow) => times.find((one) => overlap(row, one))
  if (status === 'I' || endAt(when) < startAt(when)) return null
  // If a car is chosen, the search covers everybody, because anybody may be using the car.
  const query = { ...(carro === null && { colaboradores }), dataInicial: when.dataIni, dataFinal: times.at(-1)?.dataFim ?? when.dataFim }
  const around = (await read('GET /compromises', { query })).filter((row) => row.ID !== id && row.status === 'A' && overlapping(row))
  const rows = around.filter((row) => colaboradores.includes(row.CODCOLABORADOR))
  // Appointments of the same outing share their car, so they do not count as holders of it.
  const shares = (row: AppointmentRow) => id !== null && was !== undefined && row.carro === was.carro && startAt(row) === startAt(was)
  const holder = around.find((row) => carro !== null && row.carro === carro && !shares(row))
  if (rows.length === 0 && !holder) return null
  const text = (
    <>
      {rows.length > 0 && <Clashing rows={rows} />}
      {holder && (
        <p>
          {messages.carTaken(holder.DESLOC ?? '', holder.NOMECOMPLETOUSUARIO ?? '', dateBr(startAt(holder)), dateBr(endAt(holder)))} Escolha outro
          carro ou outro horário.
        </p>
      )}
    </>
  )
  // The server refuses a car only for appointments that take time, so one that ends as it starts cannot conflict.
  const refused = id === null && holder !== undefined && [when, holder].every((one) => startAt(one) < endAt(one))
  return { text, refused, key: [...rows, holder].map((row) => row?.ID).join(' ') }
}
