// How much anyone may ask for, and what is counted. A row of the table may say that it is asked less often (`perMinute`), or counts for more (`weight`); so does a long body.
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

/** Seconds. */
const MINUTE = 60
const HOUR = 60 * MINUTE
/** So many points in so many seconds. */
const COUNTS = {
  /** Records that a person makes: more than a day's work, fewer than make a list useless to the others. */
  made: [1_000, HOUR],
  madeInADay: [3_000, 24 * HOUR],
  /** And changes: each is kept in the audit for years. */
  changed: [3_000, HOUR],
  changedInADay: [10_000, 24 * HOUR],
  /** Whoever has no session: calls by address, and by the cookie of a session that ended; pages more generously, for a whole office may stand behind an address. */
  address: [120, MINUTE],
  pages: [600, MINUTE],
  /** All the ended sessions of an address: whoever has an account can make many. */
  ended: [6_000, MINUTE],
  /** Failed sign-ins, of an account with an address, of an account, of an address. */
  pair: [5, 15 * MINUTE],
  account: [20, HOUR],
  failures: [50, 15 * MINUTE],
  /** Sign-ins that are tried, of any outcome. */
  attempts: [300, 15 * MINUTE],
} as const
const IN_FLIGHT = 8
/** KiB of a file that count as a record. */
const UPLOADED = 32
/** Bodies of one address that are being read while nobody knows whose they are. An office may sign in at once. */
const READING = 200
/** How long whoever failed too often waits. */
const WAIT = 15 * MINUTE
/** Seconds that a place where somebody signed in is remembered, and how many of an account: who travels far has fewer. */
const KNOWN = 30 * 86_400
const PLACES = 50
/** So many less of a count, which is gone when nothing is left: what was given back takes no memory. */
const GIVE_BACK = `if redis.call('exists', KEYS[1]) == 1 and redis.call('decrby', KEYS[1], ARGV[1]) <= 0 then redis.call('del', KEYS[1]) end`

export type Limits = ReturnType<typeof createLimits>

export function createLimits(env: Env) {
  const redis = env.REDIS_URL ? connectRedis(env.REDIS_URL) : undefined
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix: `${prefixOf(env)}limit:${keyPrefix}`, points, duration }
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options)
  }
  const perSession = limiter('session', env.CALLS_PER_MINUTE, MINUTE)
  /** Rows that may be called less often, each with a count of its own. */
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
  /** Where an account signed in during the last 30 days: there no stranger's failures lock it, not even those of its own address. Without Redis forgotten at a restart, as the counts are. */
  const known = new LRUCache<string, LRUCache<string, true>>({ max: 10_000 })
  const knownKey = (email: string) => `${prefixOf(env)}places:${email}`
  /** Where there is Redis, asked there before anything is counted there: one that is silent is found out in time. */
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
    // All but the newest, from the oldest on.
    await redis
      .multi()
      .zadd(key, Date.now(), address)
      .zremrangebyrank(key, 0, -PLACES - 1)
      .expire(key, KNOWN)
      .exec()
  }
  const inFlight = new Map<number, number>()
  /** Of each address, those held longest first. */
  const reading = new Map<string, Set<Request>>()

  /** `message`: of the seconds until there is one again. */
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

  /** So many of each count. What refuses has counted them, too: given back, for nothing was written, and less may still be. */
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

  /** Whoever spent the last point waits from now on. What the count is stays: others may still be giving back what they took. */
  async function holdOff(limit: RateLimiterAbstract, key: string) {
    if (redis && limit instanceof RateLimiterRedis) await redis.expire(limit.getKey(key), WAIT)
    else await limit.set(key, (await limit.get(key))?.consumedPoints ?? limit.points, WAIT)
  }

  /** One more of those that one holder may have at the same time. */
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
    /** One more call or page of a session; with 0 calls a minute configured, none is counted. */
    session: async (hash: string) => {
      if (env.CALLS_PER_MINUTE > 0) await take(perSession, hash)
    },
    /** One more that the gate lets through: of a session, where its row may be called less often (mails, exports, data loads); of a person, what it makes and changes. */
    allowed: async ({ row, url, principal, judged }: Allowed) => {
      if (env.CALLS_PER_MINUTE === 0) return
      if (row.perMinute !== undefined && url.includes(row.counted ?? '')) {
        const own = rare.get(row.name) ?? limiter(row.name, row.perMinute, MINUTE)
        rare.set(row.name, own)
        await take(own, principal.hash, (seconds) => messages.tooOften(own.points, seconds))
      }
      if (row.method === 'GET' || row.safe || row.own) return
      const person = String(principal.me.id)
      // What is kept is kept for years, the longer texts of it too.
      const length = Math.ceil(kilobytes(JSON.stringify(judged.body ?? 0)) / (row.upload ? UPLOADED : 1))
      const weight = Math.max(row.weight?.(judged.body) ?? 1, length)
      if (row.method === 'POST') await takeAll(creations, person, weight)
      else {
        await takeAll(changes, person, weight)
        // Or what is made small would be filled by a change.
        if (length > 1) await takeAll(creations, person, length)
      }
    },
    /** One more call or page without a session. `cookie`: of a session of ours that is no more. */
    stranger: async (req: Request, what: keyof typeof strangers, cookie?: string) => {
      if (env.CALLS_PER_MINUTE === 0) return
      if (cookie !== undefined) await take(ended, addressOf(req))
      await take(strangers[what], cookie ?? addressOf(req))
    },
    /** At most 8 calls and pages of a person at the same time, whatever the number of sessions. Gives the function that lets the place go. */
    acquire: (id: number) => enter(inFlight, id, IN_FLIGHT),
    /**
     * At most 200 bodies of an address are read at the same time before anybody is known: the one held longest gives way, for whoever sends theirs
     * is done in a moment. Gives the function that lets the place go.
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
    /** A sign-in is charged before the upstream is asked, so that those of one moment count too; what becomes of it is told afterwards. */
    signIn: async (req: Request, email: string) => {
      const address = addressOf(req)
      const key = `${email} ${address}`
      // The address first: once it has failed too often, whatever it tries takes no more memory.
      const isAtHome = await isKnown(email, address)
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
          // What refuses has counted it, too; whether what is silent has, nobody knows: given back for nothing it would be a guess more.
          if (asRefusal(error).status === 429) charged.push({ limit, of, left: 1 })
          throw error
        }
      }
      /** What cannot be given back now passes with its time. */
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
        /** Whether the account signed in from there before. */
        isAtHome,
        /** The one that spends the last point is still told about its password; the next one waits. */
        failed: () => Promise.allSettled(failing.filter(({ left }) => left <= 0).map(({ limit, of }) => holdOff(limit, of))),
        succeeded: () => Promise.allSettled([setKnown(email, address), pair.delete(key), refund(failing.filter(({ limit }) => limit !== pair))]),
        /** Nobody said yes or no: it was no failure of whoever tried, and no attempt of the address. */
        unanswered: () => refund(),
      }
    },
    /** Whether what calls need to be counted answers. */
    answers: async () => {
      if (redis) await redis.ping()
    },
    /** Whether what Redis counts, and the sessions with it, may be forgotten when it falls. */
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
