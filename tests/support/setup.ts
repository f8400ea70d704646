// Around each test file.
import { afterAll } from 'vitest'
import { cheapPasswords } from './password-cost.ts'
import { killLaunched } from './process.ts'

cheapPasswords()
afterAll(killLaunched)
