import './service-hours.css'
import { stageOf, type Stage } from '../../../shared/features/service-hours.ts'
import { inMinutes, minutesIn } from '../../../shared/hours.ts'
import { Dot } from '../../ui/grid/Status.tsx'
import { variables } from '../../ui/variables.ts'

/** What is said of a balance. */
export const stageWord = { enough: '', low: 'Abaixo de 20 %', exhausted: 'Esgotado', overrun: 'Excedido' } as const satisfies Record<Stage, string>

/** '012:30' and '-001:30' of the wire as '12:30' and '−01:30'. */
export const hoursBr = (hours: string) => {
  const minutes = minutesIn(hours)
  return `${minutes < 0 ? '\u2212' : ''}${inMinutes(Math.abs(minutes))}`
}

/** What is left of hours: a bar, its figure and how it stands. `over`: the work is done, so nothing is to be said of it. `wide`: over a whole part. */
export function Balance({ saldo, bought, over = false, wide = false }: { saldo: string; bought: string; over?: boolean; wide?: boolean }) {
  const [left, all] = [minutesIn(saldo), minutesIn(bought)]
  const stage = stageOf(left, all)
  const share = all > 0 ? Math.min(100, (100 * Math.abs(left)) / all) : left < 0 ? 100 : 0
  return (
    <span className="balance" data-wide={wide || undefined} data-stage={over ? undefined : stage}>
      <i aria-hidden data-over={left < 0 || undefined} style={variables({ '--left': share })} />
      <b data-below={left < 0 || undefined} data-of={`de ${hoursBr(bought)}`}>
        {hoursBr(saldo)}
      </b>
      {wide && <small>de {hoursBr(bought)}</small>}
      {!over && stage !== 'enough' && <Dot tone={stage === 'low' ? 'warn' : 'danger'}>{stageWord[stage]}</Dot>}
    </span>
  )
}
