// Tests the pauses between the calls of one person. Fake timers replace the clock and the timer of server/api/person-limiter.ts.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPersonLimiter } from '../../server/api/person-limiter.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'], fakeNodeBuiltins: true, now: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const [ana, bia] = [1, 2]

/** Returns a function that makes a call of `took` ms, and the list of the calls that have started, each with its caller and its time in ms. */
function calls() {
  const turn = createPersonLimiter(1)
  const starts: [person: number, at: number | undefined][] = []
  const call = (person: number, took = 0) =>
    turn(person, async () => {
      starts.push([person, vi.getMockedSystemTime()?.getTime()])
      await vi.advanceTimersByTimeAsync(took)
    })
  return { call, starts }
}

test.each([
  [16, 32],
  [100, 200],
  [5_000, 2_000],
])('after a call that took %i ms, the next call of that person waits for %i ms, and calls of other people start at once', async (took, rest) => {
  const { call, starts } = calls()
  await call(ana, took)
  const next = call(ana)
  await call(bia)
  await vi.advanceTimersByTimeAsync(rest)
  await next
  expect(starts).toEqual([
    [ana, 0],
    [bia, took],
    [ana, took + rest],
  ])
})

test('after a call that took 15 ms, the next call of that person starts at once', async () => {
  const { call, starts } = calls()
  await call(ana, 15)
  await call(ana)
  expect(starts).toEqual([
    [ana, 0],
    [ana, 15],
  ])
})
