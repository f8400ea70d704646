import { expect, it } from 'vitest'
import { startCrowdUpstream } from '../support/crowd.ts'
import { stopUnderLoad } from '../support/stop.ts'

it('a server stopped under load answers every request, and marks the last response of each connection', { timeout: 240_000 }, async () => {
  const upstream = await startCrowdUpstream()
  for (let time = 0; time < 3; time += 1) {
    const { failed, told, ended } = await stopUnderLoad(upstream.url)
    expect({ failed, ended }).toEqual({ failed: [], ended: { code: 0, signal: null } })
    expect(told).toBeGreaterThan(0)
  }
  await upstream.stop()
})
