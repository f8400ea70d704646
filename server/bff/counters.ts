// Counters with a number of points per period, in Redis or, without it, in the memory of this process.
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { messages } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { asRefusal, Refusal } from './errors.ts'
import { connectRedis, mayForget, prefixOf } from './redis.ts'

/** Script that takes points off a counter and deletes the counter at zero, so that a refund leaves nothing in memory. */
const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 and redis.call('decrby', KEYS[1], ARGV[1]) <= 0 then redis.call('del', KEYS[1]) end`

export type Counters = ReturnType<typeof createCounters>
export type Counter = RateLimiterAbstract

export function createCounters(env: Env) {
  const redis = env.REDIS_URL ? connectRedis(env.REDIS_URL) : undefined

  /** A counter that has `points` per `duration`, in seconds. */
  const counter = (keyPrefix: string, points: number, duration: number): Counter => {
    const options = { keyPrefix: `${prefixOf(env)}limit:${keyPrefix}`, points, duration }
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options)
  }

  /** Takes points from a counter. `message` may depend on the number of seconds until the next point is free. */
  const take = async (limit: Counter, key: string, message?: string | ((seconds: number) => string), points = 1) => {
    try {
      return await limit.consume(key, points)
    } catch (spent) {
      throw spent instanceof RateLimiterRes ? tooMany(spent.msBeforeNext, message) : silent(spent)
    }
  }

  async function giveBack(limit: Counter, key: string, points = 1) {
    if (redis && limit instanceof RateLimiterRedis) await redis.eval(GIVE_BACK, 1, limit.getKey(key), points)
    else if ((await limit.reward(key, points)).consumedPoints <= 0) await limit.delete(key)
  }

  /**
   * Takes points from several counters. If one of them refuses, all points are refunded: nothing was written, and a smaller request may still be
   * allowed.
   */
  async function takeAll(counts: [Counter, message: string][], person: string, points: number) {
    const counted: Counter[] = []
    try {
      for (const [limit, message] of counts) {
        counted.push(limit)
        await take(limit, person, message, points)
      }
    } catch (error) {
      if (asRefusal(error).status === 429) await Promise.allSettled(counted.map((limit) => giveBack(limit, person, points)))
      throw error
    }
  }

  /**
   * Starts a lockout of so many seconds when the last point is spent. The count is not reset, because other requests may still refund their points.
   */
  async function holdOff(limit: Counter, key: string, seconds: number) {
    if (redis && limit instanceof RateLimiterRedis) await redis.expire(limit.getKey(key), seconds)
    else await limit.set(key, (await limit.get(key))?.consumedPoints ?? limit.points, seconds)
  }

  return {
    redis,
    counter,
    take,
    giveBack,
    takeAll,
    holdOff,
    /** Resolves if the store of the counters answers. */
    answers: async () => {
      if (redis) await redis.ping()
    },
    /** Whether Redis may lose its data, and with it the counters and sessions, in a crash. */
    mayForget: async () => redis !== undefined && mayForget(redis),
    close: () => redis?.disconnect(),
  }
}

/** Throws the refusal for a Redis that does not answer. */
export function silent(error: unknown): never {
  throw new Refusal(503, messages.unavailable, { reason: `limits: ${String(error)}` })
}

export function tooMany(ms: number, message: string | ((seconds: number) => string) = messages.tooMany) {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Refusal(429, typeof message === 'string' ? message : message(seconds), { reason: 'limit', headers: { 'Retry-After': String(seconds) } })
}
