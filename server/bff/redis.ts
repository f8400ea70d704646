// The connections to Redis: whoever asks waits two seconds at most, and a connection that says nothing for three is replaced.
import Redis from 'ioredis'
import type { Env } from '../env.ts'

/** In ms. Only tests of what happens beyond them change them. */
export const LIMITS = { command: 2_000, connect: 2_000, silence: 3_000 }

/** Longest pause in ms between two attempts to connect. The library's own grows to five seconds, in which a Redis that is back answers nobody. */
const PAUSE = 500
export const retryStrategy = (attempt: number) => Math.min(50 * attempt, PAUSE)

/** What every key begins with: installations that are reached at addresses of their own share nothing, though they share one Redis. */
export const prefixOf = ({ PUBLIC_ORIGIN }: Env) => (PUBLIC_ORIGIN === undefined ? 'csnoteweb:' : `csnoteweb:${new URL(PUBLIC_ORIGIN).host}:`)

/** Silent, or gone: every question rejects, and its asker answers 503. */
export function connectRedis(url: string, keyPrefix = '') {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    // Its asker was told that nobody answered: asked again, it would count twice.
    autoResendUnfulfilledCommands: false,
    commandTimeout: LIMITS.command,
    connectTimeout: LIMITS.connect,
    socketTimeout: LIMITS.silence,
    retryStrategy,
    keyPrefix,
  })
  // Every command's failure reaches its caller; the connection's own retries need no one.
  redis.on('error', () => undefined)
  return redis
}

/** Whether it may forget, when it falls, what it answered as done. False where it does not say: one that others run. */
export const mayForget = async (redis: Redis) => {
  const [of, each] = await Promise.all([redis.config('GET', 'appendonly'), redis.config('GET', 'appendfsync')]).catch(() => [])
  return of !== undefined && !(String(of).endsWith('yes') && String(each).endsWith('always'))
}
