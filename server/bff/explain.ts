// Explains why a person may or may not make a call. The answer comes from the table and the evaluator that the gate uses.
import { any, holds, P, S, type Me, type Operand, type Rule } from '../../shared/access.ts'
import type { Row } from '../../shared/call.ts'
import { messages } from '../../shared/messages.ts'
import { IdText } from '../../shared/wire.ts'
import { at, evaluate, foresee, UNKNOWN, type Verdict } from './decide.ts'
import { english, say } from './words.ts'
import { fieldsOf } from './errors.ts'
import { bodyOf, entries, holdsMenu, queryOf, withOwnId } from './gate.ts'
import { menuOf, rows, sayCut } from './matrix.ts'

export interface Attempt {
  row: Row
  me: Me
  path: Record<string, number>
  query: Record<string, string | string[]>
  /** The body of the call. Absent if it is not known yet. */
  body?: unknown
  /** Stored records, by the path of the GET that reads each one, for example '/financial-control-batch/5'. */
  stored: Record<string, unknown>
}

/**
 * Finds a call such as 'PATCH /financial-control-batch/5?x=1'. An id may also be written '{id}', as in the table of calls. Undefined if no call
 * matches.
 */
export function findCall(text: string): Pick<Attempt, 'row' | 'path' | 'query'> | undefined {
  const [name = '', search = ''] = text.split('?')
  for (const row of rows) {
    const names = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => key)
    const pattern = new RegExp(`^${row.method} ${row.path.replaceAll(/\{\w+\}/g, '(\\{\\w+\\}|[^/]+)')}$`)
    const found = pattern.exec(name)
    if (!found) continue
    const ids = names.flatMap((key, i) => {
      const id = IdText.safeParse(found[i + 1])
      return id.success ? [[key, id.data] as const] : []
    })
    // The table lists a path without ids before a path that accepts any text in the same position, so the first match is right.
    if (ids.length === names.length || name === row.name) return { row, path: Object.fromEntries(ids), query: entries(new URLSearchParams(search)) }
  }
  return undefined
}

const mark = (verdict: Verdict) => (verdict === 'allowed' ? '✓' : verdict === 'unknown' ? '?' : '✗')
const named = new Set([S, P].map((rule) => JSON.stringify(rule)))

/** Lists the clauses of a rule, each with its result. */
function clauses(rule: Rule, judge: (rule: Rule) => Verdict, depth = 1): string[] {
  const line = (text: string) => `${'  '.repeat(depth)}${mark(judge(rule))} ${text}`
  if (!named.has(JSON.stringify(rule))) {
    if ('all' in rule) return [line('all of:'), ...rule.all.flatMap((one) => clauses(one, judge, depth + 1))]
    if ('any' in rule) return [line('one of:'), ...rule.any.flatMap((one) => clauses(one, judge, depth + 1))]
    if ('must' in rule) return [line(`else ${rule.status} ${rule.message}`), ...clauses(rule.must, judge, depth + 1)]
  }
  return [line(say(rule))]
}

const sayPerson = ({ name, id, supervisor, departamento }: Me) => `${name} (id ${id}, supervisor ${supervisor}, department ${departamento ?? 'none'})`

