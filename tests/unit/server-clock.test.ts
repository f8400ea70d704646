// Tests the page's copy of the server's clock. Fake timers move the computer's clock apart from the page's timer, as when the computer sleeps or a
// person sets the clock.
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
])('if the computer’s clock is set %s, the page’s clock keeps its time and counts as unsure until the next response', (_way, by) => {
  vi.setSystemTime(machine + by)
  expect([serverNow(), isClockSure()]).toEqual([NOW, false])
  const answered = askClock()
  vi.advanceTimersByTime(100)
  answered(NOW)
  expect([serverNow(), isClockSure()]).toEqual([NOW + 100, true])
})

test.each([
  ['moves forward to the earliest time that a later response allows', NOW + HOUR, NOW + HOUR],
  ['moves back to the latest time that an earlier response allows', NOW - HOUR, NOW - HOUR + 3000],
  ['does not move if the time in the response lies within the round trip', NOW + 1000, NOW + 2000],
])('the page’s clock %s', (_what, said, then) => {
  const answered = askClock()
  vi.advanceTimersByTime(2000)
  answered(said)
  expect(serverNow()).toBe(then)
})

test('if the computer slept before a response came, the response can set the page’s clock forward, but not back', () => {
  const early = askClock()
  vi.setSystemTime(machine + HOUR)
  early(NOW - HOUR)
  expect([serverNow(), isClockSure()]).toEqual([NOW, false])
  const late = askClock()
  vi.setSystemTime(machine + 2 * HOUR)
  late(NOW + 2 * HOUR)
  expect([serverNow(), isClockSure()]).toEqual([NOW + 2 * HOUR, false])
})
