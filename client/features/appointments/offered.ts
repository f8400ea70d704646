// Order of the options in the appointment form, and the remarks beside cars.
import { isDay } from '../../../shared/clock.ts'
import type { AppointmentRow } from '../../../shared/features/appointments.ts'
import { isHour } from '../../../shared/hours.ts'
import { useCall } from '../../api/useCall.ts'
import type { Options } from '../../ui/form/fields.tsx'
import { NO_VALUE } from '../../ui/noValue.ts'
import type { Values } from './editing.ts'
import { endAt, overlap, startAt, untilOf } from './when.ts'

/** Maximum number of recently used options listed first. */
const FIRST = 6

/** Options with the recently used ones first: the person's own newest, then everybody's. */
export function latelyFirst(options: Options, rows: AppointmentRow[] | undefined, me: number, of: 'CODATIVIDADE' | 'CODCLIENTE' | 'carro'): Options {
  if (!options || !rows) return options
  const newest = rows.toSorted((a, b) => b.ID - a.ID)
  const isMine = ({ CODCOLABORADOR }: AppointmentRow) => CODCOLABORADOR === me
  const used = new Set([...newest.filter(isMine), ...newest].map((row) => row[of]))
  const byId = new Map(options.map((option) => [option.value, option]))
  const first = [...used].flatMap((id) => byId.get(id ?? 0) ?? []).slice(0, FIRST)
  return [...first.map((option) => ({ ...option, under: 'Usados há pouco' })), ...options.filter((option) => !first.includes(option))]
}

/** Car options, each with a remark about who has the car at that time. `was` is the stored version, which never conflicts with its own car. */
export function useCars(options: Options, values: Values, asked: boolean, id: number | null, was: Values | undefined): Options {
  const { dataIni, dataFim, horaIni, horaFim } = values
  const known = asked && [dataIni, dataFim].every(isDay) && [horaIni, horaFim].every(isHour) && startAt(values) <= endAt(values)
  const { data } = useCall(known ? 'GET /compromises' : null, { query: { dataInicial: dataIni, dataFinal: dataFim } })
  if (!known || !data) return options
  const shares = (row: AppointmentRow) => row.ID === id || (was !== undefined && row.carro === was.carro && startAt(row) === startAt(was))
  const holding = data.filter((row) => row.status === 'A' && overlap(row, values) && !shares(row))
  const holders = new Map(holding.map((row) => [row.carro, row]))
  return options?.map((option) => {
    const holder = holders.get(option.value)
    if (!holder) return { ...option, note: 'Livre' }
    return { ...option, taken: true, note: `Com ${holder.NOMECOMPLETOUSUARIO ?? NO_VALUE} até ${untilOf(holder, dataFim)}` }
  })
}
