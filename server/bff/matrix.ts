// The table of calls in words: the matrix of PERMISSIONS.md, and what each kind of person may do with a call.
import type { Cut, Me, Rule } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { messages } from '../../shared/messages.ts'
import { foresee } from './decide.ts'
import { english, say, sayOperand } from './words.ts'

export const rows: readonly Row[] = calls

export const menuOf = (row: Row, words = english) => [row.menu].flat().join(` ${words.or} `)

/** Describes what a cut removes from a reply, and for whom. */
export function sayCut({ at, keep, unless }: Cut) {
  const left = keep ? `only where ${say(keep)}` : 'removed'
  return `${sayOperand(at)}: ${left}, unless ${say(unless)}`
}

/** The refusals of a rule that have a message of their own, in addition to the usual 403. */
function refusals(rule: Rule | undefined): string[] {
  if (!rule) return []
  if ('must' in rule) return [`${rule.status} ${rule.message}`, ...refusals(rule.must)]
  const inside = 'all' in rule ? rule.all : 'any' in rule ? rule.any : 'not' in rule ? [rule.not] : []
  return [...new Set(inside.flatMap(refusals))]
}

/** The limits of a call, where they differ from the usual ones. */
const limits = ({ largest, perMinute, counted, slow, upload }: Row) => [
  ...(largest === undefined ? [] : [`a body of ${largest / 1024} KiB${upload ? ', a file in it' : ''}`]),
  ...(perMinute === undefined ? [] : [`${perMinute} a minute${counted === undefined ? '' : ` with ${counted}`}`]),
  ...(slow ? ['60 s'] : []),
]

/** A row of the table of calls in words, for a reviewer. */
export const entry = (row: Row) => ({
  call: row.name,
  title: row.title,
  menu: menuOf(row),
  rule: row.rule ? say(row.rule) : '',
  cut: (row.cut ?? []).map(sayCut),
  limits: limits(row),
  refusals: [
    ...(row.menu === 'public' ? [] : [`401 ${messages.signedOut}`]),
    ...(row.rule || row.menu.length > 0 ? [`403 ${messages.denied}`] : []),
    ...refusals(row.rule),
    ...(row.judged ? [`409 ${messages.changedElsewhere}`] : []),
  ],
})

/** The contents of PERMISSIONS.md. */
export function matrix() {
  const cell = (text: string) => text.replaceAll('|', '\\|') || ' '
  const own = (row: ReturnType<typeof entry>) =>
    row.refusals.filter((refusal) => !refusal.endsWith(messages.signedOut) && !refusal.endsWith(messages.denied))
  return [
    '# Permissions',
    '',
    `Printed by \`npm run access\` from the table of calls: ${rows.length} calls. A call that is not listed does not exist (404).`,
    'The gate, `server/bff/gate.ts`, enforces the table; `tests/permissions/permissions.golden` proves it.',
    '',
    `- A call needs a live session (else 401 '${messages.signedOut}'), the menu in its row, and a rule that allows it (else 403 '${messages.denied}' or the refusal in the last column).`,
    '- S: the supervisor flag is exactly S. P: S, or the department is exactly 4.',
    "- «/users/{x}»: the stored record, which the gate reads from the API with the caller's token.",
    '- If a refusal says that somebody else changed the record, the write carries the version that the rule read, and the API overwrites only that version.',
    '- Unless the row says otherwise, a body may have 64 KiB (POST /auth: 4 KiB), a call may take 30 s, and a session may make 300 calls a minute.',
    '',
    '| call | on screen | menu | rule | reply | limits | refusals of its own |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map((row) => {
      const said = entry(row)
      const answer = row.answeredByBff ? 'of the BFF itself, never forwarded' : said.cut.join('; ')
      return `| ${[said.call, said.title, said.menu, said.rule, answer, said.limits.join('; '), own(said).join('; ')].map(cell).join(' | ')} |`
    }),
    '',
  ].join('\n')
}

const KINDS: Record<string, Pick<Me, 'supervisor' | 'departamento'>> = {
  supervisor: { supervisor: 'S', departamento: 1 },
  'finance (department 4)': { supervisor: 'N', departamento: 4 },
  'projects (department 2)': { supervisor: 'N', departamento: 2 },
  'department 5': { supervisor: 'N', departamento: 5 },
  'anybody else': { supervisor: 'N', departamento: 3 },
}

/** Says what each kind of person may do with a call, provided that the person holds its menu. Undefined if the table has no such call. */
export function who(name: string): string | undefined {
  const row = rows.find((one) => one.name === name)
  if (!row) return undefined
  const verdictOf = (kind: string, person: Pick<Me, 'supervisor' | 'departamento'>) => {
    const verdict = row.rule ? foresee(row.rule, { id: 0, name: kind, routes: [row.menu].flat(), ...person }) : 'allowed'
    if (typeof verdict === 'object') return `no (${verdict.status} ${verdict.message})`
    return verdict === 'allowed' ? 'yes' : 'depends on what is sent or stored'
  }
  return [
    `${row.name} · menu ${menuOf(row)}`,
    ...(row.rule ? [`rule: ${say(row.rule)}`] : []),
    ...Object.entries(KINDS).map(([kind, person]) => `- ${kind}: ${verdictOf(kind, person)}`),
  ].join('\n')
}
