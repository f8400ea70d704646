// Tests that the documents state what the code has: limits, variables, commands and links.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { DEADLINES, LARGEST_FILE, LARGEST_REPLY } from '../../server/bff/upstream.ts'
import { readEnv } from '../../server/env.ts'
import { calls } from '../../shared/calls.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = ['README.md', 'SECURITY.md', 'tests/README.md', ...globSync('docs/**/*.md', { cwd: root })]
const [readme, security, contract] = ['README.md', 'SECURITY.md', 'docs/contract.md'].map(read) as [string, string, string]
const seconds = (ms: number) => `${ms / 1000} s`

test('every link in a document leads to a file that exists', () => {
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, target = '']) => ({ file, path: join(root, dirname(file), target) })),
  )
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter(({ path }) => !existsSync(path))).toEqual([])
})

test('every anchor in a document leads to a heading that exists', () => {
  /** The anchor that GitHub gives a heading. */
  const anchorOf = (heading: string) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-')
  const anchorsIn = (path: string) => [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))
  const links = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#]*)#([^)]+)\)/g)].map(([, target = '', anchor = '']) => ({
      path: target === '' ? join(root, file) : join(root, dirname(file), target),
      anchor,
    })),
  )
  expect(links.length).toBeGreaterThan(5)
  expect(links.filter(({ path, anchor }) => !anchorsIn(path).includes(anchor))).toEqual([])
})

test('README has at most 150 lines, and each file of decisions at most 250', () => {
  const linesOf = (file: string) => read(file).trimEnd().split('\n').length
  expect(linesOf('README.md')).toBeLessThanOrEqual(150)
  expect(globSync('docs/decisions/*.md', { cwd: root }).filter((file) => linesOf(file) > 250)).toEqual([])
})

test('README or docs/nfse.md names every environment variable, with the default that the code has', () => {
  const source = read('server/env.ts')
  const names = [...source.slice(source.indexOf('const Env = ')).matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(20)
  const described = readme + read('docs/nfse.md')
  expect(names.filter((name) => name !== 'NODE_ENV' && !described.includes(name))).toEqual([])
  const { PORT, HOST, SESSION_DAYS, CALLS_PER_MINUTE, LOG_LEVEL } = readEnv({})
  for (const [name, value] of Object.entries({ 'PORT, HOST': `${PORT}, ${HOST}`, SESSION_DAYS, CALLS_PER_MINUTE, LOG_LEVEL }))
    expect(readme).toMatch(new RegExp(`^\\| ${name} +\\| ${value} `, 'm'))
})

test('README names every bench command', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const [, listed = ''] = /`npm run bench:([\w|-]+)`/.exec(readme) ?? []
  const benches = Object.keys(scripts).filter((name) => name.startsWith('bench:') && name !== 'bench:beside')
  expect(listed.split('|').toSorted()).toEqual(benches.map((name) => name.slice('bench:'.length)).toSorted())
})

test('docs/contract.md states the same timeouts and maximum sizes as the code', () => {
  const { lookUp, firstByte, gap, total, slow } = DEADLINES
  for (const row of [
    ['a look-up for a rule, the data of a page', `${seconds(lookUp)} in all`],
    ['the first byte of a call', seconds(firstByte)],
    ['a pause within a reply', seconds(gap)],
    ['a call in all', `${seconds(total)}; ${seconds(slow)} for files`],
  ] as const)
    expect(contract).toMatch(new RegExp(`^\\|[^|]*${row[0]}[^|]*\\| ${row[1]}`, 'm'))
  expect(contract).toContain(`of at most ${LARGEST_REPLY / 1024 ** 2} MB and about a million values`)
  expect(contract).toContain(`A file has at most ${LARGEST_FILE / 1024 ** 2} MiB`)
})

test('SECURITY.md states the same limits per minute as the table of calls', () => {
  const limits = new Set(calls.flatMap((row) => ('perMinute' in row && row.perMinute !== undefined ? [row.perMinute] : [])))
  expect([...limits].toSorted((a, b) => a - b)).toEqual([1, 10, 30])
  expect(security).toContain('e-mails and exports 10 a minute, the data load 1, new appointments, users (new and changed) and new tasks 30')
  expect(security).toContain(`Per minute: ${readEnv({}).CALLS_PER_MINUTE} per session.`)
})
