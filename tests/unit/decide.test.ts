// Tests the evaluator of rules with plain values: how each operator treats a missing value.
import { describe, expect, test } from 'vitest'
import { at, evaluate, reduce } from '../../server/bff/decide.ts'
import { absent, cut, empty, is, me, not, P, ref, unchanged, within, type Me, type Operand, type Rule } from '../../shared/access.ts'

const person: Me = { id: 7, name: 'Ana', supervisor: 'N', departamento: null, routes: [] }
interface Body {
  a?: number | null
  b?: number | null
  list?: number[]
  other?: number[]
}
const body = ref<Body>({ from: 'body', at: [] })
const judged = (rule: Rule, sent: Body) => {
  const value = (operand: Operand) => ('value' in operand ? operand.value : at(operand.from === 'me' ? person : sent, operand.at))
  const verdict = evaluate(rule, value, person)
  return typeof verdict === 'object' ? verdict.status : verdict
}

describe('missing values in a comparison', () => {
  test.each<[string, Body]>([
    ['both absent', {}],
    ['both null', { a: null, b: null }],
    ['one absent, one null', { a: null }],
  ])('two missing values never match: %s', (_name, sent) => {
    expect(judged(is(body.a, body.b), sent)).toBe(403)
    expect(judged(not(is(body.a, body.b)), sent)).toBe('allowed')
  })

  test('a rule that compares a missing value with the department refuses a person without a department', () => {
    expect(judged(is(body.a, me.departamento), { a: null })).toBe(403)
    expect(judged(is(body.a, me.departamento), {})).toBe(403)
  })

  test('a cut by department removes list items without a department, even for a person without a department', () => {
    const reply = ref<{ users: { departamento: number | null }[] }>({ from: 'reply', at: [] })
    const cuts = [cut.list(reply.users, is(reply.users.each.departamento, me.departamento), P)]
    expect(reduce({ users: [{ departamento: null }, {}, { departamento: 3 }] }, cuts, person)).toEqual({ users: [] })
    const own = { ...person, departamento: 3 }
    expect(reduce({ users: [{ departamento: null }, { departamento: 3 }] }, cuts, own)).toEqual({ users: [{ departamento: 3 }] })
  })
})

test.each<[string, Rule, Body, 'allowed' | 403]>([
  ['equal values match', is(body.a, body.b), { a: 3, b: 3 }, 'allowed'],
  ['0 is a value', is(body.a, body.b), { a: 0, b: 0 }, 'allowed'],
  ['0 is not null', is(body.a, body.b), { a: 0, b: null }, 403],
  ['a null counts as sent', absent(body.a), { a: null }, 403],
  ['an omitted field counts as absent', absent(body.a), {}, 'allowed'],
  ['a null counts as empty', empty(body.a), { a: null }, 'allowed'],
  ['0 is not empty', empty(body.a), { a: 0 }, 403],
  ['a null is no change if nothing is stored', unchanged(body.a, body.b), { a: null }, 'allowed'],
  ['a null is a change if a value is stored', unchanged(body.a, body.b), { a: null, b: 3 }, 403],
  ['a missing list is within no list', within(body.list, body.other), { other: [] }, 403],
  ['no list is within a missing list', within(body.list, body.other), { list: [] }, 403],
  ['an empty list is within every list', within(body.list, body.other), { list: [], other: [] }, 'allowed'],
])('the evaluator follows the principle that %s', (_name, rule, sent, verdict) => {
  expect(judged(rule, sent)).toBe(verdict)
})
