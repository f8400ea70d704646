// What a form says of a day that was typed.
import { isDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/messages.ts'

/** It may be left out. */
export const wrongDay = (day: string) => (day === '' || isDay(day) ? null : messages.day)
export const requiredDay = (day: string) => (day ? wrongDay(day) : messages.required)
/** The last of some days, which is none before the first; both may be left out. */
export const lastDay = (until: string, from: string) => wrongDay(until) ?? (until && until < from ? messages.daysInOrder : null)
