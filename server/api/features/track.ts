// Personal time tracking. Every statement checks that the entry belongs to the caller.
import { and, desc, eq, getTableColumns, isNotNull, isNull, ne, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { addDays, DAY, nextAt, secondsBetween, secondsLater, wallDay, wallTime } from '../../../shared/clock.ts'
import { duration, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { messages, TOO_LONG, type track as rows, type WorkField } from '../../../shared/features/track.ts'
import { choices } from '../choices.ts'
import { inColumns, instant, type Db } from '../db/sql.ts'
import { monthClosings, timeEntries as table, trackActivities, trackCategories, trackModules, trackTags } from '../db/schema.ts'
import { refusal } from '../errors.ts'
import type { Api, Given, Handlers } from '../handlers.ts'
import { countThatFits, MAX_ROWS } from '../answer-limits.ts'
import { timeOfDay } from '../tags.ts'
import { found, inserted, nextVersion } from '../versions.ts'
import { mustBeInOpenMonth } from './track-months.ts'
import { answerVisit } from './track-visits.ts'

type GivenTo<N> = Given<Extract<(typeof rows)[number], { name: N }>>
type Fields = Pick<GivenTo<'PUT /track'>['body'], WorkField>

/** If no dates are given, the list begins this long ago (in ms). */
const BACK = 90 * DAY
/** SUGGESTED: number of suggestions that a form offers. LOOKED_AT: number of newest entries from which they are taken. */
const SUGGESTED = 100
const LOOKED_AT = 2000

/** Duration of a finished entry in seconds. Uses date_part, because extract computes with decimals, which takes longer. */
export const lasted = sql<number | null>`date_part('epoch', ${table.endedAt} - ${table.startedAt})`
export const durationOf = (time: number | null) => (time === null ? null : duration(time))

/** The descriptions of a register's records, by id. */
const namesIn = (register: PgTable) => sql<Record<number, string> | null>`(select json_object_agg(id, description) from ${register})`

/**
 * Entries with their names. The limit MOST is more than an answer can hold. Names are added and times formatted here, because the database would take
 * several times as long.
 */
export async function entriesOf(db: Db, which: SQL | undefined, ...order: SQL[]) {
  const list = db
    .select({
      id: table.id,
      userId: table.userId,
      activityId: table.activityId,
      moduleId: table.moduleId,
      categoryId: table.categoryId,
      tagId: table.tagId,
      description: stored.descricao,
      startedAt: table.startedAt,
      endedAt: table.endedAt,
      origin: table.origin,
    })
    .from(table)
    .where(which)
    .orderBy(...order)
    .limit(MAX_ROWS)
  const entries = await inColumns(db, list)
  const names = { activity: namesIn(trackActivities), module: namesIn(trackModules), category: namesIn(trackCategories), tag: namesIn(trackTags) }
  const [called] = await db.select(names).from(sql`(select) as nothing`)
  const nameOf = (of: keyof typeof names, id: number | null) => (id === null ? null : (called?.[of]?.[id] ?? null))
  // Each field is listed, because copying with a rest pattern takes half as much time as everything else together.
  return entries.map(({ startedAt, endedAt, id, userId, description, origin, activityId, moduleId, categoryId, tagId }) => ({
    id,
    userId,
    description,
    activity: nameOf('activity', activityId),
    module: nameOf('module', moduleId),
    category: nameOf('category', categoryId),
    tag: nameOf('tag', tagId),
    origin,
    day: startedAt.slice(0, 10),
    start: startedAt.slice(11),
    end: endedAt === null ? null : endedAt.slice(11),
    time: endedAt === null ? null : secondsBetween(startedAt, endedAt),
  }))
}

const stored = {
  id: table.id,
  idAtividade: table.activityId,
  idCategoria: table.categoryId,
  idModulo: table.moduleId,
  idTag: table.tagId,
  descricao: sql<string | null>`nullif(${table.description}, '')`,
  dataHoraInicio: instant(table.startedAt),
  horaFim: sql<string | null>`to_char(${table.endedAt}, 'HH24:MI:SS')`,
  lasted,
  idUsuario: table.userId,
  versao: table.version,
  mesFechado: sql<boolean>`exists (select from ${monthClosings} m where m.month = date_trunc('month', ${table.startedAt}) and m.closed)`,
}
const asEntry = <T extends { lasted: number | null }>({ lasted: time, ...entry }: T) => ({ ...entry, total: durationOf(time) })

export const track = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /track': async ({ db, me, query }) => {
    const from = query.startdate ?? (query.enddate ? '0001-01-01' : wallDay(timeOfDay(clock) - BACK))
    const until = query.enddate ? addDays(query.enddate, 1) : 'infinity'
    const period = sql`${table.startedAt} >= ${from}::timestamp and ${table.startedAt} < ${until}::timestamp`
    const found = await entriesOf(db, and(eq(table.userId, query.user ?? me.id), period), desc(table.startedAt), desc(table.id))
    const sums = new Map<string, number>()
    /** Number of entries of each day from the current row to the end of the list, which is sorted newest first. */
    const left = new Map<string, number>()
    for (const { day } of found) left.set(day, (left.get(day) ?? 0) + 1)
    for (const { day, time } of found) sums.set(day, (sums.get(day) ?? 0) + (time ?? 0))
    const numberOf = (day: string) => {
      const position = left.get(day) ?? 0
      left.set(day, position - 1)
      return position
    }
    const rows = found.map(({ id, description, activity, module, category, tag, start, end, time, day }) => ({
      ID: id,
      DESCRICAO: description,
      ACTIVITY: activity,
      MODULE: module,
      CATEGORY: category,
      TAG: tag,
      HORAINICIO: start,
      HORAFIM: end,
      TOTAL: durationOf(time),
      ACTIVITY_DATE: day,
      SOMA: duration(sums.get(day) ?? 0),
      position: numberOf(day),
    }))
    if (countThatFits(rows) < rows.length) throw refusal(400, messages.tooMany)
    return rows
  },

  'GET /track/check': async ({ db, me }) => {
    const [running] = await db
      .select(stored)
      .from(table)
      .where(and(eq(table.userId, me.id), isNull(table.endedAt)))
    return running ? asEntry(running) : null
  },

  'GET /datatrack': async ({ db, me }) => ({
    ...(await choices.time(db)),
    sugestoes: await inColumns(db, suggestions(db, me.id)),
    frequente: (await frequent(db, eq(table.userId, me.id))) ?? (await frequent(db, undefined)) ?? null,
  }),

  'GET /track/{id}': async ({ db, path }) => asEntry(found(await db.select(stored).from(table).where(eq(table.id, path.id)))),

  // If a person starts several entries at once, a constraint lets only one succeed.
  'POST /track': async ({ db, me, body }) => {
    const started = await db
      .insert(table)
      .values({ ...(await columnsOf(db, body)), userId: me.id, startedAt: wallTime(clock()) })
      .returning(stored)
    return asEntry(inserted(started))
  },

  'POST /track/finished': async ({ db, me, body }) => {
    const { dataHoraInicio: startedAt, total, idCompromisso } = body
    await mustBeInOpenMonth(db, startedAt)
    if (idCompromisso !== undefined) await answerVisit(db, idCompromisso, me.id)
    const booked = await db
      .insert(table)
      .values({ ...(await columnsOf(db, body)), userId: me.id, startedAt, endedAt: secondsLater(startedAt, seconds(total)) })
      .returning(stored)
    return asEntry(inserted(booked))
  },

  'PUT /track': async ({ db, me, body }) => {
    const [was] = await db
      .select({ ...getTableColumns(table), startedAt: stored.dataHoraInicio, endedAt: sql<string | null>`${instant(table.endedAt)}` })
      .from(table)
      .where(and(eq(table.id, body.id), eq(table.userId, me.id)))
      .for('update')
    const before = found(was ? [was] : [])
    if (body.versao !== undefined && body.versao !== before.version) throw refusal(409, common.changedElsewhere)
    const startedAt = body.dataHoraInicio ?? before.startedAt
    const endedAt = endOf(startedAt, body, before.endedAt)
    await mustBeInOpenMonth(db, before.startedAt, startedAt)
    if (endedAt === null && startedAt > wallTime(clock())) throw refusal(400, messages.startsLater)
    const after = { ...before, ...(await columnsOf(db, body, before)), startedAt, endedAt }
    const { activityId, categoryId, moduleId, description } = after
    if (endedAt !== null && (activityId === null || categoryId === null || moduleId === null || description === ''))
      throw refusal(400, common.required)
    await db
      .update(table)
      .set({ ...after, version: nextVersion(table) })
      .where(eq(table.id, before.id))
    return {}
  },

  'DELETE /track/{id}': async ({ db, me, path }) => {
    const { startedAt } = found(
      await db
        .delete(table)
        .where(and(eq(table.id, path.id), eq(table.userId, me.id)))
        .returning({ startedAt: stored.dataHoraInicio }),
    )
    await mustBeInOpenMonth(db, startedAt)
    return {}
  },
})

