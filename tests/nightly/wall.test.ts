// Runs each wall through a week, and measures how much memory its page keeps.
import { HOUR } from '../support/wall.ts'
import { wallDays } from '../support/wall-days.ts'

wallDays({ days: 7, cuts: 24, lived: HOUR - 10 * 60_000, measured: true, timeout: 30 * 60_000 })
