import { stageOf, type Stage } from '../../../shared/features/service-hours.ts'
import { inMinutes, minutesIn } from '../../../shared/hours.ts'
import { Dot } from '../../ui/grid/Status.tsx'
import { variables } from '../../ui/variables.ts'
import css from './service-hours.module.css'

/** Labels for the state of a balance. */
export const stageWord = { enough: '', low: 'Abaixo de 20 %', exhausted: 'Esgotado', overrun: 'Excedido' } as const satisfies Record<Stage, string>

/** Converts '012:30' and '-001:30' of the API to '12:30' and '−01:30'. */
export const hoursBr = (hours: string) => {
  const minutes = minutesIn(hours)
  return `${minutes < 0 ? '\u2212' : ''}${inMinutes(Math.abs(minutes))}`
}

/**
 * A balance of hours: a bar, the hours left, and a warning. `over` is true when the work is finished, which needs no warning. `wide` is true in a
 * screen's summary, which has room for a wide layout.
 */
export function Balance({ saldo, bought, over = false, wide = false }: { saldo: string; bought: string; over?: boolean; wide?: boolean }) {
  const [left, all] = [minutesIn(saldo), minutesIn(bought)]
  const stage = stageOf(left, all)
  const share = all > 0 ? Math.min(100, (100 * Math.abs(left)) / all) : left < 0 ? 100 : 0
  return (
    <span className={css.balance} data-wide={wide || undefined} data-stage={over ? undefined : stage}>
      <i aria-hidden data-over={left < 0 || undefined} style={variables({ '--left': share })} />
      <b data-below={left < 0 || undefined} data-of={`de ${hoursBr(bought)}`}>
        {hoursBr(saldo)}
      </b>
      {wide && <small>de {hoursBr(bought)}</small>}
      {!over && stage !== 'enough' && <Dot tone={stage === 'low' ? 'warn' : 'danger'}>{stageWord[stage]}</Dot>}
    </span>
  )
}
