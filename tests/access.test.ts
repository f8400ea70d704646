import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pending } from '../server/api/pending.ts'
import { matrix, who } from '../server/bff/matrix.ts'
import { laterPages, pages } from '../shared/pages.ts'
import { calls } from '../shared/calls.ts'

const root = join(import.meta.dirname, '..')

it('PERMISSIONS.md is the matrix of today; `npm run access > PERMISSIONS.md` makes it so [8.1.1-2 2.1.2-3]', () => {
  expect(readFileSync(join(root, 'PERMISSIONS.md'), 'utf8')).toBe(`${matrix()}\n`)
})

it('says who may make a call, by kind of person', () => {
  expect(who('POST /nothing')).toBeUndefined()
  expect(who('GET /clients')).toContain('- outra pessoa: sim')
  expect(who('POST /users')).toContain('- outra pessoa: depende')
})

it('prints every call as JSON too', () => {
  const printed = JSON.parse(execFileSync(process.execPath, ['scripts/access.ts', '--json'], { cwd: root, encoding: 'utf8' })) as { call: string }[]
  expect(printed.map(({ call }) => call)).toEqual(calls.map((row) => row.name))
})

it('asks for menus that are pages', () => {
  const paths = new Set<string>([...pages, ...laterPages].map(({ path }) => path))
  const menus = calls.flatMap((row) => [row.menu].flat()).filter((menu) => menu.startsWith('/'))
  expect(menus.filter((menu) => !paths.has(menu))).toEqual([])
})

it('waits for the embedded API in these calls only: the list can only shrink', () => {
  expect(pending.join('\n')).toBe(readFileSync(join(root, 'tests/pending.golden'), 'utf8').trim())
})
