// `npm run security`: lists each requirement of SECURITY.md with the tests that prove it and their results. A requirement that no test proves is
// reported as a failure.
import type { TestCase } from 'vitest/node'
import { carriesIds, idsOf, problems, readSecurity, titles } from '../tests/support/ids.ts'
import { installPrograms, runTests } from './vitest.ts'

interface Group {
  file: string
  title: string
  ids: string[]
  states: string[]
}

for (const line of installPrograms()) console.log(`not run: ${line}`)
const files = [...new Set(titles().map(({ file }) => file))]
const { tests, broken, tooSlow } = await runTests(['--testNamePattern', carriesIds, ...files], { includeTaskLocation: true })

// The cases of one it.each have the same source position, so they are printed as one line.
const groups = new Map<string, Group>()
for (const test of tests) {
  const ids = idsFor(test)
  if (ids.length === 0) continue
  const file = test.module.relativeModuleId
  const key = `${file}:${test.location?.line}:${test.location?.column}`
  const group = groups.get(key) ?? { file, title: test.fullName, ids, states: [] }
  group.states.push(test.result().state)
  groups.set(key, group)
}

const { rows, documented, pending } = readSecurity()
const ids = rows.flatMap((row) => row.ids)
for (const id of ids) {
  const lines = [...groups.values()].filter((group) => group.ids.includes(id)).map((group) => `${group.file} > ${said(group)} → ${verdict(group)}`)
  if (pending.has(id)) lines.push(`pending: ${pending.get(id)}`)
  if (documented.has(id)) lines.push(`SECURITY.md, ${documented.get(id)}`)
  for (const line of lines.length ? lines : ['no proof']) console.log(`${id} → ${line}`)
}

const all = [...groups.values()]
const failures = all.filter((group) => verdict(group) === 'failed').length + broken + tooSlow.length
const complaints = problems(all.filter((group) => verdict(group) === 'passed'))
for (const line of [...complaints, ...tooSlow]) console.log(line)
console.log(
  `${ids.length} ids, ${all.length} tests (${all.reduce((sum, { states }) => sum + states.length, 0)} cases), ${pending.size} ids pending, ${complaints.length} problems, ${failures} failures`,
)
process.exit(failures + complaints.length > 0 ? 1 : 0)

function idsFor(test: TestCase) {
  const found = idsOf(test.name)
  for (let at = test.parent; at.type === 'suite'; at = at.parent) found.push(...idsOf(at.name))
  return found
}

function said({ title, states }: Group) {
  const bare = title.replaceAll(new RegExp(` ${carriesIds}`, 'g'), '')
  return states.length > 1 ? `${bare} (${states.length} cases)` : bare
}

/** The result of a line. Cases that this machine cannot run prove nothing, but other cases of the line that passed still count. */
function verdict({ states }: Group) {
  return states.includes('failed') ? 'failed' : states.includes('passed') ? 'passed' : 'not run'
}
