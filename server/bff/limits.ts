// How much anyone may ask for. Every number is here, with what it counts.
import { isIPv6 } from 'node:net'
import type { Request } from 'express'
import Redis from 'ioredis'
import { LRUCache } from 'lru-cache'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { messages } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { Refusal } from './errors.ts'
import type { Allowed } from './gate.ts'

const MINUTE = 60
const IN_FLIGHT = 8
/** How long whoever failed too often waits. */
const WAIT = 15 * MINUTE

export type Limits = ReturnType<typeof createLimits>

export function createLimits(env: Env) {
  const redis = env.REDIS_URL ? new Redis(env.REDIS_URL, { maxRetriesPerRequest: 1, commandTimeout: 2_000, connectTimeout: 2_000 }) : undefined
  redis?.on('error', () => undefined)
  const limiter = (keyPrefix: string, points: number, duration: number): RateLimiterAbstract => {
    const options = { keyPrefix: `csnoteweb:limit:${keyPrefix}`, points, duration }
    return redis ? new RateLimiterRedis({ ...options, storeClient: redis }) : new RateLimiterMemory(options)
  }
  const perSession = limiter('session', env.CALLS_PER_MINUTE, MINUTE)
  /** Rows that may be called less often, each with a count of its own. */
  const rare = new Map<string, RateLimiterAbstract>()
  const perAddress = limiter('address', 120, MINUTE)
  // Failed sign-ins.
  const pair = limiter('pair', 5, 15 * MINUTE)
  const account = limiter('account', 20, 60 * MINUTE)
  const failures = limiter('failures', 50, 15 * MINUTE)
  /** Sign-ins of any outcome. */
  const attempts = limiter('attempts', 300, 15 * MINUTE)
  /** Where an account signed in during the last 30 days: there a stranger's failures do not lock it. Forgotten at a restart, which is the stricter side. */
  const known = new LRUCache<string, true>({ max: 100_000, ttl: 30 * 86_400_000 })
  const flying = new Map<string, number>()

  const take = async (limit: RateLimiterAbstract, key: string) => {
    try {
      await limit.consume(key)
    } catch (spent) {
      throw spent instanceof RateLimiterRes
        ? tooMany(spent.msBeforeNext)
        : new Refusal(503, messages.unavailable, { reason: `limits: ${String(spent)}` })
    }
  }
  /** One more failure; the last that is allowed begins the wait. */
  const fail = async (limit: RateLimiterAbstract, key: string) => {
    const { remainingPoints } = await limit.consume(key)
    if (remainingPoints <= 0) await limit.block(key, WAIT)
  }
  const isSpent = async (limit: RateLimiterAbstract, key: string) => {
    const spent = await limit.get(key)
    return spent && spent.consumedPoints >= limit.points && spent.remainingPoints <= 0 ? spent.msBeforeNext : 0
  }

  return {
    /** One more call of a session; with 0 calls a minute configured, none is counted. */
    session: async (sid: string) => {
      if (env.CALLS_PER_MINUTE > 0) await take(perSession, sid)
    },
    /** One more of a call that may be made less often: mails, exports, data loads. */
    rare: async (sid: string, { row, url }: Allowed) => {
      if (env.CALLS_PER_MINUTE === 0 || row.perMinute === undefined || !url.includes(row.counted ?? '')) return
      const own = rare.get(row.name) ?? limiter(row.name, row.perMinute, MINUTE)
      rare.set(row.name, own)
      await take(own, sid)
    },
    /** One more call of an address without a session. */
    address: (req: Request) => (env.CALLS_PER_MINUTE === 0 ? Promise.resolve() : take(perAddress, addressOf(req))),
    /** At most 8 calls of a session at the same time. Gives the function that lets the place go. */
    fly: (sid: string) => {
      const count = flying.get(sid) ?? 0
      if (count >= IN_FLIGHT && env.CALLS_PER_MINUTE !== 0) throw tooMany(1000)
      flying.set(sid, count + 1)
      return () => {
        const left = (flying.get(sid) ?? 1) - 1
        if (left) flying.set(sid, left)
        else flying.delete(sid)
      }
    },
    signIn: {
      /** Before the upstream is asked: a limited attempt never reaches it. */
      check: async (req: Request, email: string) => {
        const address = addressOf(req)
        await take(attempts, address)
        const own = known.has(`${email} ${address}`)
        const waits = await Promise.all([isSpent(pair, `${email} ${address}`), isSpent(failures, address), own ? 0 : isSpent(account, email)])
        const wait = Math.max(...waits)
        if (wait > 0) throw tooMany(wait)
      },
      failed: async (req: Request, email: string) => {
        const address = addressOf(req)
        const own = known.has(`${email} ${address}`)
        // The one that spends the last point is still told about its password; the next one waits.
        await Promise.allSettled([fail(pair, `${email} ${address}`), fail(failures, address), own ? undefined : fail(account, email)])
      },
      succeeded: async (req: Request, email: string) => {
        const key = `${email} ${addressOf(req)}`
        known.set(key, true)
        await pair.delete(key)
      },
    },
    close: () => redis?.disconnect(),
  }
}

const tooMany = (ms: number) =>
  new Refusal(429, messages.tooMany, { reason: 'limit', headers: { 'Retry-After': String(Math.max(1, Math.ceil(ms / 1000))) } })

/** Whom an address stands for: an IPv6 network of /64, an IPv4 address however it is written. */
function addressOf(req: Request): string {
  const address = (req.ip ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::') ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left
  return groups.slice(0, 4).join(':')
}
