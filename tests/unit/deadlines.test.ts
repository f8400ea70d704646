// SECURITY.md states these timeouts. Other tests shorten them to save waiting time, so only this test checks the real values.
import { expect, test } from 'vitest'
import { DEFAULTS } from '../support/deadlines.ts'

test('the default timeouts equal the values in SECURITY.md [2.4.1 13.2.6 15.1.3]', () => {
  expect(DEFAULTS).toEqual({
    database: { connect: 5_000, statement: 12_000, lock: 5_000, transaction: 10_000, silence: 14_000, idle: 10_000, hangs: 30_000 },
    edge: { stalled: 30_000, look: 5_000, headers: 10_000, request: 30_000, keepAlive: 65_000 },
    redis: { command: 2_000, connect: 2_000, silence: 3_000 },
    upstream: { lookUp: 5_000, page: 5_000, gap: 10_000, firstByte: 15_000, total: 30_000, slow: 60_000 },
  })
})
