import { messages } from '../../../shared/messages.ts'
import { ABOVE_MOST, TOO_MUCH } from '../../../shared/money.ts'

/** What a form's rule says of an amount in reais that cannot be stored. */
export function wrongAmount(reais: number) {
  if (Number.isNaN(reais)) return messages.number
  if (reais < 0) return messages.negative
  return reais >= TOO_MUCH ? ABOVE_MOST : null
}
