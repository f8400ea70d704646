// A short summary of a person's rights on each page, for supervisors who grant access. The table of calls supplies it.
import type { Me, Rule } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { pages } from '../../shared/pages.ts'
import { boundOf, isBlank } from './bounds.ts'
import { verdicts } from './explain.ts'
import { holdsMenu } from './gate.ts'
import { rows } from './matrix.ts'

type Departments = Parameters<typeof boundOf>[2]

/** The verb for a call in the summary. */
function kindOf({ safe, method }: Row) {
  if (safe) return 'vê'
  if (method === 'POST') return 'cria'
  return method === 'DELETE' ? 'exclui' : 'altera'
}
const kinds = ['vê', 'cria', 'altera', 'exclui'] as const
const OWN = 'Só as próprias'

/** The pages that a person may open. `resumo`: 'Vê, cria, altera (só as próprias)'. */
export function pagesFor(me: Me, departments: Departments) {
  const judged = verdicts(me)
  const summaryOf = (menus: readonly string[]) => {
    const calls = rows.flatMap((row, at) => {
      const verdict = judged[at]
      return verdict && verdict.may !== 'no' && [row.menu].flat().some((menu) => menus.includes(menu)) ? [{ kind: kindOf(row), verdict }] : []
    })
    const said = kinds.flatMap((kind) => {
      const own = calls.filter((call) => call.kind === kind)
      if (own.length === 0) return []
      const bounds = new Set(own.flatMap(({ verdict: { left } }) => (left && isPersonal(left) ? [boundOf(left, me, departments)] : [])))
      if (bounds.size === 0) return [kind]
      return [`${kind} (${[...bounds].every((bound) => bound.startsWith(OWN)) ? OWN.toLowerCase() : 'com limites'})`]
    })
    const text = said.join(', ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  return pages
    .filter(({ menu }) => menu !== 'public' && holdsMenu(menu, me))
    .map(({ title: titulo, menu }) => ({ titulo, resumo: summaryOf([menu].flat()) }))
}

/**
 * Whether a rule limits the person. A rule about the state of a record limits everybody alike, and one about a field that may be left out limits nobody
 * who leaves it out.
 */
const isPersonal = (rule: Rule) => /"from":"me"|"menu":/.test(JSON.stringify(rule)) && !('any' in rule && rule.any.some(isBlank))
