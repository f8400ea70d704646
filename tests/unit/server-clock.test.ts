// Tests the page's copy of the server's clock. Fake timers move the computer's clock and the page's timer apart, as a sleep of the computer or a
// person who sets the clock does.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HOUR, MINUTE } from '../../shared/clock.ts'
import { askClock, isClockSure, serverNow, setClock } from '../../client/api/clock.ts'
import { NOW } from '../support/clock.ts'

const machine = NOW - 5 * HOUR
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: machine })
  setClock(NOW)
})
afterEach(() => {
  vi.useRealTimers()
  setClock(0, 0)
})

test('the page’s clock follows the server’s time, whatever the computer’s clock shows', () => {
  expect(serverNow()).toBe(NOW)
  vi.advanceTimersByTime(90 * MINUTE)
  expect([serverNow(), isClockSure()]).toEqual([NOW + 90 * MINUTE, true])
})

test.each([
  ['back', -HOUR],
  ['ahead', HOUR],
])('the page’s clock does not move if the computer’s clock is moved %s, and is unsure until the next response', (_way, by) => {
  vi.setSystemTime(machine + by)
  expect([serverNow(), isClockSure()]).toEqual([NOW, false])
  const answered = askClock()
  vi.advanceTimersByTime(100)
  answered(NOW)
  expect([serverNow(), isClockSure()]).toEqual([NOW + 100, true])
})

test.each([
  ['goes ahead to an answer that is later', NOW + HOUR, NOW + HOUR],
  ['goes back to an answer that is earlier', NOW - HOUR, NOW - HOUR + 3000],
  ['stays where the answer lies within the time that it took', NOW + 1000, NOW + 2000],
])('the page’s clock %s', (_what, said, then) => {
  const answered = askClock()
  vi.advanceTimersByTime(2000)
  answered(said)
  expect(serverNow()).toBe(then)
})

test('the page’s clock moves forward but not back if the computer slept before the response came', () => {
  const early = askClock()
  vi.setSystemTime(machine + HOUR)
  early(NOW - HOUR)
  expect([serverNow(), isClockSure()]).toEqual([NOW, false])
  const late = askClock()
  vi.setSystemTime(machine + 2 * HOUR)
  late(NOW + 2 * HOUR)
  expect([serverNow(), isClockSure()]).toEqual([NOW + 2 * HOUR, false])
})
