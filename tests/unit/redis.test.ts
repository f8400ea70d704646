// Tests the delay before the BFF reconnects to Redis. The test needs no Redis.
import { expect, it } from 'vitest'
import { connectRedis } from '../../server/bff/redis.ts'

it('the delay between two attempts to connect to Redis never exceeds half a second', () => {
  const redis = connectRedis('redis://127.0.0.1:1')
  redis.disconnect()
  const { retryStrategy } = redis.options
  expect([1, 2, 5, 10, 100, 10_000].map((attempt) => retryStrategy?.(attempt))).toEqual([50, 100, 250, 500, 500, 500])
})
