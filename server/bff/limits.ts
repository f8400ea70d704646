// Rate limits and how requests count towards them. In the table of calls, a call may have a lower limit (`perMinute`) or cost more points (`weight`).
// A long body costs more points too.
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { kilobytes } from '../../shared/call.ts'
import { messages, signIn } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'
import { asRefusal, Refusal } from './errors.ts'
import type { Allowed } from './gate.ts'
import { connectRedis, mayForget, prefixOf } from './redis.ts'

/** Durations in seconds. */
const MINUTE = 60
const HOUR = 60 * MINUTE
/** Each limit is [points, duration in seconds]. A request takes at least one point, and is refused if too few are left. */
const COUNTS = {
  /** Records that a person creates. The limits are above a day's work, but low enough to keep the lists usable for everyone else. */
  made: [1_000, HOUR],
  madeInADay: [3_000, 24 * HOUR],
  /** Records that a person changes. Limited because the audit keeps each change for years. */
  changed: [3_000, HOUR],
  changedInADay: [10_000, 24 * HOUR],
  /**
   * Requests without a session: calls per address, and calls per cookie of an ended session. Pages have a higher limit, because a whole office may
   * share one address.
   */
  address: [120, MINUTE],
  pages: [600, MINUTE],
  /**
   * Requests with cookies of ended sessions, per address. The total per address is limited, because anyone with an account can create many sessions.
   */
  ended: [6_000, MINUTE],
  /** Failed sign-ins: per account and address, per account, and per address. */
  pair: [5, 15 * MINUTE],
  account: [20, HOUR],
  failures: [50, 15 * MINUTE],
  /** Sign-in attempts per address, whether they fail or not. */
  attempts: [300, 15 * MINUTE],
} as const
const IN_FLIGHT = 8
/** Size in KiB for which an uploaded file takes one point. */
const UPLOADED = 32
/**
 * Maximum number of bodies that are read from one address at the same time while their callers are unknown. The limit is high, because a whole office
 * may sign in at once.
 */
