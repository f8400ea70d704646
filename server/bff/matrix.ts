// The table in words: the matrix of PERMISSIONS.md, and what each kind of person may do with a call.
import type { Cut, Me, Rule } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { messages } from '../../shared/messages.ts'
import { foresee } from './decide.ts'
import { say, sayOperand } from './words.ts'

export const rows: readonly Row[] = calls

export const menuOf = (row: Row) => [row.menu].flat().join(' ou ')

/** What a cut takes out, and for whom. */
export function sayCut({ at, keep, unless }: Cut) {
  const left = keep ? `só onde ${say(keep)}` : 'retirado'
  return `${sayOperand(at)}: ${left}, a não ser que ${say(unless)}`
}

/** The refusals of a rule in its own words, besides the common 403. */
function refusals(rule: Rule | undefined): string[] {
  if (!rule) return []
  if ('must' in rule) return [`${rule.status} ${rule.message}`, ...refusals(rule.must)]
  const inside = 'all' in rule ? rule.all : 'any' in rule ? rule.any : 'not' in rule ? [rule.not] : []
  return [...new Set(inside.flatMap(refusals))]
}

/** A row as a reviewer reads it. */
export const entry = (row: Row) => ({
  call: row.name,
  menu: menuOf(row),
  rule: row.rule ? say(row.rule) : '',
  cut: (row.cut ?? []).map(sayCut),
  refusals: [
    ...(row.menu === 'public' ? [] : [`401 ${messages.signedOut}`]),
    ...(row.rule || row.menu.length > 0 ? [`403 ${messages.denied}`] : []),
    ...refusals(row.rule),
    ...(row.judged ? [`409 ${messages.changedElsewhere}`] : []),
  ],
})

/** The matrix as PERMISSIONS.md has it. */
export function matrix() {
  const cell = (text: string) => text.replaceAll('|', '\\|') || ' '
  const own = (row: ReturnType<typeof entry>) =>
    row.refusals.filter((refusal) => !refusal.endsWith(messages.signedOut) && !refusal.endsWith(messages.denied))
  return [
    '# Permissões',
    '',
    `Impresso da tabela de chamadas por \`npm run access\`: ${rows.length} chamadas. O que não está aqui não existe (404).`,
    `Sem sessão viva: 401 '${messages.signedOut}'. Sem o menu, ou recusado pela regra: 403 '${messages.denied}', ou as palavras da última coluna.`,
    'S: a marca de supervisor é exatamente S. P: S, ou departamento exatamente 4. «/users/{x}»: o registro guardado, lido da API com o token de quem pede.',
    'Onde uma recusa própria diz que outra pessoa alterou o registro, a versão que a regra leu vai com a escrita, e a API só escreve sobre ela.',
    'A porta que a cumpre é `server/bff/gate.ts`; quem a prova, `tests/permissions/permissions.golden`.',
    '',
    '| chamada | menu | regra | resposta | recusas próprias |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const said = entry(row)
      const answer = row.own ? 'do próprio BFF, nunca repassada' : said.cut.join('; ')
      return `| ${[said.call, said.menu, said.rule, answer, own(said).join('; ')].map(cell).join(' | ')} |`
    }),
    '',
  ].join('\n')
}

const KINDS: Record<string, Pick<Me, 'supervisor' | 'departamento'>> = {
  supervisor: { supervisor: 'S', departamento: 1 },
  'financeiro (departamento 4)': { supervisor: 'N', departamento: 4 },
  'projetos (departamento 2)': { supervisor: 'N', departamento: 2 },
  'departamento 5': { supervisor: 'N', departamento: 5 },
  'outra pessoa': { supervisor: 'N', departamento: 3 },
}

/** What each kind of person, holding the menu, may do with a call; undefined: there is no such call. */
export function who(name: string): string | undefined {
  const row = rows.find((one) => one.name === name)
  if (!row) return undefined
  const verdictOf = (kind: string, person: Pick<Me, 'supervisor' | 'departamento'>) => {
    const verdict = row.rule ? foresee(row.rule, { id: 0, name: kind, routes: [row.menu].flat(), ...person }) : 'allowed'
    if (typeof verdict === 'object') return `não (${verdict.status} ${verdict.message})`
    return verdict === 'allowed' ? 'sim' : 'depende do que envia ou do que está guardado'
  }
  return [
    `${row.name} · menu ${menuOf(row)}`,
    ...(row.rule ? [`regra: ${say(row.rule)}`] : []),
    ...Object.entries(KINDS).map(([kind, person]) => `- ${kind}: ${verdictOf(kind, person)}`),
  ].join('\n')
}
