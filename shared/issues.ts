// Messages for schemas that have no text of their own. Loaded wherever people's input is parsed, because zod's own texts mention types and formats.
import { z } from 'zod'
import { ptBR } from 'zod/locales'
import { messages } from './messages.ts'

const INVALID = 'Valor inválido.'
const FORMATS = new Map<string, string>([
  ['date', messages.day],
  ['datetime', messages.instant],
])
const UNITS = new Map([
  ['string', ' caracteres'],
  ['array', ' itens'],
])
/** Writes a message like 'Não pode ter mais que 4000 caracteres.' or 'Não pode ser menor que 2000.' */
const beyond = (way: 'mais' | 'menos', limit: number | bigint, { origin, inclusive = true }: { origin: string; inclusive?: boolean | undefined }) => {
  const unit = UNITS.get(origin)
  if (unit) return `Não pode ter ${way} que ${limit}${unit}.`
  if (inclusive) return `Não pode ser ${way === 'mais' ? 'maior' : 'menor'} que ${limit}.`
  return `Deve ser ${way === 'mais' ? 'menor' : 'maior'} que ${limit}.`
}

z.config({
  ...ptBR(),
  // A message for every possible issue, so that no text of zod reaches a person.
  customError: (issue) => {
    switch (issue.code) {
      case 'invalid_type':
        return issue.input === null || issue.input === undefined ? messages.required : issue.expected === 'number' ? messages.number : INVALID
      case 'invalid_format':
        return FORMATS.get(issue.format) ?? INVALID
      case 'invalid_value':
        return messages.option
      case 'too_small':
        return beyond('menos', issue.minimum, issue)
      case 'too_big':
        return beyond('mais', issue.maximum, issue)
      case 'unrecognized_keys':
        return issue.keys.length === 1 ? 'Campo desconhecido.' : 'Campos desconhecidos.'
      default:
        return INVALID
    }
  },
})
