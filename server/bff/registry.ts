// The live sessions, by the hash of their id. Once a session is removed here, its cookie never works again. If the registry is lost, everyone is
// signed out. The registry holds no tokens.
import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Clock } from '../../shared/clock.ts'
import type { Env } from '../env.ts'
import { connectRedis, prefixOf } from './redis.ts'

const PER_USER = 10

export interface LiveSession {
  /** The sha256 of the session id. */
  hash: string
  user: number
  /** Times in ms at which the session began and was last used. The second is rounded down to the hour. */
  started: number
  used: number
  /** Browser and system from which the session was started, for example 'Chrome · Linux'. */
  device: string
}

export interface Registry {
  /** Whether another process may have ended sessions since the last call of this function. */
  changedElsewhere: () => boolean
  /** Begins a session. If the person has more than ten, the oldest ones end. */
  add(sid: string, user: number, device: string): Promise<void>
  /** When a live session was last used, in ms, rounded down to the hour. Undefined if there is no such session. */
  used(hash: string): Promise<number | undefined>
  /** Records that a session is used now. */
  touch(hash: string): Promise<void>
  list(user?: number): Promise<LiveSession[]>
  endByHash(hash: string): Promise<boolean>
  /** The number of changes so far that affect who may sign in, for all people together. */
  changes(): Promise<number>
  /** Records that the password of a person was changed, or that the person may no longer sign in. */
  changed(user: number): Promise<void>
  /** The number that `changes` returned right after the last such change of a person. */
  lastChange(user: number): Promise<number>
  /** Resolves if the registry answers. */
  answers(): Promise<unknown>
  close(): Promise<void>
}

/** The form in which the registry stores the id of a session. */
export const idHash = (sid: string) => createHash('sha256').update(sid).digest('hex')
const toHour = (ms: number) => ms - (ms % 3_600_000)

export function openRegistry(env: Env, clock: Clock) {
  const { REDIS_URL, DATA_DIR, SESSION_DAYS } = env
  return REDIS_URL ? redisRegistry(REDIS_URL, prefixOf(env), clock, SESSION_DAYS) : fileRegistry(DATA_DIR, clock, SESSION_DAYS)
}

/** The registry for a single process: a SQLite file in the data folder. `days` is the lifetime of a session. */
function fileRegistry(dataDir: string, clock: Clock, days: number): Registry {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(dataDir, 'sessions.db'))
  db.exec(`pragma busy_timeout = 500; pragma journal_mode = wal; pragma synchronous = full;
    create table if not exists sessions (hash text primary key, user integer not null, started integer not null, used integer not null) strict;
    create index if not exists sessions_user on sessions (user, started);
    create table if not exists devices (hash text primary key, device text not null) strict;
    create trigger if not exists forget_device after delete on sessions begin delete from devices where hash = old.hash; end;
    create table if not exists changes (user integer primary key, number integer not null) strict`)
  const insert = db.prepare('insert into sessions values (?, ?, ?, ?)')
  // The device is in a separate table, because the previous release writes to the table `sessions` by column position.
  const insertDevice = db.prepare('insert into devices values (?, ?)')
  const trim = db.prepare(
    'delete from sessions where (user = ? and hash not in (select hash from sessions where user = ? order by started desc, rowid desc limit ?)) or started < ?',
  )
  const find = db.prepare('select used from sessions where hash = ?')
  const touch = db.prepare('update sessions set used = ? where hash = ?')
  const remove = db.prepare('delete from sessions where hash = ?')
  const all = db.prepare(
    `select sessions.*, coalesce(device, '') as device from sessions left join devices using (hash) where ?1 is null or user = ?1 order by started desc`,
  )
  // SQLite increases this number when another connection writes, for example a command or a second server on the same folder.
  const version = db.prepare('pragma data_version')
  let seen = version.get()?.['data_version']
  let isAsked = false
  const newest = db.prepare('select coalesce(max(number), 0) as number from changes')
  const note = db.prepare('replace into changes values (?, (select coalesce(max(number), 0) + 1 from changes))')
  const last = db.prepare('select number from changes where user = ?')
  const numberOf = (row: Record<string, unknown> | undefined) => Number(row?.['number'] ?? 0)
  return {
    changedElsewhere: () => {
      // The version is read only once per turn of the event loop, because the query takes as long as everything else in judging a call.
      if (isAsked) return false
      isAsked = true
      setImmediate(() => (isAsked = false))
      const now = version.get()?.['data_version']
      const changed = now !== seen
      seen = now
      return changed
    },
    changes: async () => numberOf(newest.get()),
    changed: async (user) => void note.run(user),
    lastChange: async (user) => numberOf(last.get(user)),
    add: async (sid, user, device) => {
      insert.run(idHash(sid), user, clock(), toHour(clock()))
      insertDevice.run(idHash(sid), device)
      trim.run(user, user, PER_USER, clock() - days * 86_400_000)
    },
    used: async (hash) => {
      const row = find.get(hash)
      return row && Number(row['used'])
    },
    touch: async (hash) => {
      const row = find.get(hash)
      if (row && row['used'] !== toHour(clock())) touch.run(toHour(clock()), hash)
    },
    // The columns are those of the table created above, so the cast is safe.
    list: async (user) => all.all(user ?? null) as unknown as LiveSession[],
    endByHash: async (hash) => remove.run(hash).changes > 0,
    answers: async () => find.get(''),
    close: async () => db.close(),
  }
}

