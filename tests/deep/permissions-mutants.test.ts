// What proves the golden file: no rule, and no menu, can be changed in any place without a line of it failing.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../shared/call.ts'
import { calls } from '../../shared/calls.ts'
import { peopleOf } from '../permissions/golden.ts'
import { mutantsOf } from '../permissions/mutate.ts'
import { openStage } from '../permissions/stage.ts'
import { subjects } from '../permissions/subjects.ts'

// The gate reads the very same objects.
const rows: Row[] = calls.filter((row) => !row.name.endsWith(' /auth'))
let stage: Awaited<ReturnType<typeof openStage>>
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Every line of a row, the one that failed last first: it is likely to fail for the next change too. */
const lines = new Map(
  rows.map(({ name }) => [
    name,
    Object.keys(subjects[name]?.scenes ?? {}).flatMap((scene) => peopleOf(name).map((person): [scene: string, person: string] => [scene, person])),
  ]),
)

/** Whether some line fails while a row is `changed`. */
async function noticed(row: Row, changed: Partial<Row>): Promise<boolean> {
  const { rule, menu, cut } = row
  Object.assign(row, changed)
  const order = lines.get(row.name) ?? []
  try {
    for (const [at, [scene, person]] of order.entries())
      if (await stage.play(row.name, scene, person)) {
        order.unshift(...order.splice(at, 1))
        return true
      }
    return false
  } finally {
    Object.assign(row, { rule, menu, cut })
  }
}

describe.each(rows.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  it('cannot be opened by another menu [proof]', async () => {
    const menus = [row.menu].flat()
    const changes: Row['menu'][] = [
      '/other',
      row.menu === 'session' ? '/clientes' : 'session',
      ...(menus.length > 1 ? menus.map((one) => menus.filter((menu) => menu !== one) as `/${string}`[]) : []),
    ]
    for (const menu of changes) expect(await noticed(row, { menu }), `menu ${String(menu)}`).toBe(true)
  })
  if (row.cut)
    it('cuts what it says, for whom it says [proof]', async () => {
      for (const [i, cut] of (row.cut ?? []).entries()) {
        const others = (row.cut ?? []).filter((_, j) => j !== i)
        const changed = [others, ...mutantsOf(cut.unless).map(({ rule: unless }) => [...others, { ...cut, unless }])]
        if (cut.keep) changed.push(...mutantsOf(cut.keep).map(({ rule: keep }) => [...others, { ...cut, keep }]))
        for (const mutant of changed) expect(await noticed(row, { cut: mutant }), JSON.stringify(mutant)).toBe(true)
      }
    })
  if (row.rule)
    it.each(mutantsOf(row.rule).map(({ what, rule }) => [what, rule] as const))('%s [proof]', async (_what, rule) => {
      expect(await noticed(row, { rule })).toBe(true)
    })
})
