// Runs each wall through a day. tests/nightly/wall.test.ts runs it through a week and measures the heap.
import { MINUTE } from '../support/wall.ts'
import { wallDays } from '../support/wall-days.ts'

wallDays({ days: 1, cuts: 6, lived: 5 * MINUTE, measured: false, timeout: 240_000 })
