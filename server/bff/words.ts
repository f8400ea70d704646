// A rule in words, as the matrix and the log have it.
import { P, S, type Operand, type Rule } from '../../shared/access.ts'

const sources = { me: 'quem pede', path: 'caminho', query: 'consulta', body: 'corpo', reply: 'resposta' }

export function sayOperand(operand: Operand): string {
  if ('value' in operand) return typeof operand.value === 'string' ? `'${operand.value}'` : String(operand.value)
  const path = operand.at.map((key) => (key === 'each' ? '[]' : /^\d$/.test(key) ? `[${key}]` : `.${key}`)).join('')
  if (operand.from !== 'read') return sources[operand.from] + path
  const { call, id } = operand
  return `«${call.slice(call.indexOf(' ') + 1).replace(/\{\w+\}/, () => `{${id ? sayOperand(id) : ''}}`)}»${path}`
}

const known = new Map([
  [JSON.stringify(S), 'S'],
  [JSON.stringify(P), 'P'],
])

/** A rule in words, for the matrix. S and P as the law has them; «/users/{corpo.idUser}» is the stored record that GET answers. */
export function say(rule: Rule): string {
  const name = known.get(JSON.stringify(rule))
  if (name) return name
  if ('all' in rule) return rule.all.map((r) => (isAny(r) ? `(${say(r)})` : say(r))).join(' e ')
  if ('any' in rule) {
    const values = oneOfValues(rule.any)
    if (values) return values
    return rule.any.map((r) => ('all' in r ? `(${say(r)})` : say(r))).join(' ou ')
  }
  if ('not' in rule) return `não (${say(rule.not)})`
  if ('must' in rule) return `${isAny(rule.must) ? `(${say(rule.must)})` : say(rule.must)} [senão ${rule.status}: ${rule.message}]`
  if ('menu' in rule) return `tem o menu ${rule.menu}`
  if ('absent' in rule) return `${sayOperand(rule.absent)} ausente`
  if ('empty' in rule) return `${sayOperand(rule.empty)} vazio`
  if ('changes' in rule) return `o que muda de ${sayOperand(rule.changes[1])} para ${sayOperand(rule.changes[0])} está em ${sayOperand(rule.within)}`
  if ('within' in rule) return `${sayOperand(rule.within[0])} está em ${sayOperand(rule.within[1])}`
  return `${sayOperand(rule.is[0])} = ${sayOperand(rule.is[1])}`
}

/** Whether its words need brackets beside an 'e'. */
const isAny = (rule: Rule) => 'any' in rule && !known.has(JSON.stringify(rule)) && !oneOfValues(rule.any)

/** Several values of the same thing: 'corpo.departamento é 2, 4 ou 5'. */
function oneOfValues(clauses: Rule[]): string | undefined {
  const said = clauses.map((clause) =>
    'is' in clause && 'value' in clause.is[1] ? ([sayOperand(clause.is[0]), sayOperand(clause.is[1])] as const) : undefined,
  )
  const [first] = said
  if (!first || said.length < 2 || said.some((one) => one?.[0] !== first[0])) return undefined
  const values = said.map((one) => one?.[1] ?? '')
  return `${first[0]} é ${values.slice(0, -1).join(', ')} ou ${values.at(-1)}`
}
