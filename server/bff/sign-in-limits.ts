// Limits of sign-in attempts, and the addresses from which an account may sign in beyond them.
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { signIn } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'
import { silent, type Counter, type Counters } from './counters.ts'
import { asRefusal } from './errors.ts'
import { prefixOf } from './redis.ts'

/** Lockout in seconds: how long sign-in is refused after too many failures. */
const WAIT = 15 * 60
/** Time in seconds that the address of a successful sign-in is remembered, and the maximum number per account. The oldest is forgotten first. */
const KNOWN = 30 * 86_400
const MAX_KNOWN = 50

/** The counters of failed sign-ins (per account and address, per account, and per address) and of all attempts per address. */
type Limits = Record<'pair' | 'account' | 'failures' | 'attempts', Counter>

/** Returns the function that takes the points of a sign-in. */
export function createSignInLimits(env: Env, { redis, take, giveBack, holdOff }: Counters, { pair, account, failures, attempts }: Limits) {
  const { isKnown, setKnown } = createKnown(env, redis)

  /**
   * Takes the points of a sign-in before the upstream is asked, so that simultaneous attempts are limited too. The caller then reports the outcome.
   */
  return async (req: Request, email: string) => {
    const address = addressOf(req)
    const key = `${email} ${address}`
    const isAtHome = await isKnown(email, address)
    // The limiter of the address comes first: once it refuses, further attempts from that address create no other counters.
    const all: [Counter, string][] = isAtHome
      ? [[pair, key]]
      : [
          [failures, address],
          [pair, key],
          [account, email],
        ]
    const charged: { limit: Counter; of: string; left: number }[] = []
    const charge = async (limit: Counter, of: string) => {
      try {
        charged.push({ limit, of, left: (await take(limit, of, signIn.tooMany)).remainingPoints })
      } catch (error) {
        // A limiter that refuses has taken the point too, so the point is refunded. If a limiter is silent, nobody knows whether it took the point;
        // a refund of a point that was never taken would allow one more guess.
        if (asRefusal(error).status === 429) charged.push({ limit, of, left: 1 })
        throw error
      }
    }
    /** Refunds the points. If a refund fails, the points simply expire. */
    const refund = (some = charged) => Promise.allSettled(some.map(({ limit, of }) => giveBack(limit, of)))
    try {
      for (const [limit, of] of all) await charge(limit, of)
      await charge(attempts, address)
    } catch (refused) {
      void refund()
      throw refused
    }
    const failing = charged.filter(({ limit }) => limit !== attempts)
    return {
      /** Whether the account signed in from this address before. */
      isAtHome,
      /**
       * Starts the lockout if no point is left. The attempt that spent the last point still learns whether its password was right; the next one
       * must wait.
       */
      failed: () => Promise.allSettled(failing.filter(({ left }) => left <= 0).map(({ limit, of }) => holdOff(limit, of, WAIT))),
      succeeded: () => Promise.allSettled([setKnown(email, address), pair.delete(key), refund(failing.filter(({ limit }) => limit !== pair))]),
      /** For an attempt that the upstream did not judge: refunds its points, so that it counts towards no limit. */
      unanswered: () => refund(),
    }
  }
}

/**
 * Addresses from which an account signed in during the last 30 days. From these addresses, the account can sign in even if strangers failed too often,
 * elsewhere or at the same address. Without Redis, a restart forgets these addresses and all counters.
 */
function createKnown(env: Env, redis: Counters['redis']) {
  const known = new LRUCache<string, LRUCache<string, true>>({ max: 10_000 })
  const knownKey = (email: string) => `${prefixOf(env)}places:${email}`
  /** With Redis, this look-up is the first step of a sign-in: if Redis is silent, the sign-in fails before any points are taken. */
  const isKnown = async (email: string, address: string) => {
    if (redis) return Number((await redis.zscore(knownKey(email), address).catch(silent)) ?? 0) > Date.now() - KNOWN * 1000
    return known.get(email)?.has(address) ?? false
  }
  const setKnown = async (email: string, address: string) => {
    if (!redis) {
      const addresses = known.get(email) ?? new LRUCache({ max: MAX_KNOWN, ttl: KNOWN * 1000 })
      return void known.set(email, addresses.set(address, true))
    }
    const key = knownKey(email)
    // Keep only the newest MAX_KNOWN addresses.
    await redis
      .multi()
      .zadd(key, Date.now(), address)
      .zremrangebyrank(key, 0, -MAX_KNOWN - 1)
      .expire(key, KNOWN)
      .exec()
  }
  return { isKnown, setKnown }
}
