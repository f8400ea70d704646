// The effect of a change on a control's balance, shown before the change is saved.
import { stageOf } from '../../../shared/features/service-hours.ts'
import { contracted } from '../../../shared/hours.ts'
import type { Effect } from '../../ui/form/formProps.ts'
import { hoursBr } from './Balance.tsx'

/** Names of the change in a sentence: 'Este registro', 'deste registro'. */
export type Subject = readonly [name: string, of: string]

/**
 * Returns null when nothing is deducted or enough hours are left. `before` and `after` are the balances and `bought` the bought hours after the
 * change, all in minutes.
 */
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
