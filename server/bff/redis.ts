// Connections to Redis. A command waits at most two seconds, and a connection that is silent for three seconds is replaced.
import Redis from 'ioredis'
import type { Env } from '../env.ts'

/** In ms. Only tests of the timeouts change them. */
export const LIMITS = { command: 2_000, connect: 2_000, silence: 3_000 }

/**
 * Longest pause in ms between two attempts to connect. The library's default grows to five seconds, during which a recovered Redis would serve
 * nobody.
 */
const PAUSE = 500
export const retryStrategy = (attempt: number) => Math.min(50 * attempt, PAUSE)

/** Prefix of every key, so that installations with different origins can share one Redis. */
export const prefixOf = ({ PUBLIC_ORIGIN }: Env) => (PUBLIC_ORIGIN === undefined ? 'csnoteweb:' : `csnoteweb:${new URL(PUBLIC_ORIGIN).host}:`)

/** While Redis is silent or gone, every command rejects and its caller answers 503. */
export function connectRedis(url: string, keyPrefix = '') {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    // The caller was already told that the command failed. A resent command would count twice.
    autoResendUnfulfilledCommands: false,
    commandTimeout: LIMITS.command,
    connectTimeout: LIMITS.connect,
    socketTimeout: LIMITS.silence,
    retryStrategy,
    keyPrefix,
  })
  // Every failed command rejects for its caller. Errors of the connection itself only lead to a retry.
  redis.on('error', () => undefined)
  return redis
}

/** Whether a crash of this Redis may lose acknowledged writes. False if it does not tell its configuration, as a hosted Redis may refuse to. */
export const mayForget = async (redis: Redis) => {
  const [of, each] = await Promise.all([redis.config('GET', 'appendonly'), redis.config('GET', 'appendfsync')]).catch(() => [])
  return of !== undefined && !(String(of).endsWith('yes') && String(each).endsWith('always'))
}
