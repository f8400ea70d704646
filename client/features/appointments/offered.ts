// What the form offers first, and what it knows of it.
import { dateBr, hourBr, isDay } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { isHour } from '../../../shared/hours.ts'
import { useCall } from '../../api/useCall.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { NONE } from '../../ui/none.ts'
import { endAt, startAt, type Values } from './editing.ts'

/** As many as are looked at before one searches. */
const FIRST = 6

/** The options with those lately used first: one's own newest, then anybody's. */
export function latelyFirst(options: Options, rows: AppointmentRow[] | undefined, me: number, of: 'CODCLIENTE' | 'carro'): Options {
  if (!options || !rows) return options
  const newest = rows.toSorted((a, b) => b.ID - a.ID)
  const isMine = ({ CODCOLABORADOR }: AppointmentRow) => CODCOLABORADOR === me
  const used = new Set([...newest.filter(isMine), ...newest].map((row) => row[of]))
  const byId = new Map(options.map((option) => [option.value, option]))
  const first = [...used].flatMap((id) => byId.get(id ?? 0) ?? []).slice(0, FIRST)
  return [...first.map((option) => ({ ...option, under: 'Usados há pouco' })), ...options.filter((option) => !first.includes(option))]
}

/** The cars, each with who has it in the time of an appointment. `was`: as it is stored, whose car is its own. */
export function useCars(options: Options, values: Values, asked: boolean, id: number | null, was: Values | undefined): Options {
  const { dataIni, dataFim, horaIni, horaFim } = values
  const [begin, end] = [startAt(values), endAt(values)]
  const known = asked && [dataIni, dataFim].every(isDay) && [horaIni, horaFim].every(isHour) && begin <= end
  const { data } = useCall(known ? 'GET /compromises' : null, { query: { dataInicial: dataIni, dataFinal: dataFim } })
  if (!known || !data) return options
  const shares = (row: AppointmentRow) => row.ID === id || (was !== undefined && row.carro === was.carro && startAt(row) === startAt(was))
  const holders = new Map(
    data.flatMap((row) => (row.status === 'A' && startAt(row) < end && begin < endAt(row) && !shares(row) ? [[row.carro, row] as const] : [])),
  )
  return options?.map((option) => {
    const holder = holders.get(option.value)
    if (!holder) return { ...option, note: 'Livre' }
    const until = holder.dataFim === dataFim ? hourBr(endAt(holder)) : dateBr(endAt(holder))
    return { ...option, taken: true, note: `Com ${holder.NOMECOMPLETOUSUARIO ?? NONE} até ${until}` }
  })
}
