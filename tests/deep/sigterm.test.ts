import { expect, it } from 'vitest'
import { startCrowdUpstream } from '../support/crowd.ts'
import { stopUnderLoad } from '../support/stop.ts'

it(
  'a server that is stopped under load answers every request, and announces the end of each connection in its last response',
  { timeout: 240_000 },
  async () => {
    const upstream = await startCrowdUpstream()
    for (let time = 0; time < 3; time += 1) {
      const { failed, told, ended } = await stopUnderLoad(upstream.url)
      expect({ failed, ended }).toEqual({ failed: [], ended: { code: 0, signal: null } })
      expect(told).toBeGreaterThan(0)
    }
    await upstream.stop()
  },
)
