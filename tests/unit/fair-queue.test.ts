// Tests the slots that people share. The total and each person's share are never exceeded, and no slot is lost. The person who holds the fewest slots
// goes first; among equals, the first to ask.
import { expect, it } from 'vitest'
import { createFairQueue } from '../../server/bff/fair-queue.ts'

const here = new AbortController().signal
/** Returns the state of a promise at this moment, without waiting for it to settle. */
const stateOf = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'in',
      ({ status }: { status?: number }) => status ?? 'left',
    ),
    new Promise((resolve) => setImmediate(resolve, 'waits')),
  ])

it('a person holds at most `each` slots, and a person who holds none is served before one who holds some [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 4, each: 2, waiting: 8 })
  const take = (holder: string) => queue.take(holder, here)
  const ana = [take('ana'), take('ana'), take('ana')]
  const bia = [take('bia'), take('bia'), take('bia')]
  expect(await Promise.all([...ana, ...bia].map(stateOf))).toEqual(['in', 'in', 'waits', 'in', 'in', 'waits'])
  expect(queue.free()).toBe(0)
  const caio = take('caio')
  ;(await bia[0])?.()
  // Ana and Bia asked before Caio. But Ana already holds her full share, and Bia holds one slot while Caio holds none.
  expect(await Promise.all([ana[2], bia[2], caio].map((one) => stateOf(one ?? Promise.reject(new Error()))))).toEqual(['waits', 'waits', 'in'])
  ;(await ana[0])?.()
  // Ana and Bia hold one slot each, so whoever asked first gets the free one.
  expect(await Promise.all([stateOf(ana[2] ?? caio), stateOf(bia[2] ?? caio)])).toEqual(['in', 'waits'])
  for (const one of [ana[1], ana[2], bia[1], bia[2]]) (await one)?.()
  ;(await caio)()
  expect(queue.free()).toBe(4)
})

it('an aborted request takes no slot, and a request that does not fit into the queue is refused at once with 503 [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 1, waiting: 1 })
  const leave = await queue.take('ana', here)
  const leaving = new AbortController()
  const bia = queue.take('bia', leaving.signal)
  expect(await stateOf(queue.take('caio', here))).toBe(503)
  leaving.abort()
  await expect(bia).rejects.toThrow()
  const caio = queue.take('caio', here)
  leave()
  expect(await stateOf(caio)).toBe('in')
  await expect(queue.take('dora', AbortSignal.abort())).rejects.toThrow()
  ;(await caio)()
  expect(queue.free()).toBe(1)
})

it('if the queue is full, a request of another person replaces the last request of the person with the most [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 1, waiting: 3 })
  const leave = await queue.take('ana', here)
  const [first, second, third] = [queue.take('bia', here), queue.take('bia', here), queue.take('bia', here)]
  const caio = queue.take('caio', here)
  expect(await Promise.all([first, second, third, caio].map(stateOf))).toEqual(['waits', 'waits', 503, 'waits'])
  // Two of Bia's requests and one of Caio's are waiting. A second request of Caio's is refused, because he would then have as many as Bia.
  expect(await stateOf(queue.take('caio', here))).toBe(503)
  leave()
  for (const one of [first, second, caio]) (await one)()
  expect(queue.free()).toBe(1)
})

it('a priority request is served first, and in a full queue it replaces a request without priority [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 1, waiting: 2 })
  const leave = await queue.take('ana', here)
  const [bia, caio] = [queue.take('bia', here), queue.take('caio', here)]
  const dora = queue.take('dora', here, true)
  // Priority requests may fill only half of the queue, so the next one is refused.
  const eva = queue.take('eva', here, true)
  expect(await Promise.all([bia, caio, dora, eva].map(stateOf))).toEqual(['waits', 503, 'waits', 503])
  leave()
  for (const one of [dora, bia]) (await one)()
  expect(queue.free()).toBe(1)
})

it('in a full queue, a priority request replaces one of the person with the most requests, but not the only one of a person [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 1, waiting: 3 })
  const leave = await queue.take('ana', here)
  const [first, second] = [queue.take('bia', here), queue.take('bia', here)]
  const caio = queue.take('caio', here)
  const dora = queue.take('dora', here, true)
  expect(await Promise.all([first, second, caio, dora].map(stateOf))).toEqual(['waits', 503, 'waits', 'waits'])
  leave()
  for (const one of [dora, first, caio]) (await one)()
  expect(queue.free()).toBe(1)
})

it('free slots go by turns to a priority request and to a request without priority, as long as both wait [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 4, each: 2, waiting: 8 })
  const [ana, bia] = [await queue.take('ana', here), await queue.take('bia', here)]
  const firsts = [await queue.take('caio', here, true), await queue.take('dora', here, true)]
  const [eva, fred, gil] = [queue.take('eva', here), queue.take('fred', here, true), queue.take('gil', here)]
  ana()
  expect(await Promise.all([eva, fred, gil].map(stateOf))).toEqual(['in', 'waits', 'waits'])
  firsts.pop()?.()
  expect(await Promise.all([fred, gil].map(stateOf))).toEqual(['in', 'waits'])
  bia()
  for (const one of [...firsts, await eva, await fred, await gil]) one()
  expect(queue.free()).toBe(4)
})

it('in a full queue, a request of a new person replaces one of several priority requests of one person [15.2.2]', async () => {
  const queue = createFairQueue({ atOnce: 1, each: 1, waiting: 2 })
  const leave = await queue.take('ana', here)
  const [first, second] = [queue.take('dora', here, true), queue.take('dora', here, true)]
  const fred = queue.take('fred', here)
  expect(await Promise.all([first, second, fred].map(stateOf))).toEqual(['waits', 503, 'waits'])
  // One of Dora's requests is already waiting, so her next request does not displace another person's.
  expect(await stateOf(queue.take('dora', here, true))).toBe(503)
  expect([queue.of('dora'), queue.of('ana'), queue.of('eva')]).toEqual([1, 1, 0])
  leave()
  for (const one of [first, fred]) (await one)()
  expect(queue.free()).toBe(1)
})
