import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { explain, findCall } from '../../server/bff/explain.ts'
import { matrix, who } from '../../server/bff/matrix.ts'
import { pages } from '../../shared/pages.ts'
import { calls } from '../../shared/calls.ts'
import { expected, KINDS, menuOf } from '../permissions/golden.ts'
import { subjects } from '../permissions/subjects.ts'
import { apart, here, refusal, said } from '../support/command.ts'
import { root } from '../support/server.ts'

const access = (...args: string[]) => said(here('access', args))

it('PERMISSIONS.md equals the current matrix; `npm run --silent access > PERMISSIONS.md` updates it [8.1.1-2 2.1.2-3]', () => {
  expect(readFileSync(join(root, 'PERMISSIONS.md'), 'utf8')).toBe(`${matrix()}\n`)
})

it('`npm run access -- who` lists who may make a call, by kind of person', () => {
  expect(who('POST /nothing')).toBeUndefined()
  expect(who('GET /clients')).toContain('- anybody else: yes')
  expect(who('POST /users')).toContain('- anybody else: depends')
})

it('`npm run access -- --json` prints every call as JSON', async () => {
  const printed = JSON.parse(await said(apart('access', ['--json']))) as { call: string }[]
  expect(printed.map(({ call }) => call)).toEqual(calls.map((row) => row.name))
})

it.each([
  ['an unknown call', ['who', 'GET /nothing'], "There is no call 'GET /nothing'."],
  ['an unknown subcommand', ['whom', 'GET /clients'], 'Usage:'],
  ['a missing person', ['may'], 'Usage:'],
  ['incomplete JSON for a person', ['may', '{"supervisor":'], 'This is not JSON: {"supervisor":'],
  ['an inactive person', ['may', '{"supervisor":"S","departamento":1,"status":"I"}'], 'Whoever is described is inactive: no call is allowed (401).'],
  [
    'an e-mail address if the people are stored in another API',
    ['may', 'ana@x.co'],
    'The people are in another API (UPSTREAM_URL): describe the person.',
  ],
])('`npm run access` refuses %s and prints the reason', async (_what, args, sentence) => {
  expect(await refusal(here('access', args, { UPSTREAM_URL: 'http://127.0.0.1:9' }))).toContain(sentence)
})

describe('the subcommand `explain`', () => {
  const batch = 'PATCH /financial-control-batch/5'
  const person = (departamento: number, ...menus: string[]) => JSON.stringify({ id: 7, supervisor: 'N', departamento, menus })
  const stored = (operador: string, batchId = 3) =>
    JSON.stringify({
      '/financial-control-user': { ID: 3 },
      '/financial-control-batch/5': { id: 5, operador, idControleFinanceiro: batchId },
    })
  const user = { nomeCompleto: 'Ana', email: 'ana@x.co', status: 'A' }
  it.each([
    ['a missing menu', batch, person(4), [], 'decision: refused, 403 Acesso não permitido\nclause: the menu'],
    ['the clause that allows the call', batch, person(4, '/controle-financeiro'), [], 'decision: allowed\nclause: P\nlook-ups: none'],
    [
      'the records that the rule would read',
      batch,
      person(2, '/controle-financeiro'),
      [],
      'look-ups: GET /financial-control-batch/5, GET /financial-control-user',
    ],
    ['a stored record that allows the call', batch, person(2, '/controle-financeiro'), ['--stored', stored('D')], 'decision: allowed'],
    [
      'a stored record that refuses the call',
      batch,
      person(2, '/controle-financeiro'),
      ['--stored', stored('C')],
      "✗ «/financial-control-batch/{path.id}».operador = 'D'",
    ],
    [
      'a stored record of another person',
      batch,
      person(2, '/controle-financeiro'),
      ['--stored', stored('D', 4)],
      'decision: refused, 403 Acesso não permitido',
    ],
    ['invalid input', 'PUT /users', person(4, '/usuarios'), ['--body', JSON.stringify(user)], 'decision: refused, 400\nclause: the input'],
    [
      'an unknown parameter, also for a supervisor',
      'GET /clients?x=1',
      JSON.stringify({ supervisor: 'S', menus: ['/clientes'] }),
      [],
      'decision: refused, 400',
    ],
    ['a query about another person', 'GET /track?user=8', person(3, '/track'), [], 'decision: refused, 403'],
    ['a query about the person', 'GET /track?user=7', person(3, '/track'), [], 'clause: query.user = me.id'],
    ['the fields that are cut from the reply', 'GET /users', person(3, '/usuarios'), [], 'the reply loses:\n  reply[].comissao: removed'],
    ['the golden lines', 'GET /track', person(3, '/track'), [], "GET /track | * | another's → 403 Acesso não permitido"],
  ])('the explanation contains the expected lines: %s', async (_what, call, as, more, words) => {
    expect(await access('explain', call, '--as', as, ...more)).toContain(words)
  })

  it('the subcommand `may` lists the calls that a person may make', async () => {
    const calls = await access('may', person(3, '/clientes'))
    expect(calls).toMatch(/^yes: \d+(\n {2}.*)*\n {2}GET \/clients\n/m)
    expect(calls).toMatch(/^no, without the menu: \d+(\n {2}.*)*\n {2}GET \/track\n/m)
  })

  it('for every golden line, the explanation gives the same decision as the gate', async () => {
    // Every decision that follows from the person, the input and the stored records is compared.
    let compared = 0
    for (const [call, scenes] of Object.entries(subjects))
      for (const kind of ['S', 'D2', 'D4', 'D5', 'plain', 'without', 'tv'] as const) {
        const { supervisor, departamento, held } = KINDS[kind]
        const own = menuOf.get(call) ?? []
        const all = pages.map(({ path }) => path as string)
        const routes = held === 'every' ? all : held === 'wall' ? ['/painel-onde-estou'] : all.filter((route) => !own.includes(route))
        for (const [title, make] of Object.entries(scenes.scenes)) {
          const scene = make(1001)
          const path = call.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(scene.path?.[key]))
          const found = findCall(`${path}${scene.query ? `?${scene.query}` : ''}`)
          const { status } = expected(call, title, kind)
          // Skipped, because the call or id does not exist, or only the upstream decides the outcome.
          if (!found || status === 502 || status === 404) continue
          // Skipped, because a request without its input gets 400, while `explain` treats missing input as unknown.
          if (status === 400 && scene.body === undefined && !scene.query) continue
          const stored = Object.fromEntries(Object.entries(scene.stored ?? {}))
          const lines = explain({
            ...found,
            me: { id: 1001, name: kind, supervisor: supervisor as 'S' | 'N', departamento: departamento as number, routes },
            body: scene.body,
            stored,
          })
          const decision = lines.find((line) => line.startsWith('decision: ')) ?? ''
          if (decision.includes('depends')) continue
          expect(`${call} ${title} ${kind} ${decision}`).toContain(status === 200 ? 'allowed' : `refused, ${status}`)
          compared += 1
        }
      }
    expect(compared).toBeGreaterThan(500)
  })
})

it('every menu that a call requires is the path of a page', () => {
  const paths = new Set<string>(pages.map(({ path }) => path))
  const menus = calls.flatMap((row) => [row.menu].flat()).filter((menu) => menu.startsWith('/'))
  expect(
    menus.filter((menu) => !paths.has(menu)),
    'shared/pages.ts: no page asks for what a row of the table asks for',
  ).toEqual([])
})
