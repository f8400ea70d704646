// Runs the timer through two days of two people. tests/nightly/timer.test.ts runs it through a week.
import { timerDays } from '../support/timer-days.ts'

timerDays(2, 300_000)
