// Overlaps between appointments.
import { dateBr } from '../../../shared/clock.ts'
import { messages, type AppointmentRow } from '../../../shared/features/appointments.ts'
import { read } from '../../api/request.ts'
import type { Values } from './editing.ts'
import { followingTimes, timesOf, type RepeatValues } from './repetition.ts'
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

/** Names the holders of a car that is not free. */
export const Taken = ({ rows }: { rows: AppointmentRow[] }) => (
  <>
    {rows.slice(0, SHOWN).map((row) => (
      <p key={row.ID}>{messages.carTaken(row.DESLOC ?? '', row.NOMECOMPLETOUSUARIO ?? '', dateBr(startAt(row)), dateBr(endAt(row)))}</p>
    ))}
    <p>
      {rows.length > SHOWN && `E mais ${rows.length - SHOWN}. `}
      Escolha outro carro ou outro horário.
    </p>
  </>
)

const byStart = (a: AppointmentRow, b: AppointmentRow) => startAt(a).localeCompare(startAt(b)) || a.ID - b.ID

type Meant = Pick<Values, 'status' | 'colaboradores' | keyof When> & { carro?: Values['carro'] } & Partial<RepeatValues>

/**
 * Warns of other appointments of the same people at that time or at one of its repetitions, which may be intended, and of cars in use, which the server
 * refuses. For a stored appointment, only the server knows whether the car is shared within one outing. `was` is the stored version, and `following`
 * are the later ones of its series that move along.
 */
export async function clashes(
  { status, colaboradores, carro = null, ...when }: Meant,
  id: number | null,
  was?: When & Pick<Values, 'carro'>,
  following: Values['seguintes'] = [],
) {
  const times = [...timesOf(when), ...(was ? followingTimes(was, when, following) : [])]
  if (status === 'I' || endAt(when) < startAt(when)) return null
  const moving = new Set([id, ...following.map(({ ID }) => ID)])
  const overlapping = (row: AppointmentRow) => times.some((one) => overlap(row, one))
  const [dataInicial, dataFinal] = [when.dataIni, times.at(-1)?.dataFim ?? when.dataFim]
  // If a car is chosen, the search covers everybody, because anybody may be using the car.
  const asked = await read('GET /compromises', { query: { ...(carro === null && { colaboradores }), dataInicial, dataFinal } })
  const around = asked.filter((row) => !moving.has(row.ID) && row.status === 'A' && overlapping(row)).toSorted(byStart)
  const rows = around.filter((row) => colaboradores.includes(row.CODCOLABORADOR))
  // Appointments of the same outing share their car, so they do not count as holders of it.
  const outings = new Set(was ? [was, ...following].map(startAt) : [])
  const shares = (row: AppointmentRow) => id !== null && row.carro === was?.carro && outings.has(startAt(row))
  const holders = around.filter((row) => carro !== null && row.carro === carro && !shares(row))
  if (rows.length === 0 && holders.length === 0) return null
  const text = (
    <>
      {rows.length > 0 && <Clashing rows={rows} />}
      {holders.length > 0 && <Taken rows={holders} />}
    </>
  )
  // The server refuses a car only for appointments that take time, so one that ends as it starts cannot conflict.
  const refused = id === null && startAt(when) < endAt(when) && holders.some((one) => startAt(one) < endAt(one))
  return { text, refused, key: [...rows, ...holders].map((row) => row.ID).join(' ') }
}
