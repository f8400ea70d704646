// Runs the timer through a week of two people.
import { timerDays } from '../support/timer-days.ts'

timerDays(7, 30 * 60_000)
