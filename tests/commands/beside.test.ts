// Tests the command that measures another commit and the current one in turn, and the folder in which it checks out the other commit. The
// measurements themselves take minutes, so no test runs them.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launch } from '../support/process.ts'
import { root } from '../support/server.ts'

const beside = (...args: string[]) => launch(process.execPath, ['scripts/bench/beside.ts', ...args], { cwd: root })
const worktrees = () => execFileSync('git', ['worktree', 'list', '--porcelain'], { cwd: root, encoding: 'utf8' })

it('`npm run bench:beside` with an unknown measurement ends with code 1 and lists the known ones', async () => {
  const asked = beside('HEAD', 'nada')
  expect(await asked.ended).toEqual({ code: 1, signal: null })
  expect(asked.output()).toContain('load|proxy|gate|sigterm|grid|memory|ssr|start')
})

it.runIf(existsSync(join(root, '.git')))('the command removes its temporary folder when it is stopped', async () => {
  const measuring = beside('HEAD', 'sigterm')
  await measuring.said('beside what is here')
  const place = join(root, '.cache/beside', String(measuring.pid))
  expect(existsSync(join(place, 'node_modules/vite'))).toBe(true)
  expect(worktrees()).toContain(place)
  await measuring.stop()
  expect([existsSync(place), worktrees().includes(place)]).toEqual([false, false])
})
