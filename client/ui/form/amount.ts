import { messages } from '../../../shared/messages.ts'
import { ABOVE_MOST, TOO_MUCH } from '../../../shared/money.ts'

/** Form rule for an amount in reais: the error message, or null. */
export function wrongAmount(reais: number) {
  if (Number.isNaN(reais)) return messages.number
  if (reais < 0) return messages.negative
  return reais >= TOO_MUCH ? ABOVE_MOST : null
}
