// Makes the call of every line in permissions.golden. Before each call, the BFF looks up the person at /auth; session.test.ts tests that look-up.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { calls } from '../../shared/calls.ts'
import { lines, menuOf, peopleOf } from './golden.ts'
import { openStage } from './stage.ts'
import { subjects } from './subjects.ts'

const names = calls.map((row) => row.name).filter((name) => !/ \/auth(\/second)?$/.test(name))
let stage: Awaited<ReturnType<typeof openStage>> | undefined
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

it('permissions.golden covers exactly the calls of the table [8.1.1-2 2.1.2-3 8.2.1]', () => {
  for (const named of [lines, menuOf, new Map(Object.entries(subjects))]) expect([...named.keys()].toSorted()).toEqual(names.toSorted())
})

describe.each(names)('%s', (name) => {
  const scenes = Object.keys(subjects[name]?.scenes ?? {})
  it('the call has the scene “plain”, and each golden line of the call names a scene that exists', () => {
    expect(scenes, `tests/support/registers, or a file of tests/permissions: ${name} has no scenes`).toContain('plain')
    const strange = lines.get(name)?.filter(({ scene }) => scene !== '*' && !scenes.includes(scene))
    expect(strange?.map(({ number, scene }) => `permissions.golden:${number}: ${name} has no scene '${scene}'`)).toEqual([])
  })
  // People without a session or a menu are left out, because their calls are refused before the rule.
  const judged = lines.get(name)?.filter(({ people }) => people.some((who) => !['anonymous', 'inactive', 'tv', 'without'].includes(who)))
  if (calls.find((row) => row.name === name)?.rule)
    it('if the call has a rule, at least one golden line expects a refusal with 403 or 409', () => {
      const said = judged?.some(({ status }) => status === 403 || status === 409)
      expect(said, `tests/permissions/permissions.golden: ${name} has a rule, and no line that it refuses`).toBe(true)
    })
  it.each(scenes)(
    'every person gets the outcome of the golden file in the scene: %s [8.2.1 8.3.1 4.1.4 8.2.2 8.3.3 8.2.3 15.3.3 8.1.1-2]',
    async (scene) => {
      const wrong: string[] = []
      for (const person of peopleOf(name)) {
        const said = await stage?.play(name, scene, person)
        if (said) wrong.push(said)
      }
      expect(wrong, wrong[0]).toEqual([])
    },
  )
})
