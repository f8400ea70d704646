// ETags of reads. If none of the tables that an answer came from has changed since, the same request is answered with 304 instead of the rows.
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { getTableName, is, sql } from 'drizzle-orm'
import type { Logger } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { addDays, atWall, HOUR, wallDay, type Clock } from '../../shared/clock.ts'
import * as schema from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Api, Caller, Seen } from './handlers.ts'

/** Length in bytes from which an answer gets a tag. To send a shorter one again costs no more than to look for changes. */
const LONG = 2048
/** Number of tags that are remembered, and for how long in ms: less than the database remembers changes (forgetTableChanges). */
const TAGS = 10_000
const LIFE = HOUR
/** Maximum length of an address that gets tags, so that the tags take at most some 20 MB. */
const LONGEST_URL = 1024

/** The tables without triggers that note their changes. An answer from one of them gets no tag. */
export const UNNOTED = new Set(['tokens', 'challenges', 'answered', 'audit_changes', 'audit_reads', 'table_changes'])
const TABLES = new Set<string>(Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])))
/** Functions of the database whose result may differ each time. */
const VOLATILE = /\b(?:now|random|localtime|localtimestamp|timeofday|nextval|gen_random_uuid|uuidv\d|current_\w+|\w+_timestamp)\b/i

/** The columns of `Seen`. A restored database has another table of changes. */
export const seen = {
  snapshot: sql<string>`pg_current_snapshot()::text`,
  server: sql<string>`pg_postmaster_start_time()::text || to_regclass('table_changes')::oid::text`,
  at: sql<string>`now()::text`,
}

/** The facts on which an answer in progress depends: the tables, and the time until which it is the same, in ms. */
interface Reading {
  tables: Set<string>
  until: number
}
const reading = new AsyncLocalStorage<Reading>()

const found = new LRUCache<string, { tables: readonly string[]; varies: boolean }>({ max: 1000 })
/** Notes the tables of each query of a read. The names are found in the text of the query, so a column of the same name counts too. */
export const tablesNoted: Logger = {
  logQuery(text) {
    const one = reading.getStore()
    if (!one) return
    const known = found.get(text) ?? { tables: [...new Set(text.match(/\w+/g))].filter((word) => TABLES.has(word)), varies: VOLATILE.test(text) }
    found.set(text, known)
    for (const table of known.tables) one.tables.add(table)
    if (known.varies) one.until = 0
  },
}

/** The clock for handlers. An answer for which it was read gets no tag, unless the handler says how long the answer stays the same. */
export const timeNoted =
  (clock: Clock): Clock =>
  () => {
    holdsUntil(0)
    return clock()
  }

/** Says that the answer in progress changes at this time, in ms. */
export function holdsUntil(ms: number) {
  const one = reading.getStore()
  if (one) one.until = Math.min(one.until, ms)
}

/** The time in ms for an answer that changes at midnight, or earlier if `holdsUntil` says so. */
export function timeOfDay(clock: Clock): number {
  // The clock is read as if for another answer, because reading it would end the validity of this one.
  const now = reading.run({ tables: new Set(), until: 0 }, clock)
  holdsUntil(atWall(`${addDays(wallDay(now), 1)}T00:00:00`))
  return now
}

/** Today's date 'YYYY-MM-DD' for an answer. */
export const todayFor = (clock: Clock) => wallDay(timeOfDay(clock))

export function createTags({ db, clock }: Api) {
  const given = new LRUCache<string, Reading & { url: string; user: number; seen: Seen }>({ max: TAGS, ttl: LIFE })

  return {
    /** Whether the answer with this tag, for the same request of the same person, would be the same now. */
    async isCurrent(tag: string | undefined, url: string, me: Caller): Promise<boolean> {
      const one = tag === undefined ? undefined : given.get(tag)
      if (!one || one.url !== url || one.user !== me.id || clock() >= one.until) return false
      return !(await haveChanged(db, one))
    },
    /** Reads an answer. Returns it with the function that makes its tag, undefined if it has none. */
    async noted<T>(url: string, me: Caller, read: () => Promise<T>): Promise<{ reply: T; tag: (length: number) => string | undefined }> {
      const one: Reading = { tables: new Set(), until: Infinity }
      // A handler may return a query, which only starts when it is awaited, so it is awaited here.
      const reply = await reading.run(one, async () => await read())
      const tag = (length: number) => {
        if (
          length < LONG ||
          url.length > LONGEST_URL ||
          one.tables.size === 0 ||
          one.until <= clock() ||
          me.seen === undefined ||
          [...UNNOTED].some((table) => one.tables.has(table))
        )
          return undefined
        const tag = `"${randomBytes(12).toString('base64url')}"`
        given.set(tag, { ...one, url, user: me.id, seen: me.seen })
        return tag
      }
      return { reply, tag }
    },
  }
}

/**
 * Whether any of these tables was changed by a transaction that an earlier query could not see. True if the database cannot know it, because it is
 * another one, or because by its own clock the answer is so old that changes may be forgotten.
 */
async function haveChanged(db: Db, { tables, seen: then }: { tables: Set<string>; seen: Seen }): Promise<boolean> {
  const snapshot = sql`${then.snapshot}::pg_snapshot`
  const [one] = await db
    .select({
      changed: sql<boolean>`${seen.server} <> ${then.server} or now() > ${then.at}::timestamptz + interval '1 hour'
        or exists (select from table_changes where relation = any(${`{${[...tables].join()}}`}::text[])
          and xid >= pg_snapshot_xmin(${snapshot}) and not pg_visible_in_snapshot(xid, ${snapshot}))`,
    })
    .from(sql`(select) as nothing`)
  return one?.changed !== false
}

/** Deletes changes that are older than every tag. */
export const forgetTableChanges = (db: Db) => db.execute(sql`delete from table_changes where at < now() - interval '2 hours'`)
