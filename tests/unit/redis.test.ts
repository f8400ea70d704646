// How long the connection to Redis waits before it is tried again, without a Redis.
import { expect, it } from 'vitest'
import { connectRedis } from '../../server/bff/redis.ts'

it('a Redis that is back is found again within half a second, however long it was away', () => {
  const redis = connectRedis('redis://127.0.0.1:1')
  redis.disconnect()
  const { retryStrategy } = redis.options
  expect([1, 2, 5, 10, 100, 10_000].map((attempt) => retryStrategy?.(attempt))).toEqual([50, 100, 250, 500, 500, 500])
})
