// A time while it is edited: its fields, and what each of them moves.
import { isDay, secondsBetween } from '../../../shared/clock.ts'
import { DAY_SECONDS, duration, isTimeOfDay, seconds } from '../../../shared/hours.ts'
import { workFields, workOf, type TimeChange, type TimeEntry, type WorkField } from '../../../shared/features/track.ts'
import { Failure } from '../../api/failure.ts'
import { read } from '../../api/request.ts'
import { renew } from '../../api/useCall.ts'
import { useEditing } from '../../ui/form/useEditing.ts'

type Chosen = number | null
const blank = {
  descricao: '',
  idAtividade: null as Chosen,
  idCategoria: null as Chosen,
  idModulo: null as Chosen,
  idTag: null as Chosen,
  /** 'YYYY-MM-DD' of the start; times of day 'HH:MM:SS'; `fim` and `total` '' while it runs. */
  dia: '',
  inicio: '',
  fim: '',
  total: '',
  /** When it ends, in seconds from the midnight that `dia` begins with; null: that is not known. */
  fimEm: null as number | null,
  /** As it is stored. */
  corre: false,
  /** It runs, and is stopped here: its end waits for Confirmar. */
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
  corre: entry.horaFim === null,
  parado: false,
  versao: entry.versao,
})

export const useTimeEditing = () => useEditing('tempo', blank, valuesIn, { isBegun: true })
/** As it is stored. */
export async function valuesIn(id: number) {
  try {
    return valuesOf(await read('GET /track/{id}', { path: { id } }))
  } catch (error) {
    // Deleted elsewhere, it may have run.
    if (error instanceof Failure && error.status === 404) await renew('GET /track/check')
    throw error
  }
}

/** Seconds from one time of day to the next time that it is the other. */
export const between = (from: string, until: string) => inDay(seconds(until) - seconds(from))
const inDay = (second: number) => ((second % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS
/** Hours beyond 99 too. */
export const isTotal = (text: string) => /^\d{2,}:[0-5]\d:[0-5]\d$/.test(text)

/** What start, end and total of a form say. */
export const timeOf = ({ inicio, fim, total, fimEm }: Values) => ({ inicio, fim, total, fimEm })

/**
 * What a field that is typed moves, of what stood there before it was typed into: a start keeps the end, an end makes the total, which keeps its whole
 * days, a total moves the end. Empty or wrong ones move nothing. `now`: 'YYYY-MM-DDTHH:MM:SS'; what runs, and is stopped here, ended on the latest day
 * on which that hour has been.
 */
export function moved(was: Values, field: 'inicio' | 'fim' | 'total', text: string, now: string): Partial<Values> {
  const isStarted = isTimeOfDay(was.inicio)
  if (field === 'inicio') {
    if (!isTimeOfDay(text) || (was.total === '' && was.fim === '')) return { inicio: text }
    if (was.fimEm !== null) {
      const left = was.fimEm - seconds(text)
      return { inicio: text, total: duration(left > 0 ? left : inDay(left)) }
    }
    // A total that was written before there was a start.
    return isTotal(was.total) ? { inicio: text, ...endOf(text, seconds(was.total)) } : { inicio: text }
  }
  if (field === 'fim') {
    if (!isTimeOfDay(text)) return { fim: text, ...(text === '' && { total: '' }) }
    // On the day that it ends on, until there is a start again.
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

/** On which day after its start it ends. */
export const daysLater = ({ dia, inicio, total }: Values) =>
  isDay(dia) && isTimeOfDay(inicio) && isTotal(total) ? Math.floor((seconds(inicio) + seconds(total)) / DAY_SECONDS) : 0

/** What is written of an entry that runs on: the fields that differ and may be. */
export function partOf(id: number, values: Values, was: Values): TimeChange {
  const isStart = isDay(values.dia) && isTimeOfDay(values.inicio) && (values.inicio !== was.inicio || values.dia !== was.dia)
  const said = workFields.filter((part) => values[part] !== was[part])
  return {
    id,
    ...Object.fromEntries(said.map((part) => [part, part === 'descricao' ? values.descricao.trim() || null : values[part]])),
    ...(isStart && { dataHoraInicio: `${values.dia}T${values.inicio}` }),
  }
}

/** Blanks at the ends are not stored. */
export const isSame = (one: Values[keyof Values], other: Values[keyof Values]) =>
  typeof one === 'string' && typeof other === 'string' ? one.trim() === other.trim() : one === other
export const runningParts = [...workFields, 'dia', 'inicio'] as const
const allParts = [...runningParts, 'fim', 'total'] as const
/** Whether one of the parts was changed elsewhere since it was `was`, to something else than is written here. */
export const isChanged = (now: Values, was: Values, values: Values, parts: readonly (typeof allParts)[number][] = runningParts) =>
  parts.some((part) => !isSame(now[part], was[part]) && !isSame(now[part], values[part]))
/** Whether it says something else by now. */
export const isOther = (now: Values, was: Values) => isChanged(now, was, was, allParts)

/** What is written of an entry that ends or has ended. Beyond a day only its total says when it ends. */
export function changeOf(id: number, values: Values, was: Values): TimeChange {
  const { dia, inicio, fim, total } = values
  const descricao = values.descricao.trim()
  const dataHoraInicio = `${dia}T${inicio}`
  if (values.corre) return { id, ...workOf(values), descricao, dataHoraInicio, ...(seconds(total) < DAY_SECONDS ? { horaFim: fim } : { total }) }
  const isMoved = (['dia', 'inicio', 'fim', 'total'] as const).some((field) => values[field] !== was[field])
  return { ...partOf(id, { ...values, descricao }, was), ...(isMoved && { dataHoraInicio, total }), versao: was.versao }
}
