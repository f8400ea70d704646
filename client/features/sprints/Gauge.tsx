import { bandOf, bands, edgesOf, goalOf, isLater, type Band } from '../../../shared/features/sprints.ts'
import { toTenth } from '../../../shared/percent.ts'
import { numberBr, percentBr } from '../../ui/number.ts'
import { variables } from '../../ui/variables.ts'
import css from './gauge.module.css'

const word: Record<Band, string> = {
  red: 'Abaixo da meta',
  orange: 'Abaixo da meta',
  yellow: 'Abaixo da meta',
  green: 'Na meta',
  purple: 'Acima da meta',
}

const colorOf = (band: Band) => variables({ '--own': `var(--gauge-${band})` })

/** SVG path of a semicircle. With `pathLength` below, its length counts as 100. */
const arc = (radius: number) => `M ${-radius} 0 A ${radius} ${radius} 0 0 1 ${radius} 0`
const part = (from: number, to: number) => ({ pathLength: 100, strokeDasharray: `${to - from} 200`, strokeDashoffset: -from })
/** Gap between two bands, out of 100. */
const GAP = 0.6

interface Props {
  percent: number
  /** Name of the sprint. The goal and the bands depend on it. */
  description: string
  /** Number of tasks missing to reach the goal. */
  missing: number
}

/** Gauge of a sprint's progress against its goal, with a verdict. */
export function Gauge({ percent, description, missing }: Props) {
  const [goal, edges, band] = [goalOf(description), edgesOf(description), bandOf(percent, description)]
  const angle = Math.PI * (1 - goal / 100)
  const at = (radius: number) => ({ x: radius * Math.cos(angle), y: -radius * Math.sin(angle) })
  const [inner, outer] = [at(104), at(150)]
  const text = `${word[band]}. Meta ${percentBr(goal, 0)}.`
  return (
    <div className={css.gauge} style={colorOf(band)}>
      <div
        role="meter"
        aria-label="Meta da sprint"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percentBr(percent)}. ${text}`}
      >
        <svg viewBox="-152 -152 304 156" aria-hidden>
          {bands.map((one, index) => {
            const [from, to] = [edges[index - 1] ?? 0, edges[index] ?? 100]
            return (
              <path
                key={one}
                className={css.band}
                style={colorOf(one)}
                d={arc(142)}
                {...part(from + (index ? GAP : 0), to - (index < 4 ? GAP : 0))}
              />
            )
          })}
          <path className={css.track} d={arc(114)} />
          {percent > 0 && <path className={css.done} d={arc(114)} {...part(0, percent)} />}
          <line x1={inner.x} y1={inner.y} x2={outer.x} y2={outer.y} />
        </svg>
        <p>
          <strong>{percentBr(percent).slice(0, -2)}</strong>
          <span>{'\u00A0%'}</span>
        </p>
      </div>
      <p className={css.word}>
        <i aria-hidden />
        {word[band]}
      </p>
      <small>
        {percent < goal
          ? `faltam ${numberBr(toTenth(goal - percent))} pontos, ${missing === 1 ? '1 tarefa' : `${missing} tarefas`}`
          : `meta ${percentBr(goal, 0)}`}
      </small>
    </div>
  )
}

/** Legend of the bands, with the band of `percent` marked. For a sprint without tasks, `percent` is null and no band is marked. */
export function Bands({ percent, description }: { percent: number | null; description: string }) {
  const [red, orange, yellow, green] = edgesOf(description)
  const later = isLater(description)
  const texts: Record<Band, string> = {
    red: `até ${percentBr(red, 0)}`,
    orange: `até ${percentBr(orange, 0)}`,
    yellow: later ? `abaixo de ${percentBr(yellow, 0)}` : `até ${percentBr(yellow)}`,
    green: later ? `${yellow} a ${percentBr(green, 0)}` : `até ${percentBr(green, 0)}`,
    purple: `acima de ${percentBr(green, 0)}`,
  }
  const own = percent === null ? null : bandOf(percent, description)
  return (
    <ul className={css.bands}>
      {bands.map((band) => (
        <li key={band} data-own={band === own || undefined}>
          <i style={colorOf(band)} aria-hidden />
          {texts[band]}
        </li>
      ))}
    </ul>
  )
}
