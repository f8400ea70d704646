// Connections to Redis. A command waits at most two seconds, and a connection that is silent for three seconds is replaced.
import Redis from 'ioredis'
import type { Env } from '../env.ts'

/** Timeouts in ms. Only the tests of the timeouts change them. */
export const LIMITS = { command: 2_000, connect: 2_000, silence: 3_000 }

/**
 * Longest pause in ms between two attempts to connect. By default, ioredis lets the pause grow to five seconds, during which requests would still
 * fail although Redis is back.
 */
const PAUSE = 500
export const retryStrategy = (attempt: number) => Math.min(50 * attempt, PAUSE)

/** Prefix of every key, so that installations with different origins can share one Redis. */
export const prefixOf = ({ PUBLIC_ORIGIN }: Env) => (PUBLIC_ORIGIN === undefined ? 'csnoteweb:' : `csnoteweb:${new URL(PUBLIC_ORIGIN).host}:`)

/** Connects to Redis. While Redis is silent or unreachable, every command rejects and its caller answers 503. */
export function connectRedis(url: string, keyPrefix = '') {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    // Do not send a failed command again: its caller was already told of the failure, and the command could take effect twice.
    autoResendUnfulfilledCommands: false,
    commandTimeout: LIMITS.command,
    connectTimeout: LIMITS.connect,
    socketTimeout: LIMITS.silence,
    retryStrategy,
    keyPrefix,
  })
  // Errors of the connection are ignored, because they only lead to a retry. Every failed command rejects for its own caller.
  redis.on('error', () => undefined)
  return redis
}

/**
 * Whether a crash of Redis may lose writes that it has confirmed. False if Redis does not reveal its configuration, which hosted services may refuse.
 */
export const mayForget = async (redis: Redis) => {
  const [of, each] = await Promise.all([redis.config('GET', 'appendonly'), redis.config('GET', 'appendfsync')]).catch(() => [])
  return of !== undefined && !(String(of).endsWith('yes') && String(each).endsWith('always'))
}
