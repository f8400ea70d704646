// Tests the slots that people share. The total and each person's share are never exceeded, and no slot is lost. The person who holds the fewest slots
// goes first; among equals, the first to ask.
import { expect, it } from 'vitest'
import { createPlaces } from '../../server/bff/places.ts'

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

it('a person gets at most one share of the slots, and requests of others are served before further requests of that person [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 4, each: 2, waiting: 8 })
  const take = (holder: string) => places.take(holder, here)
  const ana = [take('ana'), take('ana'), take('ana')]
  const bia = [take('bia'), take('bia'), take('bia')]
  expect(await Promise.all([...ana, ...bia].map(stateOf))).toEqual(['in', 'in', 'waits', 'in', 'in', 'waits'])
  expect(places.free()).toBe(0)
  const caio = take('caio')
  ;(await bia[0])?.()
  // Ana and Bia asked before Caio. But Ana already holds her full share, and Bia holds one slot while Caio holds none.
  expect(await Promise.all([ana[2], bia[2], caio].map((one) => stateOf(one ?? Promise.reject(new Error()))))).toEqual(['waits', 'waits', 'in'])
  ;(await ana[0])?.()
  // Ana and Bia hold one slot each, so whoever asked first gets the free one.
  expect(await Promise.all([stateOf(ana[2] ?? caio), stateOf(bia[2] ?? caio)])).toEqual(['in', 'waits'])
  for (const one of [ana[1], ana[2], bia[1], bia[2]]) (await one)?.()
  ;(await caio)()
  expect(places.free()).toBe(4)
})

it('an aborted request takes no slot, and a request that does not fit into the queue is refused at once with 503 [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 1, each: 1, waiting: 1 })
  const leave = await places.take('ana', here)
  const leaving = new AbortController()
  const bia = places.take('bia', leaving.signal)
  expect(await stateOf(places.take('caio', here))).toBe(503)
  leaving.abort()
  await expect(bia).rejects.toThrow()
  const caio = places.take('caio', here)
  leave()
  expect(await stateOf(caio)).toBe('in')
  await expect(places.take('dora', AbortSignal.abort())).rejects.toThrow()
  ;(await caio)()
  expect(places.free()).toBe(1)
})

it('a full queue accepts a request of a person with few waiting requests, and drops the last one of the person with the most [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 1, each: 1, waiting: 3 })
  const leave = await places.take('ana', here)
  const [first, second, third] = [places.take('bia', here), places.take('bia', here), places.take('bia', here)]
  const caio = places.take('caio', here)
  expect(await Promise.all([first, second, third, caio].map(stateOf))).toEqual(['waits', 'waits', 503, 'waits'])
  // Two of Bia's requests and one of Caio's are waiting. A second request of Caio's is refused, because he would then have as many as Bia.
  expect(await stateOf(places.take('caio', here))).toBe(503)
  leave()
  for (const one of [first, second, caio]) (await one)()
  expect(places.free()).toBe(1)
})

it('a priority request is served before the others, and only a request without priority is refused to make room for it [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 1, each: 1, waiting: 2 })
  const leave = await places.take('ana', here)
  const [bia, caio] = [places.take('bia', here), places.take('caio', here)]
  const dora = places.take('dora', here, true)
  // Priority requests may fill only half of the queue, so the next one is refused.
  const eva = places.take('eva', here, true)
  expect(await Promise.all([bia, caio, dora, eva].map(stateOf))).toEqual(['waits', 503, 'waits', 503])
  leave()
  for (const one of [dora, bia]) (await one)()
  expect(places.free()).toBe(1)
})

it('a priority request replaces a request of the person with the most requests, never of a person with a single request [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 1, each: 1, waiting: 3 })
  const leave = await places.take('ana', here)
  const [first, second] = [places.take('bia', here), places.take('bia', here)]
  const caio = places.take('caio', here)
  const dora = places.take('dora', here, true)
  expect(await Promise.all([first, second, caio, dora].map(stateOf))).toEqual(['waits', 503, 'waits', 'waits'])
  leave()
  for (const one of [dora, first, caio]) (await one)()
  expect(places.free()).toBe(1)
})

it('every second free slot goes to priority requests first, and the slots between go to the other requests first [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 4, each: 2, waiting: 8 })
  const [ana, bia] = [await places.take('ana', here), await places.take('bia', here)]
  const firsts = [await places.take('caio', here, true), await places.take('dora', here, true)]
  const [eva, fred, gil] = [places.take('eva', here), places.take('fred', here, true), places.take('gil', here)]
  ana()
  expect(await Promise.all([eva, fred, gil].map(stateOf))).toEqual(['in', 'waits', 'waits'])
  firsts.pop()?.()
  expect(await Promise.all([fred, gil].map(stateOf))).toEqual(['in', 'waits'])
  bia()
  for (const one of [...firsts, await eva, await fred, await gil]) one()
  expect(places.free()).toBe(4)
})

it('a person with several priority requests in a full queue loses one of them, just as with ordinary requests [15.2.2]', async () => {
  const places = createPlaces({ atOnce: 1, each: 1, waiting: 2 })
  const leave = await places.take('ana', here)
  const [first, second] = [places.take('dora', here, true), places.take('dora', here, true)]
  const fred = places.take('fred', here)
  expect(await Promise.all([first, second, fred].map(stateOf))).toEqual(['waits', 503, 'waits'])
  // One of Dora's requests is already waiting, so her next request does not displace another person's.
  expect(await stateOf(places.take('dora', here, true))).toBe(503)
  expect([places.of('dora'), places.of('ana'), places.of('eva')]).toEqual([1, 1, 0])
  leave()
  for (const one of [first, fred]) (await one)()
  expect(places.free()).toBe(1)
})
