// Runs the same three checks as `npm run check`, so that CI reports them together with the tests.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../support/server.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { check: string } }
const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`

// One after the other: three at once, beside other tests, take most of the memory and of the time limit.
test.each(scripts.check.split(' && '))('%s reports no problem', { timeout: 480_000 }, async (command) => {
  const complaints = await promisify(execFile)('sh', ['-c', command], { cwd: root, env: { ...process.env, PATH } }).then(
    () => '',
    // With any other exit code, the promise rejects with an error that contains the output.
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
  expect(complaints).toBe('')
})
