// Rate limits and how requests count towards them. In the table of calls, a call may have a lower limit (`perMinute`) or cost more points (`weight`).
// A long body costs more points too.
import type { Request } from 'express'
import { kilobytes } from '../../shared/call.ts'
import { limits } from '../../shared/messages.ts'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'
import { createCounters, type Counter } from './counters.ts'
import type { Allowed } from './gate.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createSlots } from './slots.ts'

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
  /** Reads of calendar addresses, per address of the reader. A calendar service reads those of many people. */
  feeds: [600, MINUTE],
  /** Refused calls with a current password, per person: the password was wrong, or the new one was. */
  secrets: [10, 15 * MINUTE],
  /** Failed sign-ins: per account and address, per account, and per address. */
  pair: [5, 15 * MINUTE],
  account: [20, HOUR],
  failures: [50, 15 * MINUTE],
  /** Sign-in attempts per address, whether they fail or not. */
  attempts: [300, 15 * MINUTE],
} as const
/** Size in KiB for which an uploaded file takes one point. */
const UPLOADED = 32

export type Limits = ReturnType<typeof createLimits>

export function createLimits(env: Env) {
  const counters = createCounters(env)
  const { counter, take, takeAll, giveBack, answers, mayForget, close } = counters
  const counted = (name: keyof typeof COUNTS) => counter(name, COUNTS[name][0], COUNTS[name][1])
  const perSession = counter('session', env.CALLS_PER_MINUTE, MINUTE)
  /** One counter for each call that has `perMinute` in the table of calls. */
  const rare = new Map<string, Counter>()
  const creations: [Counter, string][] = [
    [counted('made'), limits.tooManyMade],
    [counted('madeInADay'), limits.tooManyMadeInADay],
  ]
  const changes: [Counter, string][] = [
    [counted('changed'), limits.tooManyChanged],
    [counted('changedInADay'), limits.tooManyChangedInADay],
  ]
  const strangers = { call: counted('address'), page: counted('pages') }
  const ended = counted('ended')
  const feeds = counted('feeds')
  const secrets = counted('secrets')

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
        const own = rare.get(row.name) ?? counter(row.name, row.perMinute, MINUTE)
        rare.set(row.name, own)
        await take(own, principal.hash, (seconds) => limits.tooOften(own.points, seconds))
      }
      if (row.method === 'GET' || row.safe || row.answeredByBff) return
      const person = String(principal.me.id)
      // Records are kept for years, so a call with a long body costs more points.
      const length = Math.ceil(kilobytes(JSON.stringify(judged.body ?? 0)) / (row.upload ? UPLOADED : 1))
      const weight = Math.max(row.weight?.(judged.body, judged.further) ?? 1, length)
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
    /** Counts a read of a calendar address before anybody is asked whose it is. */
    feed: async (req: Request) => {
      if (env.CALLS_PER_MINUTE > 0) await take(feeds, addressOf(req))
    },
    /** Counts a call with a current password before it is judged. The returned function refunds the point. */
    secret: async (person: number) => {
      await take(secrets, String(person), limits.tooManySecrets)
      return () => giveBack(secrets, String(person))
    },
    signIn: createSignInLimits(env, counters, {
      pair: counted('pair'),
      account: counted('account'),
      failures: counted('failures'),
      attempts: counted('attempts'),
    }),
    ...createSlots(env),
    answers,
    mayForget,
    close,
  }
}