/** Explains what the gate would decide about a call. */
export function explain({ row, me, path, query, body, stored }: Attempt): string[] {
  const lines = [row.name, `person: ${sayPerson(me)}`]
  const held = holdsMenu(row.menu, me)
  lines.push(`menu ${menuOf(row)}: ${held ? 'held' : 'not held'}`)
  if (!held) return [...lines, `decision: refused, 403 ${messages.denied}`, 'clause: the menu']

  // Input that was not given is unknown. Input that was given is parsed before the rule is judged, as in the gate.
  const asked = Object.keys(query).length > 0 || row.query === undefined ? queryOf(row).safeParse(query) : undefined
  const given = body !== undefined && row.method !== 'GET' ? bodyOf(row).safeParse(body) : undefined
  const error = asked?.error ?? given?.error
  if (error) {
    const wrong = Object.entries(fieldsOf(error)).map(([field, message]) => `  ${field}: ${message}`)
    return [...lines, 'input: refused', ...wrong, 'decision: refused, 400', 'clause: the input']
  }

  const unread = new Set<string>()
  const from: Record<string, unknown> = {
    me,
    path,
    query: asked ? withOwnId(row, asked.data, me) : UNKNOWN,
    body: given ? given.data : row.body ? UNKNOWN : undefined,
  }
  const value = (operand: Operand): unknown => {
    if ('value' in operand) return operand.value
    if (operand.from === 'read') {
      const id = operand.id && value(operand.id)
      const address = operand.call.replace('GET ', '').replace(/\{\w+\}/, (name) => (typeof id === 'number' ? String(id) : name))
      if (Object.hasOwn(stored, address)) return at(stored[address], operand.at)
      unread.add(`GET ${address}`)
      return UNKNOWN
    }
    const root = from[operand.from]
    if (root === UNKNOWN) return UNKNOWN
    const found = at(root, operand.at)
    return operand.from === 'path' && found === undefined ? UNKNOWN : found
  }
  const judge = (rule: Rule) => evaluate(rule, value, me)
  if (row.rule) lines.push('rule:', ...clauses(row.rule, judge))
  unread.clear()
  const verdict = row.rule ? judge(row.rule) : 'allowed'
  if (verdict === 'allowed') lines.push('decision: allowed', `clause: ${row.rule ? decisive(row.rule, judge) : 'the menu is enough'}`)
  else if (verdict === 'unknown')
    lines.push('decision: depends on what is marked with ?', ...(given || !row.body ? [] : ['  of the body: --body JSON']))
  else lines.push(`decision: refused, ${verdict.status} ${verdict.message}`, `clause: ${say(verdict.clause)}`)
  if (unread.size > 0) lines.push(`look-ups: ${[...unread].join(', ')} (give what they answer with --stored '{"/path": …}')`)
  else lines.push('look-ups: none')
  const cuts = (row.cut ?? []).filter((cut) => foresee(cut.unless, me) !== 'allowed')
  if (cuts.length > 0) lines.push('the reply loses:', ...cuts.map((cut) => `  ${sayCut(cut)}`))
  return lines
}

/** The alternatives that were fulfilled in a rule that allows the call. */
const decisive = (rule: Rule, judge: (rule: Rule) => Verdict): string => {
  if (named.has(JSON.stringify(rule))) return say(rule)
  if ('any' in rule) {
    const held = rule.any.find((one) => judge(one) === 'allowed')
    return held ? decisive(held, judge) : say(rule)
  }
  return 'all' in rule ? rule.all.map((one) => decisive(one, judge)).join(' and ') : say(rule)
}

/**
 * The result of every call if only the person is known. `why` is the rule in words, or the clause that refuses. `left` is the same as data; it is
 * undefined if the call is allowed.
 */
export const verdicts = (me: Me, words = english) =>
  rows.map((row) => {
    const { name: call, title } = row
    const held = holdsMenu(row.menu, me)
    const verdict = row.rule ? foresee(row.rule, me) : 'allowed'
    const why = row.rule ? say(row.rule, words) : ''
    if (!held)
      return { call, title, held, may: 'no' as const, why: `${words.lacks} ${menuOf(row, words)}`, left: any(...[row.menu].flat().map(holds)) }
    if (typeof verdict === 'object') return { call, title, held, may: 'no' as const, why: say(verdict.clause, words), left: verdict.clause }
    return {
      call,
      title,
      held,
      may: verdict === 'allowed' ? ('yes' as const) : ('depends' as const),
      why,
      left: verdict === 'allowed' ? undefined : row.rule,
    }
  })

/** The results of all calls as lines, grouped by result. */
export function may(me: Me): string[] {
  const all = verdicts(me)
  const group = (title: string, found: typeof all, line = ({ call }: (typeof all)[0]) => `  ${call}`) => [
    `${title}: ${found.length}`,
    ...found.map(line),
  ]
  return [
    sayPerson(me),
    ...group(
      'yes',
      all.filter(({ may }) => may === 'yes'),
    ),
    ...group(
      'depends on what is sent or stored',
      all.filter(({ may }) => may === 'depends'),
    ),
    ...group(
      'no, by the rule',
      all.filter(({ may, held }) => may === 'no' && held),
      ({ call, why }) => `  ${call} (${why})`,
    ),
    ...group(
      'no, without the menu',
      all.filter(({ held }) => !held),
    ),
  ]
}
