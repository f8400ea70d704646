import { afterAll } from 'vitest'
import { killLaunched } from './process.ts'

afterAll(killLaunched)
