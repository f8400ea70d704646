import { expect, it } from 'vitest'
import { startCrowdUpstream } from '../support/crowd.ts'
import { stopUnderLoad } from '../support/stop.ts'

it('stopped under load it answers whatever was asked, and says on each connection which answer is the last', { timeout: 240_000 }, async () => {
  const upstream = await startCrowdUpstream()
  for (let time = 0; time < 3; time += 1) {
    const { failed, told, ended } = await stopUnderLoad(upstream.url)
    expect({ failed, ended }).toEqual({ failed: [], ended: { code: 0, signal: null } })
    expect(told).toBeGreaterThan(0)
  }
  await upstream.stop()
})