/**
 * The end of an entry that starts at `start`; null means that it is running. The end comes from a time of day (on the next day if it lies before the
 * start) or from a total. If neither is sent, the old end is kept, or only its time of day if the old end is not after the start.
 */
function endOf(start: string, { horaFim, total }: { horaFim?: string | null | undefined; total?: string | null | undefined }, was: string | null) {
  if (!horaFim && !total && was === null) return null
  const kept = was !== null && was > start ? was : nextAt(start, (was ?? '').slice(11))
  const end = horaFim ? nextAt(start, horaFim) : total ? secondsLater(start, seconds(total)) : kept
  if (end === start) throw refusal(400, messages.nothing)
  if (secondsBetween(start, end) >= TOO_LONG) throw refusal(400, messages.tooLong)
  return end
}

/** The columns for a body. Newly chosen records must be active. Fields that are not sent keep their value. */
async function columnsOf(db: Db, { descricao, idAtividade, idCategoria, idModulo, idTag }: Fields, was?: typeof table.$inferSelect) {
  const chosen = [
    ['activityId', idAtividade, trackActivities, messages.inactive.atividade],
    ['categoryId', idCategoria, trackCategories, messages.inactive.categoria],
    ['moduleId', idModulo, trackModules, messages.inactive.modulo],
    ['tagId', idTag, trackTags, messages.inactive.tag],
  ] as const
  for (const [column, id, of, message] of chosen)
    if (id != null && id !== was?.[column] && (await db.$count(of, and(eq(of.id, id), eq(of.status, 'A')))) === 0) throw refusal(400, message)
  const said = chosen.flatMap(([column, id]) => (id === undefined ? [] : [[column, id] as const]))
  return {
    ...(Object.fromEntries(said) as Partial<Record<(typeof chosen)[number][0], number | null>>),
    ...(descricao !== undefined && { description: descricao ?? '' }),
  }
}

