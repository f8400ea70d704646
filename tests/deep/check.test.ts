// The same three checks as `npm run check`: CI says with the tests whether the project is sound.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { root } from '../support/server.ts'

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { check: string } }
const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`

test.concurrent.each(scripts.check.split(' && '))('%s finds nothing', { timeout: 240_000 }, async (command) => {
  const complaints = await promisify(execFile)('sh', ['-c', command], { cwd: root, env: { ...process.env, PATH } }).then(
    () => '',
    // A non-zero exit rejects with what was printed.
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
  expect(complaints).toBe('')
})
