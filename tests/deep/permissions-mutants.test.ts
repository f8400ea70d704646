// Proves that the golden file is complete: if any rule or menu in the table of calls is changed, some golden line fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { expected, peopleOf } from '../permissions/golden.ts'
import { failsHere, isOfLine, outcomeOf } from '../permissions/judge.ts'
import { mutantsOf } from '../permissions/mutate.ts'
import { openStage } from '../permissions/stage.ts'
import { subjects } from '../permissions/subjects.ts'

const rows: Row[] = calls.filter((row) => !/ \/auth(\/second)?$/.test(row.name))
let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

type Changes = Partial<Pick<Row, 'rule' | 'menu' | 'cut'>>

/** All golden lines of each call. The line that failed last comes first, because it is likely to fail for the next change too. */
const lines = new Map(
  rows.map(({ name }) => [
    name,
    Object.keys(subjects[name]?.scenes ?? {}).flatMap((scene) => peopleOf(name).map((person): [scene: string, person: string] => [scene, person])),
  ]),
)

/** Returns true if `fails` is true for any golden line of a call. */
async function some(row: Row, fails: (scene: string, person: string) => Promise<boolean>): Promise<boolean> {
  const order = lines.get(row.name) ?? []
  for (const [at, [scene, person]] of order.entries())
    if (await fails(scene, person)) {
      order.unshift(...order.splice(at, 1))
      return true
    }
  return false
}

/** Calls for which one change has already been tried over HTTP. */
const proven = new Set<string>()

/**
 * Returns true if any golden line fails while the call's entry in the table is `changed`. Changes are first judged in this process. Each change that
 * no line notices here, and one change of each call, is then tried over HTTP.
 */
async function noticed(row: Row, changed: Changes): Promise<boolean> {
  const here = await some(row, (scene, person) => failsHere(stage, row, scene, person, changed))
  if (here && proven.has(row.name)) return true
  proven.add(row.name)
  const { rule, menu, cut } = row
  // The gate reads the same objects, so it is enough to change the entry.
  Object.assign(row, changed)
  try {
    return await some(row, async (scene, person) => (await stage.play(row.name, scene, person)) !== undefined)
  } finally {
    Object.assign(row, { rule, menu, cut })
  }
}

describe('a scene judged within this process', () => {
  it.each(rows.map((row) => [row.name, row] as const))('the outcome equals the golden line for the call %s', async (_name, row) => {
    const wrong: string[] = []
    for (const [scene, person] of lines.get(row.name) ?? []) {
      const line = expected(row.name, scene, person)
      const outcome = await outcomeOf(stage, row, scene, person)
      if (outcome && !isOfLine(outcome, line)) wrong.push(`${person}, ${scene}: ${outcome.status} ${outcome.message} (golden: ${line.text})`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  it('some line of the golden file fails if the menu is changed [proof]', async () => {
    const menus = [row.menu].flat()
    const changes: Row['menu'][] = [
      '/other',
      row.menu === 'session' ? '/clientes' : 'session',
      ...(menus.length > 1 ? menus.map((one) => menus.filter((menu) => menu !== one) as `/${string}`[]) : []),
    ]
    for (const menu of changes) expect(await noticed(row, { menu }), `menu ${String(menu)}`).toBe(true)
  })
  if (row.cut)
    it('some line of the golden file fails if a cut of the reply is changed [proof]', async () => {
      for (const [i, cut] of (row.cut ?? []).entries()) {
        const others = (row.cut ?? []).filter((_, j) => j !== i)
        const changed = [others, ...mutantsOf(cut.unless).map(({ rule: unless }) => [...others, { ...cut, unless }])]
        if (cut.keep) changed.push(...mutantsOf(cut.keep).map(({ rule: keep }) => [...others, { ...cut, keep }]))
        for (const mutant of changed) expect(await noticed(row, { cut: mutant }), JSON.stringify(mutant)).toBe(true)
      }
    })
  if (row.rule)
    it.each(mutantsOf(row.rule).map(({ what, rule }) => [what, rule] as const))(
      'some line of the golden file fails if the rule is changed: %s [proof]',
      async (_what, rule) => {
        expect(await noticed(row, { rule })).toBe(true)
      },
    )
})