const READING = 200
/** Lockout in seconds: how long sign-in is refused after too many failures. */
const WAIT = 15 * MINUTE
/** Time in seconds that the address of a successful sign-in is remembered, and the maximum number per account. The oldest is forgotten first. */
const KNOWN = 30 * 86_400
const PLACES = 50
/** Script that takes points off a counter and deletes the counter at zero, so that a refund leaves nothing in memory. */
const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 and redis.call('decrby', KEYS[1], ARGV[1]) <= 0 then redis.call('del', KEYS[1]) end`

export type Limits = ReturnType<typeof createLimits>

export function createLimits(env: Env) {
  const redis = env.REDIS_URL ? connectRedis(env.REDIS_URL) : undefined
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix: `${prefixOf(env)}limit:${keyPrefix}`, points, duration }
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options)
  }
  const perSession = limiter('session', env.CALLS_PER_MINUTE, MINUTE)
  /** One limiter for each call that has `perMinute` in the table of calls. */
  const rare = new Map<string, RateLimiterAbstract>()
  const counted = (name: keyof typeof COUNTS) => limiter(name, COUNTS[name][0], COUNTS[name][1])
  const creations: [RateLimiterAbstract, string][] = [
    [counted('made'), messages.tooManyMade],
    [counted('madeInADay'), messages.tooManyMadeInADay],
  ]
  const changes: [RateLimiterAbstract, string][] = [
    [counted('changed'), messages.tooManyChanged],
    [counted('changedInADay'), messages.tooManyChangedInADay],
  ]
  const strangers = { call: counted('address'), page: counted('pages') }
  const ended = counted('ended')
  const [pair, account, failures, attempts] = [counted('pair'), counted('account'), counted('failures'), counted('attempts')]
  /**
   * Addresses from which an account signed in during the last 30 days. From these addresses, the account can sign in even if strangers failed too
   * often, elsewhere or at the same address. Without Redis, a restart forgets these addresses and all counters.
   */
  const known = new LRUCache<string, LRUCache<string, true>>({ max: 10_000 })
  const knownKey = (email: string) => `${prefixOf(env)}places:${email}`
  /** With Redis, this look-up is the first step of a sign-in: if Redis is silent, the sign-in fails before any points are taken. */
  const isKnown = async (email: string, address: string) => {
    if (redis) return Number((await redis.zscore(knownKey(email), address).catch(silent)) ?? 0) > Date.now() - KNOWN * 1000
    return known.get(email)?.has(address) ?? false
  }
  const setKnown = async (email: string, address: string) => {
    if (!redis) {
      const places = known.get(email) ?? new LRUCache({ max: PLACES, ttl: KNOWN * 1000 })
      return void known.set(email, places.set(address, true))
    }
    const key = knownKey(email)
    // Keep only the newest PLACES addresses.
    await redis
      .multi()
      .zadd(key, Date.now(), address)
      .zremrangebyrank(key, 0, -PLACES - 1)
      .expire(key, KNOWN)
      .exec()
  }
  const inFlight = new Map<number, number>()
  /** Requests of unknown callers, per address, in the order in which they began. */
  const reading = new Map<string, Set<Request>>()

  /** Takes points from a limiter. `message` may depend on the number of seconds until the next point is free. */
  const take = async (limit: RateLimiterAbstract, key: string, message?: string | ((seconds: number) => string), points = 1) => {
    try {
      return await limit.consume(key, points)
    } catch (spent) {
      throw spent instanceof RateLimiterRes ? tooMany(spent.msBeforeNext, message) : silent(spent)
    }
  }

  async function giveBack(limit: RateLimiterAbstract, key: string, points = 1) {
    if (redis && limit instanceof RateLimiterRedis) await redis.eval(GIVE_BACK, 1, limit.getKey(key), points)
    else if ((await limit.reward(key, points)).consumedPoints <= 0) await limit.delete(key)
  }

  /**
   * Takes points from several limiters. If one of them refuses, all points are refunded: nothing was written, and a smaller request may still be
   * allowed.
   */
  async function takeAll(counts: [RateLimiterAbstract, message: string][], person: string, points: number) {
    const counted: RateLimiterAbstract[] = []
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

  /** Starts the lockout when the last point is spent. The count is not reset, because other requests may still refund their points. */
  async function holdOff(limit: RateLimiterAbstract, key: string) {
    if (redis && limit instanceof RateLimiterRedis) await redis.expire(limit.getKey(key), WAIT)
    else await limit.set(key, (await limit.get(key))?.consumedPoints ?? limit.points, WAIT)
  }

  /** Takes one of the slots that a holder may use at the same time. Returns the function that gives the slot back. */
  function enter<K>(counts: Map<K, number>, holder: K, most: number) {
    const count = counts.get(holder) ?? 0
    if (count >= most && env.CALLS_PER_MINUTE !== 0) throw tooMany(1000)
    counts.set(holder, count + 1)
    return () => {
      const left = (counts.get(holder) ?? 1) - 1
      if (left) counts.set(holder, left)
      else counts.delete(holder)
    }
  }

  return {
    /** Counts one call or page towards the limit of a session. Nothing is counted if CALLS_PER_MINUTE is 0. */
    session: async (hash: string) => {
      if (env.CALLS_PER_MINUTE > 0) await take(perSession, hash)
    },
    /**
     * Counts a call that the gate allowed: towards a limit of the session if the call has `perMinute` (mails, exports, data loads), and towards the
     * limits of the person if it creates or changes records.
     */
    allowed: async ({ row, url, principal, judged }: Allowed) => {
      if (env.CALLS_PER_MINUTE === 0) return
      if (row.perMinute !== undefined && url.includes(row.counted ?? '')) {
        const own = rare.get(row.name) ?? limiter(row.name, row.perMinute, MINUTE)
        rare.set(row.name, own)
        await take(own, principal.hash, (seconds) => messages.tooOften(own.points, seconds))
      }
      if (row.method === 'GET' || row.safe || row.own) return
      const person = String(principal.me.id)
      // Records are kept for years, so a call with a long body costs more points.
      const length = Math.ceil(kilobytes(JSON.stringify(judged.body ?? 0)) / (row.upload ? UPLOADED : 1))
      const weight = Math.max(row.weight?.(judged.body) ?? 1, length)
      if (row.method === 'POST') await takeAll(creations, person, weight)
      else {
        await takeAll(changes, person, weight)
        // Long changes also count as creations. Otherwise a person could create small records and fill them by changing them.
        if (length > 1) await takeAll(creations, person, length)
      }
    },
    /** Counts a call or page without a session. `cookie` is the hash of the cookie of an ended session of ours. */
    stranger: async (req: Request, what: keyof typeof strangers, cookie?: string) => {
      if (env.CALLS_PER_MINUTE === 0) return
      if (cookie !== undefined) await take(ended, addressOf(req))
      await take(strangers[what], cookie ?? addressOf(req))
    },
    /** At most 8 calls and pages of a person run at the same time, in all sessions together. Returns the function that gives the slot back. */
    acquire: (id: number) => enter(inFlight, id, IN_FLIGHT),
    /**
     * At most 200 bodies from one address are read at the same time while the caller is unknown. If there are more, the oldest request is dropped,
     * because an honest client sends its body within a moment. Returns the function that gives the slot back.
     */
    acquireBody: (req: Request) => {
      const address = addressOf(req)
      const bodies = reading.get(address) ?? new Set()
      reading.set(address, bodies.add(req))
      const [oldest] = bodies
      if (bodies.size > READING && oldest && env.CALLS_PER_MINUTE !== 0) {
        bodies.delete(oldest)
        oldest.destroy()
      }
      return () => void (bodies.delete(req) && bodies.size === 0 && reading.delete(address))
    },
    /**
     * Takes the points of a sign-in before the upstream is asked, so that simultaneous attempts are limited too. The caller then reports the outcome.
     */
    signIn: async (req: Request, email: string) => {
      const address = addressOf(req)
      const key = `${email} ${address}`
      const isAtHome = await isKnown(email, address)
      // The limiter of the address comes first: once it refuses, further attempts from that address create no other counters.
      const all: [RateLimiterAbstract, string][] = isAtHome
        ? [[pair, key]]
        : [
            [failures, address],
            [pair, key],
            [account, email],
          ]
      const charged: { limit: RateLimiterAbstract; of: string; left: number }[] = []
      const charge = async (limit: RateLimiterAbstract, of: string) => {
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
        failed: () => Promise.allSettled(failing.filter(({ left }) => left <= 0).map(({ limit, of }) => holdOff(limit, of))),
        succeeded: () => Promise.allSettled([setKnown(email, address), pair.delete(key), refund(failing.filter(({ limit }) => limit !== pair))]),
        /** For an attempt that the upstream did not judge: refunds its points, so that it counts towards no limit. */
        unanswered: () => refund(),
      }
    },
    /** Resolves if the store of the counters answers. */
    answers: async () => {
      if (redis) await redis.ping()
    },
    /** Whether Redis may lose its data, and with it the counters and sessions, in a crash. */
    mayForget: async () => redis !== undefined && mayForget(redis),
    close: () => redis?.disconnect(),
  }
}

function silent(error: unknown): never {
  throw new Refusal(503, messages.unavailable, { reason: `limits: ${String(error)}` })
}

function tooMany(ms: number, message: string | ((seconds: number) => string) = messages.tooMany) {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new Refusal(429, typeof message === 'string' ? message : message(seconds), { reason: 'limit', headers: { 'Retry-After': String(seconds) } })
}
