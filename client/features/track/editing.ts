// Form values of a time entry, and how its time fields affect each other.
import { isDay, secondsBetween } from '../../../shared/clock.ts'
import { DAY_SECONDS, duration, isTimeOfDay, seconds } from '../../../shared/hours.ts'
import { workFields, workOf, type TimeChange, type TimeEntry, type WorkField } from '../../../shared/features/track.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

type Chosen = number | null
export const blank = {
  descricao: '',
  idAtividade: null as Chosen,
  idCategoria: null as Chosen,
  idModulo: null as Chosen,
  idTag: null as Chosen,
  /** `dia` is the start's day, 'YYYY-MM-DD'. Times of day are 'HH:MM:SS'. `fim` and `total` are '' while the entry runs. */
  dia: '',
  inicio: '',
  fim: '',
  total: '',
  /** End in seconds since midnight at the start of `dia`; null when unknown. */
  fimEm: null as number | null,
  /** Id of the appointment that the time was spent on; set only in the form 'Lançar tempo'. */
  compromisso: null as number | null,
  /** True when the month in which the stored entry began is closed. */
  fechado: false,
  /** True when the stored entry is running. */
  corre: false,
  /** True when a running entry was stopped in this form but not confirmed yet. */
  parado: false,
  versao: undefined as number | undefined,
} satisfies Record<WorkField, unknown> & Record<string, unknown>
export type Values = typeof blank

export const valuesOf = (entry: TimeEntry): Values => ({
  ...workOf(entry),
  descricao: entry.descricao ?? '',
  dia: entry.dataHoraInicio.slice(0, 10),
  inicio: entry.dataHoraInicio.slice(11),
  fim: entry.horaFim ?? '',
  total: entry.total ?? '',
  fimEm: entry.total == null ? null : seconds(entry.dataHoraInicio.slice(11)) + seconds(entry.total),
  compromisso: null,
  fechado: entry.mesFechado === true,
  corre: entry.horaFim === null,
  parado: false,
  versao: entry.versao,
})

export const useTimeEditing = () => useEditing('tempo', blank, valuesIn, { isBegun: true })
/** Form values of the stored entry. */
export async function valuesIn(id: number) {
  try {
    return valuesOf(await read('GET /track/{id}', { path: { id } }))
  } catch (error) {
    // The deleted entry may have been the running one, so the running entry is requested again.
    if (error instanceof Failure && error.status === 404) await renew('GET /track/check')
    throw error
  }
}

/** Seconds from one time of day to the next occurrence of another. */
export const between = (from: string, until: string) => inDay(seconds(until) - seconds(from))
const inDay = (second: number) => ((second % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
/** Whether a text is a total, 'HH:MM:SS'. It may exceed 99 hours. */
export const isTotal = (text: string) => /^\d{2,}:[0-5]\d:[0-5]\d$/.test(text)

/** The time fields of a form. */
export const timeOf = ({ inicio, fim, total, fimEm }: Values) => ({ inicio, fim, total, fimEm })

/**
 * Changes caused by editing a time field, computed from the values before typing began. A new start keeps the end. A new end changes the total, but
 * keeps the total's whole days. A new total moves the end. Empty or invalid text affects no other field. `now` is 'YYYY-MM-DDTHH:MM:SS'. If a running
 * entry is stopped here, it ends on the latest day on which the typed time has already passed.
 */
export function moved(was: Values, field: 'inicio' | 'fim' | 'total', text: string, now: string): Partial<Values> {
  const isStarted = isTimeOfDay(was.inicio)
  if (field === 'inicio') {
    if (!isTimeOfDay(text) || (was.total === '' && was.fim === '')) return { inicio: text }
    if (was.fimEm !== null) {
      const left = was.fimEm - seconds(text)
      return { inicio: text, total: duration(left > 0 ? left : inDay(left)) }
    }
    // If the total was typed before the start, the end is computed from both.
    return isTotal(was.total) ? { inicio: text, ...endOf(text, seconds(was.total)) } : { inicio: text }
  }
  if (field === 'fim') {
    if (!isTimeOfDay(text)) return { fim: text, ...(text === '' && { total: '' }) }
    // If there is no start, the end keeps its day and changes only its time.
    if (!isStarted) return { fim: text, fimEm: (was.fimEm ?? 0) - inDay(was.fimEm ?? 0) + seconds(text) }
    const first = between(was.inicio, text)
    const kept = Math.max(0, Math.floor(((was.fimEm ?? 0) - seconds(was.inicio)) / DAY_SECONDS))
    const past = was.corre && isDay(was.dia) ? Math.floor((secondsBetween(`${was.dia}T${was.inicio}`, now) - first) / DAY_SECONDS) : kept
    const total = Math.max(0, Math.min(kept, past)) * DAY_SECONDS + first
    return { fim: text, total: duration(total), fimEm: seconds(was.inicio) + total }
  }
  if (!isTotal(text)) return { total: text }
  return isStarted ? { total: text, ...endOf(was.inicio, seconds(text)) } : { total: text, fimEm: null }
}
const endOf = (start: string, total: number) => ({ fim: duration(inDay(seconds(start) + total)), fimEm: seconds(start) + total })

/** Number of days after the start on which the entry ends. */
export const daysLater = ({ dia, inicio, total }: Values) =>
  isDay(dia) && isTimeOfDay(inicio) && isTotal(total) ? Math.floor((seconds(inicio) + seconds(total)) / DAY_SECONDS) : 0

/** Change of a running entry: the fields that differ and are valid. */
export function partOf(id: number, values: Values, was: Values): TimeChange {
  const isStart = isDay(values.dia) && isTimeOfDay(values.inicio) && (values.inicio !== was.inicio || values.dia !== was.dia)
  const said = workFields.filter((part) => values[part] !== was[part])
  return {
    id,
    ...Object.fromEntries(said.map((part) => [part, part === 'descricao' ? values.descricao.trim() || null : values[part]])),
    ...(isStart && { dataHoraInicio: `${values.dia}T${values.inicio}` }),
  }
}

/** Whether two values are the same. The server trims texts, so surrounding whitespace is ignored. */
export const isSame = (one: Values[keyof Values], other: Values[keyof Values]) =>
  typeof one === 'string' && typeof other === 'string' ? one.trim() === other.trim() : one === other
export const runningParts = [...workFields, 'dia', 'inicio'] as const
const allParts = [...runningParts, 'fim', 'total'] as const
/** Whether, since `was`, somebody else changed one of the parts to a value other than the one in this form. */
export const isChanged = (now: Values, was: Values, values: Values, parts: readonly (typeof allParts)[number][] = runningParts) =>
  parts.some((part) => !isSame(now[part], was[part]) && !isSame(now[part], values[part]))
/** Whether any stored value has changed since `was`. */
export const isOther = (now: Values, was: Values) => isChanged(now, was, was, allParts)

/** Change that ends an entry, or edits an ended one. An entry of a day or longer sends its total, because a time of day cannot express its end. */
export function changeOf(id: number, values: Values, was: Values): TimeChange {
  const { dia, inicio, fim, total } = values
  const descricao = values.descricao.trim()
  const dataHoraInicio = `${dia}T${inicio}`
  if (values.corre) return { id, ...workOf(values), descricao, dataHoraInicio, ...(seconds(total) < DAY_SECONDS ? { horaFim: fim } : { total }) }
  const isMoved = (['dia', 'inicio', 'fim', 'total'] as const).some((field) => values[field] !== was[field])
  return { ...partOf(id, { ...values, descricao }, was), ...(isMoved && { dataHoraInicio, total }), versao: was.versao }
}
