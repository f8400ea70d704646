// The roadmap's periods (year, quarter, month) and the positions of bars within them.
import { addDays, dayBr, daysBetween, isDay } from '../../../shared/clock.ts'
import type { RoadmapTask } from '../../../shared/features/projects.ts'

export const zooms = { ano: 'Ano', trimestre: 'Trimestre', mes: 'Mês' } as const
export type Zoom = keyof typeof zooms
export const isZoom = (text: string | null): text is Zoom => text !== null && Object.hasOwn(zooms, text)

const monthName = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'long' })
const monthShort = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', month: 'short' })
const first = (year: number, month: number) => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
const monthOf = (day: string) => Number(day.slice(5, 7)) - 1
const yearOf = (day: string) => Number(day.slice(0, 4))

export interface Mark {
  /** Position in percent of the period. */
  at: number
  label: string
}
export interface Period {
  zoom: Zoom
  year: number
  /** First and last day of the period. */
  from: string
  until: string
  title: string
  /** `within`: 'em 2026' or 'no 4º trimestre de 2026'. `beyond` is the text after 'segue fora', such as 'de 2026'. */
  within: string
  beyond: string
  /** Labels of the axis: the upper line (`heads`) and the lower one (`parts`). */
  heads: Mark[]
  parts: Mark[]
}

/** Position in percent of a month. Beyond it, a week's label would be cut off, so it is omitted. */
const ROOM = 85
const STEPS = { ano: 12, trimestre: 3, mes: 1 } as const
const share = ({ from, until }: Pick<Period, 'from' | 'until'>, day: string) => (100 * daysBetween(from, day)) / (daysBetween(from, until) + 1)

/** The period of a zoom level that contains a day. */
export function periodOf(zoom: Zoom, day: string): Period {
  const year = yearOf(day)
  const begins = zoom === 'ano' ? 0 : zoom === 'trimestre' ? monthOf(day) - (monthOf(day) % 3) : monthOf(day)
  const [from, until] = [first(year, begins), addDays(first(year, begins + STEPS[zoom]), -1)]
  const months = Array.from({ length: STEPS[zoom] }, (_, nth) => first(year, begins + nth))
  const at = (day: string) => share({ from, until }, day)
  const quarter = (day: string) => `${Math.floor(monthOf(day) / 3) + 1}º trimestre`
  const name = (day: string) => monthName.format(Date.parse(day))
  const mondays = Array.from({ length: daysBetween(from, until) + 1 }, (_, nth) => addDays(from, nth)).filter(
    (one) => new Date(one).getUTCDay() === 1,
  )
  const title = zoom === 'ano' ? String(year) : `${zoom === 'trimestre' ? quarter(from) : name(from)} de ${year}`
  return {
    zoom,
    year,
    from,
    until,
    title,
    within: `${zoom === 'trimestre' ? 'no' : 'em'} ${title}`,
    beyond: `${zoom === 'trimestre' ? 'do' : 'de'} ${title}`,
    heads:
      zoom === 'ano'
        ? months.filter((_, nth) => nth % 3 === 0).map((month) => ({ at: at(month), label: quarter(month) }))
        : zoom === 'trimestre'
          ? months.map((month) => ({ at: at(month), label: name(month) }))
          : [
              // The days before the first Monday have a mark of their own, without a label.
              ...(mondays[0] === from ? [] : [{ at: 0, label: '' }]),
              ...mondays.map((monday) => ({ at: at(monday), label: at(monday) > ROOM ? '' : `semana de ${dayBr(monday).slice(0, 5)}` })),
            ],
    parts:
      zoom === 'ano'
        ? months.map((month) => ({ at: at(month), label: monthShort.format(Date.parse(month)).replace('.', '') }))
        : zoom === 'trimestre'
          ? mondays.map((monday) => ({ at: at(monday), label: at(monday) > 95 ? '' : dayBr(monday).slice(0, 5) }))
          : Array.from({ length: daysBetween(from, until) + 1 }, (_, nth) => addDays(from, nth)).map((day) => ({
              at: at(day),
              label: String(Number(day.slice(8))),
            })),
  }
}

/** A day of the previous or next period, for periodOf(). */
export const step = ({ from, until }: Period, by: -1 | 1) => addDays(by > 0 ? until : from, by)

export interface Bar {
  task: RoadmapTask
  /** Position and width in percent of the period. */
  from: number
  width: number
  /** Percentage of the visible bar that is drawn as done. */
  done: number
  /** `before` is true when the project begins before the period, `after` when it ends after the period. */
  before: boolean
  after: boolean
  /** Days past the due date of an unfinished project, otherwise 0. */
  late: number
  over: boolean
}

/** The bar of a project in a period; null when the project is outside the period. */
export function barOf(task: RoadmapTask, period: Period, today: string): Bar | null {
  const [begins, ends] = [task.dataInicio ?? task.dataFim, task.dataFim ?? task.dataInicio]
  if (!isDay(begins) || !isDay(ends) || begins > period.until || ends < period.from) return null
  const progress = task.progresso ?? 0
  const over = progress === 100
  const [from, until] = [Math.max(0, share(period, begins)), Math.min(100, share(period, addDays(ends, 1)))]
  // Progress counts from the start of the complete bar, which may lie before the period.
  const [whole, length] = [share(period, begins), share(period, addDays(ends, 1)) - share(period, begins)]
  const done = Math.min(until, Math.max(from, whole + (length * progress) / 100)) - from
  return {
    task,
    from,
    width: until - from,
    done: until > from ? (100 * done) / (until - from) : 0,
    before: begins < period.from,
    after: ends > period.until,
    // A project without an end date is never late.
    late: task.dataFim && !over && ends < today ? daysBetween(ends, today) : 0,
    over,
  }
}

/** Position of today in percent of the period; null when today is outside it. */
export const todayAt = (period: Period, today: string) => (today < period.from || today > period.until ? null : share(period, today))
