// The audit of changes, and of reads of other people's data. The database allows only inserts into both tables.
import { hash } from 'node:crypto'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { CallName } from '../../shared/calls.ts'
import { auditChanges, auditReads } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Api, Caller } from './handlers.ts'

/** Maximum number of recorded reads that are remembered in memory, for all people together. */
const NOTED = 10_000
/** Maximum number of different reads that are recorded one by one per person, call and hour. One more entry says that there were others. */
const EACH = 60
const MORE = { maisDe: EACH }
/** Number of items that are stored from a longer list, together with the list's length and a hash of the whole list. */
const LISTED = 20
const digest = (text: string) => hash('sha256', text, 'base64url')

type About = (typeof auditReads.$inferInsert)['about']
/** The field of a read that names the owners of the data, as one person's id or a list of ids. Without it, the data may belong to anybody. */
type Whose = readonly ['query' | 'body' | 'reply', string]

/** The calls that show other people's whereabouts, hours or commissions. */
const tellsOfOthers: Partial<Record<CallName, readonly [About, Whose?]>> = {
  'GET /datatocompromise': ['whereabouts'],
  'GET /compromises': ['whereabouts'],
  'GET /compromises/{id}': ['whereabouts', ['reply', 'CODCOLABORADOR']],
  'GET /dash/calendarioOndeEstou': ['whereabouts'],
  'POST /dash/calendarioOndeEstou': ['whereabouts', ['body', 'users']],
  'GET /detailcalendar/{id}': ['whereabouts'],
  'GET /dash/painelOndeEstou': ['whereabouts'],
  'GET /track': ['hours', ['query', 'user']],
  'GET /track/{id}': ['hours', ['reply', 'idUsuario']],
  'POST /dash/resultadotoggl': ['hours'],
  'POST /dash/analytictoggl': ['hours'],
  'POST /dash/trackprojetos': ['hours'],
  'GET /service-time-control': ['hours'],
  'GET /service-time-control/{id}': ['hours'],
  'GET /service-time-control/{id}/history': ['hours'],
  'GET /service-time-control-mov': ['hours'],
  'GET /service-time-control-mov/{id}': ['hours'],
  'GET /service-time-control-mov/{id}/history': ['hours'],
  'GET /service-time-control-comission': ['commissions'],
  'GET /service-time-control-comission/{id}': ['commissions'],
  'GET /service-time-control-comission/{id}/history': ['commissions'],
  'POST /comission-result': ['commissions', ['body', 'colaboradores']],
  'GET /comission-closing/preview': ['commissions'],
  'GET /comission-closing/{id}': ['commissions'],
}

/** The input of a read, as the audit stores it. */
const kept = (question: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(question).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length > LISTED
        ? { primeiros: value.slice(0, LISTED), total: value.length, sha256: digest(JSON.stringify(value)) }
        : value,
    ]),
  )

/** Runs a write in its own transaction, in which the database records the caller and the call. */
export const asChangeOf = <T>(db: Db, me: Pick<Caller, 'id'>, call: string, write: (tx: Db) => Promise<T>) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('csnoteweb.user', ${String(me.id)}, true), set_config('csnoteweb.call', ${call}, true)`)
    return write(tx)
  })

/** Returns a function that records that a caller was shown other people's data. A read with the same input is recorded once per hour. */
export function readsNoted({ db, clock }: Api) {
  // A read that is known to be recorded needs no statement. This saves many, because the wall and the calendar repeat the same reads again and again.
  const noted = new LRUCache<string, true>({ max: NOTED })
  const different = new LRUCache<string, number>({ max: NOTED })
  return async function noteRead(me: Caller, call: string, given: { path: object; query: unknown; body: unknown }, reply: unknown) {
    const { path, query, body } = given
    // A call that is not in `tellsOfOthers` shows nobody else's data and is not recorded.
    const [about, whose] = tellsOfOthers[call as CallName] ?? []
    if (!about) return
    // The call's schema has parsed this part of the call, and contains the field that `whose` names, so the cast is safe.
    const source = whose && ({ query, body, reply }[whose[0]] as Record<string, unknown> | undefined)
    const owners = [source?.[whose?.[1] ?? '']].flat()
    if (owners.length > 0 && owners.every((owner) => owner === me.id)) return
    const asked = kept({ ...path, ...(query as object | undefined), ...(body as object | undefined) })
    // One clock gives both the hour here and, through `at`, the hour in the table's unique index.
    const at = new Date(clock())
    const hour = [at.toISOString().slice(0, 13), me.id, call].join(' ')
    const keyOf = (input: object) => digest(hour + JSON.stringify(input))
    if (noted.has(keyOf(asked))) return
    const before = different.get(hour) ?? 0
    const input = before < EACH ? asked : MORE
    const key = keyOf(input)
    if (noted.has(key)) return
    different.set(hour, before + 1)
    await db.insert(auditReads).values({ at, userId: me.id, call, about, input }).onConflictDoNothing()
    noted.set(key, true)
  }
}

const SHOWN = 50
/** Error for an argument that is not understood. Such an argument must not be treated like an empty one, which asks for everything. */
const unclear = (about: string) => new Error(`Não entendi '${about}': escreva clients, clients/949 ou user:7.`)

/**
 * The newest changes: all of them, those of a record ('clients/949') or those by a person ('user:7'). A suffix 'antes:123' shows those before change
 * 123.
 */
export function newestChanges(db: Db, about: string) {
  const [, what = about, last] = /^(.*?) ?antes:(\d{1,15})$/.exec(about) ?? []
  const [, user] = /^user:(\d+)$/.exec(what) ?? []
  const [, relation, record] = /^(\w+)(?:\/(\d+))?$/.exec(what) ?? []
  if (what && !user && !relation) throw unclear(about)
  return db
    .select()
    .from(auditChanges)
    .where(
      and(
        user ? eq(auditChanges.userId, Number(user)) : undefined,
        relation ? eq(auditChanges.relation, relation) : undefined,
        record ? eq(auditChanges.recordId, Number(record)) : undefined,
        last ? lt(auditChanges.id, Number(last)) : undefined,
      ),
    )
    .orderBy(desc(auditChanges.id))
    .limit(SHOWN)
}

/** The newest reads of others' data: all of them, or those by a person ('user:7'). */
export function newestReads(db: Db, about: string) {
  const [, user] = /^user:(\d+)$/.exec(about) ?? []
  if (about && !user) throw unclear(about)
  return db
    .select()
    .from(auditReads)
    .where(user ? eq(auditReads.userId, Number(user)) : undefined)
    .orderBy(desc(auditReads.id))
    .limit(SHOWN)
}

/** Deletes entries past their retention: five years for changes, one year for reads. */
export async function forgetOld(db: Db) {
  await db.execute(sql`delete from audit_changes where at < now() - interval '5 years'`)
  await db.execute(sql`delete from audit_reads where at < now() - interval '1 year'`)
}

/**
 * Switches the audit off in the current transaction. Used to fill a new company and to extend the demo, because no person makes these changes, and
 * for dry runs of imports.
 */
export const withoutAudit = (tx: Db) => tx.execute(sql`select set_config('csnoteweb.audit', 'off', true)`)
