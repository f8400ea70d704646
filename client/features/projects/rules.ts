import { isNotEmpty } from '@mantine/form'
import { CALLED, messages, NOTE } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import { optionalText, requiredText } from '../../../shared/text.ts'

export const required = isNotEmpty(common.required)
/** Rule for the name of a project or a step. */
export const description = requiredText(CALLED)

export function progress(typed: number | string) {
  const percent = typed === '' ? Number.NaN : Number(typed)
  if (typed !== '' && Number.isNaN(percent)) return common.number
  return percent >= 0 && percent <= 100 ? null : messages.progresso
}

/** Rule for an optional task number. */
export const task = (typed: number | string) => (typed === '' || (Number.isInteger(Number(typed)) && Number(typed) > 0) ? null : common.number)

export const note = optionalText(NOTE)
