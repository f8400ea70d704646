// Form rules for date fields.
import { isDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/messages.ts'

/** Rule for an optional day. */
export const wrongDay = (day: string) => (day === '' || isDay(day) ? null : messages.day)
export const requiredDay = (day: string) => (day ? wrongDay(day) : messages.required)
/** Rule for the last day of a period, which must not be before the first day. Both may be empty. */
export const lastDay = (until: string, from: string) => wrongDay(until) ?? (until && until < from ? messages.daysInOrder : null)
