// Puts a rule into words: in English for the matrix, the log and auditors, in Portuguese for the screen that shows a person's access.
import { P, S, type Operand, type Rule } from '../../shared/access.ts'

export const english = {
  sources: { me: 'me', path: 'path', query: 'query', body: 'body', reply: 'reply' },
  and: 'and',
  or: 'or',
  not: 'not',
  otherwise: 'else',
  holds: 'holds the menu',
  lacks: 'without the menu',
  absent: 'absent',
  empty: 'empty',
  is: 'is',
  isIn: 'is in',
  changes: (from: string, to: string) => `every item in only one of ${from} and ${to}`,
}

export const portuguese: typeof english = {
  sources: { me: 'quem pede', path: 'caminho', query: 'consulta', body: 'corpo', reply: 'resposta' },
  and: 'e',
  or: 'ou',
  not: 'não',
  otherwise: 'senão',
  holds: 'tem o menu',
  lacks: 'sem o menu',
  absent: 'ausente',
  empty: 'vazio',
  is: 'é',
  isIn: 'está em',
  changes: (from, to) => `cada item que está só em ${from} ou só em ${to}`,
}

export function sayOperand(operand: Operand, words = english): string {
  if ('value' in operand) return typeof operand.value === 'string' ? `'${operand.value}'` : String(operand.value)
  const path = operand.at.map((key) => (key === 'each' ? '[]' : /^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  if (operand.from !== 'read') return words.sources[operand.from] + path
  const { call, id } = operand
  return `«${call.slice(call.indexOf(' ') + 1).replace(/\{\w+\}/, () => `{${id ? sayOperand(id, words) : ''}}`)}»${path}`
}

const known = new Map([
  [JSON.stringify(S), 'S'],
  [JSON.stringify(P), 'P'],
])

/**
 * Describes a rule in words. S and P are the rules of that name in shared/access.ts. «/users/{body.idUser}» means the stored record that a GET of
 * this path returns.
 */
export function say(rule: Rule, words = english): string {
  const name = known.get(JSON.stringify(rule))
  if (name) return name
  const said = (operand: Operand) => sayOperand(operand, words)
  const bracketed = (one: Rule, brackets: boolean) => (brackets ? `(${say(one, words)})` : say(one, words))
  if ('all' in rule) return rule.all.map((one) => bracketed(one, isAny(one, words))).join(` ${words.and} `)
  if ('any' in rule) return oneOfValues(rule.any, words) ?? rule.any.map((one) => bracketed(one, 'all' in one)).join(` ${words.or} `)
  if ('not' in rule) return `${words.not} (${say(rule.not, words)})`
  if ('must' in rule) return `${bracketed(rule.must, isAny(rule.must, words))} [${words.otherwise} ${rule.status}: ${rule.message}]`
  if ('menu' in rule) return `${words.holds} ${rule.menu}`
  if ('absent' in rule) return `${said(rule.absent)} ${words.absent}`
  if ('empty' in rule) return `${said(rule.empty)} ${words.empty}`
  if ('changes' in rule) return `${words.changes(said(rule.changes[1]), said(rule.changes[0]))} ${words.isIn} ${said(rule.within)}`
  if ('within' in rule) return `${said(rule.within[0])} ${words.isIn} ${said(rule.within[1])}`
  return `${said(rule.is[0])} = ${said(rule.is[1])}`
}

/** Whether the description of a rule needs brackets next to an 'and'. */
const isAny = (rule: Rule, words: typeof english) => 'any' in rule && !known.has(JSON.stringify(rule)) && !oneOfValues(rule.any, words)

/** Describes alternatives that compare the same operand with several values: 'body.departamento is 2, 4 or 5'. */
function oneOfValues(clauses: Rule[], words: typeof english): string | undefined {
  const said = clauses.map((clause) =>
    'is' in clause && 'value' in clause.is[1] ? ([sayOperand(clause.is[0], words), sayOperand(clause.is[1], words)] as const) : undefined,
  )
  const [first] = said
  if (!first || said.length < 2 || said.some((one) => one?.[0] !== first[0])) return undefined
  const values = said.map((one) => one?.[1] ?? '')
  return `${first[0]} ${words.is} ${values.slice(0, -1).join(', ')} ${words.or} ${values.at(-1)}`
}
