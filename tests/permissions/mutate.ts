// Creates mutants of a rule: copies that differ from it in one place. The golden file must detect each of them.
import type { Operand, Rule } from '../../shared/access.ts'

const ALWAYS: Rule = { all: [] }
const NEVER: Rule = { any: [] }

export interface Mutant {
  what: string
  rule: Rule
}

/** Returns all mutants of a rule. Each differs from the rule in one place. */
export function mutantsOf(rule: Rule, at = 'rule'): Mutant[] {
  const inside = (child: Rule, place: string, wrap: (child: Rule) => Rule) =>
    mutantsOf(child, `${at}.${place}`).map(({ what, rule: mutant }) => ({ what, rule: wrap(mutant) }))
  const whole = (what: string, mutant: Rule) => ({ what: `${at}: ${what}`, rule: mutant })
  if ('all' in rule || 'any' in rule) {
    const key = 'all' in rule ? 'all' : 'any'
    const clauses = 'all' in rule ? rule.all : rule.any
    // The key decides which of the two kinds of rule the object is, so the cast is safe.
    const made = (list: Rule[]) => ({ [key]: list }) as Rule
    return clauses.flatMap((clause, i) => [
      whole(`without clause ${i}`, made(clauses.filter((_, j) => j !== i))),
      ...inside(clause, `${key}[${i}]`, (child) => made(clauses.map((other, j) => (j === i ? child : other)))),
    ])
  }
  if ('not' in rule) return [whole('not removed', rule.not), ...inside(rule.not, 'not', (not) => ({ not }))]
  if ('must' in rule)
    return [
      whole('must removed', ALWAYS),
      whole('in the words of all', rule.must),
      whole('other status', { ...rule, status: rule.status === 403 ? 409 : 403 }),
      ...inside(rule.must, 'must', (must) => ({ ...rule, must })),
    ]
  const constants = 'is' in rule && 'value' in rule.is[1] ? [whole('other value', { is: [rule.is[0], other(rule.is[1])] })] : []
  return [whole('always', ALWAYS), whole('never', NEVER), ...constants]
}

/** Returns a value close to the given one: 4 becomes 5, 'D' becomes 'D?'. */
const other = (operand: Operand): Operand => {
  if (!('value' in operand)) return operand
  const { value } = operand
  return { value: typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}?` : !value }
}
