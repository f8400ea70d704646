// What of an upstream that misbehaves takes minutes, or much memory: each deadline waited for on each road, and the longest answers.
import { describe, it } from 'vitest'
import { hurtsOne, listsWrong, misbehaviours, nests, readers, roads } from '../support/misbehaving.ts'

describe.each(Object.entries(roads).filter(([name]) => name !== 'a call that reads'))('while it is asked for %s, an upstream that', (_name, road) => {
  it.each(misbehaviours.filter(([, kind]) => kind === 'late'))('%s', (_what, kind, misbehave) => hurtsOne(road, kind, misbehave))

  it('nests ten million brackets', () => nests(road))
})

describe.each<[string, [string, number]]>([
  ['16 MB of ones', ['1', 8_000_000]],
  ['16 MB of empty objects', ['{}', 5_300_000]],
])('an upstream whose lists are %s hurts nobody [2.4.1 13.2.6]', (_what, kind) => {
  it.each(readers)('%s', (at) => listsWrong(roads[at], kind))
})
