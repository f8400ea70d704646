// Describes in Portuguese what a rule permits a person, for the people who grant access and cannot read rules. The text is derived from the data of
// the rule, not from a list of calls.
import type { Me, Operand, Rule } from '../../shared/access.ts'
import { foresee } from './decide.ts'

/** One limit. `of` holds the fields, values or people that the text mentions. */
interface Bound {
  as: keyof typeof words
  of: string[]
}

const or = new Intl.ListFormat('pt-BR', { type: 'disjunction' })
const and = new Intl.ListFormat('pt-BR')

const words = {
  own: () => 'só as próprias',
  department: () => 'só do próprio departamento',
  held: () => 'só com o que a própria pessoa tem',
  state: (of: string[]) => ['conforme a situação do registro', ...of.map((refusal) => `“${refusal}”`)].join(': '),
  only: (of: string[]) => `só ${or.format(of)}`,
  never: (of: string[]) => `nunca ${or.format(of)}`,
  without: (of: string[]) => `sem ${and.format(of)}`,
  kept: (of: string[]) => `sem mudar ${and.format(of)}`,
}

/** Portuguese names of the fields that occur in rules. */
const fields = new Map([
  ['valorHora', 'o valor da hora'],
  ['idColaborador', 'o colaborador'],
  ['idControleHoras', 'o controle de serviço'],
  ['ticketMonitorado', 'o monitoramento'],
  ['dataMonitoramento', 'a data do monitoramento'],
])

/** Meaning of a field value, by 'field value'. */
const values = new Map([
  ['operador D', 'débito'],
  ['status A', 'com status ativo'],
  ['idStatus 1', 'em aberto'],
  ['idStatus 2', 'enviada'],
  ['ticketMonitorado 0', 'sem monitoramento'],
  ['supervisor N', 'para quem não é supervisor'],
])

/** Maximum number of limits in a text, because nobody would read more. */
const MOST = 3

/**
 * Describes the limits of a person, for example 'Só as próprias'. For a refused call, the text says who may make it: 'Só supervisores ou o
 * departamento Financeiro'. `departments` supplies the names of departments.
 */
export function boundOf(rule: Rule, me: Me, departments: { ID: number; DESCRICAO: string | null }[]): string {
  const nameOf = (id: unknown) => departments.find(({ ID }) => ID === id)?.DESCRICAO ?? String(id)
  const bounds = boundsOf(rule)
  const said = bounds && [...new Set(together(bounds).map(({ as, of }) => words[as](of)))]
  if (!said || said.length > MOST) return 'Com vários limites'
  const text = said.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)

  /** All limits that apply together. Undefined if they cannot be said in a few words. */
  function boundsOf(clause: Rule): Bound[] | undefined {
    if (foresee(clause, me) === 'allowed') return []
    if ('all' in clause) return each(clause.all)?.flat()
    if ('any' in clause) return anyOf(clause.any)
    if ('must' in clause) return clause.status === 409 ? [{ as: 'state', of: [clause.message] }] : boundsOf(clause.must)
    if ('not' in clause) {
      const [only, ...more] = boundsOf(clause.not) ?? []
      return only?.as === 'only' && more.length === 0 ? [{ ...only, as: 'never' }] : undefined
    }
    if ('menu' in clause) return [{ as: 'only', of: ['quem tem o menu da tela'] }]
    if ('absent' in clause) return without(clause.absent)
    if ('empty' in clause) return without(clause.empty)
    if ('within' in clause) {
      const allowed = Array.isArray(clause.within) ? clause.within[1] : clause.within
      return isOwn(allowed) ? [{ as: 'held', of: [] }] : undefined
    }
    return equal(...clause.is)
  }

  function each(clauses: Rule[]) {
    const found = clauses.map(boundsOf)
    return found.every((one) => one !== undefined) ? found : undefined
  }

  /** The limits of alternatives. They are described only if all alternatives say the same, or say the same kind of thing about different values. */
  function anyOf(clauses: Rule[]): Bound[] | undefined {
    const open = clauses.filter((clause) => foresee(clause, me) === 'unknown')
    // Leave out an alternative that only requires a field to be absent, because the reader learns nothing more from it.
    const telling = (open.length > 0 ? open : clauses).filter((clause) => !isBlank(clause))
    const found = each(telling.length > 0 ? telling : open)
    const [first] = found ?? []
    if (!found || !first) return undefined
    if (found.every((one) => JSON.stringify(one) === JSON.stringify(first))) return first
    const all = found.flat()
    const alike = all.length === found.length && all.every(({ as }) => as === 'only')
    return alike ? [{ as: 'only', of: all.flatMap(({ of }) => of) }] : undefined
  }

  function equal(a: Operand, b: Operand): Bound[] | undefined {
    if ('value' in a) return undefined
    if ('value' in b) {
      const field = a.at.at(-1) ?? ''
      if (field === 'departamento') return [{ as: 'only', of: [`${a.from === 'me' ? 'o' : 'no'} departamento ${nameOf(b.value)}`] }]
      if (a.from === 'me') return [{ as: 'only', of: ['supervisores'] }]
      return [{ as: 'only', of: [values.get(`${field} ${b.value}`) ?? `com «${field}» ${b.value}`] }]
    }
    // This condition only requires the stored record to be the requested one, which limits nobody.
    if (a.from === 'read' && JSON.stringify(a.id) === JSON.stringify(b)) return []
    if (b.from === 'me') return [{ as: b.at[0] === 'departamento' ? 'department' : 'own', of: [] }]
    return [isOwn(b) ? { as: 'own', of: [] } : { as: 'kept', of: [fieldOf(a)] }]
  }
}

/** Merges all 'kept' fields into one phrase and all 'without' fields into another. */
const together = (bounds: Bound[]) =>
  bounds.reduce<Bound[]>((sum, bound) => {
    const same = sum.find(({ as }) => as === bound.as && (as === 'kept' || as === 'without'))
    return same ? sum.map((one) => (one === same ? { ...one, of: [...new Set([...one.of, ...bound.of])] } : one)) : [...sum, bound]
  }, [])

const fieldOf = (operand: Operand) => {
  const field = 'value' in operand ? '' : (operand.at.findLast((key) => !/^\d+$/.test(key)) ?? '')
  return fields.get(field) ?? `«${field}»`
}

/** Whether the operand comes from the person's own record, which is read with the person's id or with the token alone. */
const isOwn = (operand: Operand) =>
  'from' in operand && operand.from === 'read' && (operand.id === undefined || ('from' in operand.id && operand.id.from === 'me'))

/** Whether a rule only requires something to be absent. */
export const isBlank = (rule: Rule): boolean => 'absent' in rule || 'empty' in rule || ('all' in rule && rule.all.every(isBlank))

/** The limit that something must be absent. An item of a list adds nothing, because the clause about the item before it already states the limit. */
const without = (operand: Operand): Bound[] => {
  if ('value' in operand || /^\d+$/.test(operand.at.at(-1) ?? '')) return []
  return [operand.from === 'read' ? { as: 'state', of: [] } : { as: 'without', of: [fieldOf(operand)] }]
}
