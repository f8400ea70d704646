// What a change makes of a control's balance, told before it is stored.
import { stageOf } from '../../../shared/features/service-hours.ts'
import { contracted } from '../../../shared/hours.ts'
import type { Effect } from '../../ui/form/Form.tsx'
import { hoursBr } from './Balance.tsx'

/** How it is called: 'Este registro', 'deste registro'. */
export type Subject = readonly [name: string, of: string]

/** Minutes that were left, that are left then, and that are bought by then. Null: nothing is taken, or enough is left. */
export function balanceChange([name, of]: Subject, before: number, after: number, bought: number): Effect | null {
  const stage = after < before ? stageOf(after, bought) : 'enough'
  if (stage === 'enough') return null
  const grave = stage === 'overrun'
  return {
    grave,
    text: (
      <p className="before-after">
        <span>
          {grave ? (
            <>
              {name} passa o saldo do cliente em <strong>{hours(Math.min(before - after, -after))}</strong>.
            </>
          ) : stage === 'low' ? (
            `Depois ${of} restam menos de 20 % das horas.`
          ) : (
            `${name} esgota o saldo do cliente.`
          )}
        </span>
        <span>
          {hours(before)} → <strong>{hours(after)}</strong>
        </span>
      </p>
    ),
  }
}

const hours = (minutes: number) => hoursBr(contracted(minutes))