/** The work that occurs most often in the newest complete entries of the condition, or undefined. */
async function frequent(db: Db, which: SQL | undefined) {
  const newest = db
    .select({ activityId: table.activityId, categoryId: table.categoryId, moduleId: table.moduleId, startedAt: table.startedAt })
    .from(table)
    .where(and(which, isNotNull(table.endedAt)))
    .orderBy(desc(table.startedAt))
    .limit(LOOKED_AT)
    .as('newest')
  const [first] = await db
    .select({
      // A finished entry has all three.
      CODIGOATIVIDADE: sql<number>`${newest.activityId}`,
      CODIGOCATEGORIA: sql<number>`${newest.categoryId}`,
      CODIGOMODULO: sql<number>`${newest.moduleId}`,
    })
    .from(newest)
    .groupBy(newest.activityId, newest.categoryId, newest.moduleId)
    .orderBy(desc(sql`count(*)`), desc(sql`max(${newest.startedAt})`))
    .limit(1)
  return first
}

/** A person's recent descriptions, without duplicates. */
const suggestions = (db: Db, userId: number) => {
  const mine = db
    .select()
    .from(table)
    .where(and(eq(table.userId, userId), ne(table.description, '')))
    .orderBy(desc(table.startedAt))
    .limit(LOOKED_AT)
    .as('mine')
  return db
    .select({
      DESCRICAO: mine.description,
      CODIGOATIVIDADE: mine.activityId,
      CODIGOCATEGORIA: mine.categoryId,
      CODIGOMODULO: mine.moduleId,
      CODIGOTAG: mine.tagId,
    })
    .from(mine)
    .groupBy(mine.description, mine.activityId, mine.categoryId, mine.moduleId, mine.tagId)
    .orderBy(desc(sql`max(${mine.startedAt})`))
    .limit(SUGGESTED)
}
