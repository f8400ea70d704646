// Runs before and after each test file.
import { afterAll, afterEach } from 'vitest'
import { saveLogs } from './failures.ts'
import { cheapPasswords } from './password-cost.ts'
import { killLaunched } from './process.ts'

cheapPasswords()
afterEach(({ task }) => {
  if (task.result?.state === 'fail') saveLogs(task)
})
afterAll(killLaunched)