/**
 * Updates the time at which a session was last used. The script is atomic: if another command ran between the read and the write, a session that had
 * just ended could come alive again.
 */
const USE = `
  local used = redis.call('hget', KEYS[1], 'used')
  if used and used ~= ARGV[1] then redis.call('hset', KEYS[1], 'used', ARGV[1]) end
  return used`

/** Counts a change and stores the count for the person. Must be atomic, or a sign-in from before the change could slip in between the two writes. */
const CHANGE = `redis.call('hset', KEYS[1], ARGV[1], redis.call('hincrby', KEYS[1], 'all', 1))`

/** The registry for several processes, in Redis. While Redis is silent, every function rejects and the caller answers 503. */
function redisRegistry(url: string, prefix: string, clock: Clock, days: number): Registry {
  const redis = connectRedis(url, prefix)
  const session = (hash: string) => `session:${hash}`
  const ofUser = (user: number) => `user:${user}`
  const load = async (hash: string): Promise<LiveSession | null> => {
    const { user, started, used, device = '' } = await redis.hgetall(session(hash))
    return user ? { hash, user: Number(user), started: Number(started), used: Number(used), device } : null
  }
  const endByHash = async (hash: string) => {
    const live = await load(hash)
    if (!live) return false
    await redis.multi().del(session(hash)).zrem(ofUser(live.user), hash).zrem('all', hash).exec()
    return true
  }
  return {
    changedElsewhere: () => true,
    changes: async () => Number(await redis.hget('changed', 'all')),
    changed: async (user) => void (await redis.eval(CHANGE, 1, 'changed', user)),
    lastChange: async (user) => Number(await redis.hget('changed', String(user))),
    add: async (sid, user, device) => {
      const hash = idHash(sid)
      await redis
        .multi()
        .hset(session(hash), { user, started: clock(), used: toHour(clock()), device })
        .expire(session(hash), days * 86_400)
        .zadd(ofUser(user), clock(), hash)
        .zadd('all', clock(), hash)
        .zremrangebyscore('all', '-inf', clock() - days * 86_400_000)
        .zremrangebyscore(ofUser(user), '-inf', clock() - days * 86_400_000)
        .exec()
      for (const old of await redis.zrange(ofUser(user), 0, String(-PER_USER - 1))) await endByHash(old)
    },
    used: async (hash) => {
      const used = await redis.hget(session(hash), 'used')
      return used === null ? undefined : Number(used)
    },
    touch: async (hash) => void (await redis.eval(USE, 1, session(hash), toHour(clock()))),
    list: async (user) => {
      const hashes = await redis.zrevrange(user === undefined ? 'all' : ofUser(user), 0, -1)
      return (await Promise.all(hashes.map(load))).filter((live) => live !== null)
    },
    endByHash,
    answers: () => redis.ping(),
    close: async () => redis.disconnect(),
  }
}
