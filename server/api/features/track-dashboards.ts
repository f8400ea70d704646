// The time dashboards.
import { and, asc, eq, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addDays, wallDay } from '../../../shared/clock.ts'
import { duration } from '../../../shared/hours.ts'
import { percents } from '../../../shared/percent.ts'
import { messages, type TrackFilter, type trackDashboards as rows } from '../../../shared/features/track-dashboards.ts'
import { choices } from '../choices.ts'
import { timeEntries as table, timeMonths, timeYears, trackActivities, trackCategories, trackModules, users } from '../db/schema.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { writtenIfItFits } from '../answer-limits.ts'
import { durationOf, entriesOf, lasted } from './track.ts'

/** Number of past days in each period option. Today is included as well. */
const BACK = { '1': 30, '2': 90 } as const

type Told = PgTable & Record<'userId' | 'activityId' | 'categoryId' | 'moduleId' | 'tagId', PgColumn>
/** Stored time: the entries themselves, or the sums that the database keeps of each month and year. */
interface Level {
  of: Told
  since: PgColumn
  seconds: SQL | PgColumn
  /** The first day of a period of this level near the given day, usually the nearest one. */
  nearest: (day: string) => string
  /** The level from which the days beside whole periods come. */
  shorter?: Level
}
const ENTRIES: Level = { of: table, since: table.startedAt, seconds: lasted, nearest: (day) => day }
const MONTHS: Level = {
  of: timeMonths,
  since: timeMonths.month,
  seconds: timeMonths.seconds,
  nearest: (day) => `${addDays(day, 15).slice(0, 7)}-01`,
  shorter: ENTRIES,
}
export const YEARS: Level = {
  of: timeYears,
  since: timeYears.year,
  seconds: timeYears.seconds,
  nearest: (day) => `${addDays(day, 183).slice(0, 4)}-01-01`,
  shorter: MONTHS,
}
/** A part of a period. With the sign -1, its time is subtracted. */
interface Piece {
  level: Level
  from: string
  end: string
  sign: 1 | -1
}

/**
 * The pieces whose time together is that from one day to another. If a period begins a few days into a month, its pieces are the whole month, and these
 * days with the sign -1, because that reads fewer rows than the rest of the month.
 */
export function piecesOf(level: Level, from: string, end: string): Piece[] {
  if (from > end) return piecesOf(level, end, from).map((piece) => ({ ...piece, sign: piece.sign === 1 ? -1 : 1 }))
  const { nearest, shorter } = level
  const [first, last] = [nearest(from), nearest(end)]
  if (first >= last && shorter) return piecesOf(shorter, from, end)
  const beside = (from: string, end: string) => (shorter && from !== end ? piecesOf(shorter, from, end) : [])
  return [{ level, from: first, end: last, sign: 1 }, ...beside(from, first), ...beside(last, end)]
}

/** The period of a filter: its first day, and the day after its last one. */
function periodOf({ option, startDate, endDate }: TrackFilter, now: number): [from: string, end: string] {
  const today = wallDay(now)
  if (option === '3') return [startDate ?? today, addDays(endDate ?? today, 1)]
  return [addDays(today, -BACK[option]), addDays(today, 1)]
}
const within = ([from, end]: [from: string, end: string]) => and(gte(table.startedAt, from), lt(table.startedAt, end))
/** Matches the people, activities and other dimensions in the filter. */
const listed = ({ users: people, atividade, categoria, module, tag }: TrackFilter, { userId, activityId, categoryId, moduleId, tagId }: Told) => {
  const lists = [
    [userId, people],
    [activityId, atividade],
    [categoryId, categoria],
    [moduleId, module],
    [tagId, tag],
  ] as const
  return and(...lists.map(([column, ids]) => (ids?.length ? inArray(column, ids) : undefined)))
}
const worded = ({ description }: TrackFilter) => (description ? sql`strpos(lower(${table.description}), lower(${description})) > 0` : undefined)

/** The finished time of a filter, by activity, module and category. */
function spent(db: Db, filter: TrackFilter, now: number) {
  // A search in descriptions needs the entries themselves.
  const pieces = piecesOf(filter.description ? ENTRIES : YEARS, ...periodOf(filter, now)).map(
    ({ level: { of, since, seconds }, from, end, sign }) => {
      const which = and(gte(since, from), lt(since, end), listed(filter, of), of === table ? worded(filter) : undefined)
      return sql`select ${of.activityId}, ${of.moduleId}, ${of.categoryId}, ${sign}::int * ${seconds}::float8 from ${of} where ${which}`
    },
  )
  return db
    .select({
      activityId: sql<number>`activity_id`.as('activity_id'),
      moduleId: sql<number>`module_id`.as('module_id'),
      categoryId: sql<number>`category_id`.as('category_id'),
      seconds: sql<number>`sum(seconds)`.as('seconds'),
    })
    .from(sql`(${sql.join(pieces, sql` union all `)}) as pieces(activity_id, module_id, category_id, seconds)`)
    .groupBy(sql`1, 2, 3`)
    .having(sql`sum(seconds) > 0`)
    .as('spent')
}

export const trackDashboards = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /datafiltertrack': async ({ db }) => ({ users: await choices.people(db), ...(await choices.time(db)) }),

  'POST /dash/resultadotoggl': async ({ db, body }) => {
    const sums = spent(db, body, clock())
    // A single query supplies the data of all four charts.
    const groups = await inColumns(
      db,
      db
        .select({
          activityId: sums.activityId,
          activity: trackActivities.description,
          moduleId: sums.moduleId,
          module: trackModules.description,
          color: trackModules.color,
          categoryId: sums.categoryId,
          category: trackCategories.description,
          kind: trackCategories.kind,
          time: sums.seconds,
        })
        .from(sums)
        .innerJoin(trackActivities, eq(trackActivities.id, sums.activityId))
        .innerJoin(trackModules, eq(trackModules.id, sums.moduleId))
        .innerJoin(trackCategories, eq(trackCategories.id, sums.categoryId)),
    )
    const by = (key: 'activityId' | 'moduleId' | 'categoryId' | 'kind') => {
      const byKey = new Map<unknown, (typeof groups)[number]>()
      for (const group of groups) byKey.set(group[key], { ...group, time: group.time + (byKey.get(group[key])?.time ?? 0) })
      const own = [...byKey.values()].toSorted((a, b) => b.time - a.time)
      const shares = percents(own.map(({ time }) => time))
      return own.map((group, index) => ({ ...group, TIME: duration(group.time), PERCENT: shares[index] ?? 0 }))
    }
    const [activities, modules, categories, kinds] = [by('activityId'), by('moduleId'), by('categoryId'), by('kind')]
    return {
      dadosProjeto: activities.map(({ activity, TIME, PERCENT }) => ({ atividade: activity, TIME, PERCENT })),
      dadosModulo: modules.map(({ module, color, TIME, PERCENT }) => ({ modulo: module, TIME, PERCENT, corModule: color })),
      dadosTipo: categories.map(({ category, PERCENT }) => ({ categoria: category, PERCENT })),
      dadosPercentual: kinds.map(({ kind, PERCENT }) => ({ TipoPercent: kind, PERCENT })),
    }
  },

  'POST /dash/analytictoggl': async ({ db, body }) => {
    const which = and(within(periodOf(body, clock())), listed(body, table), worded(body))
    const found = Map.groupBy(await entriesOf(db, which, asc(table.startedAt), asc(table.id)), ({ userId }) => userId)
    const people = await inColumns(db, db.select({ id: users.id, name: users.name }).from(users).orderBy(users.name, users.id))
    const sums = new Map<string, number>()
    const resultAnalytic = people.flatMap(({ id: person, name: user }) =>
      (found.get(person) ?? []).map(({ id, description, activity, module, category, tag, day: data, start, end, time, origin: origem }) => {
        sums.set(user, (sums.get(user) ?? 0) + (time ?? 0))
        return { id, user, description, activity, module, category, tag, data, start, end, total: durationOf(time), origem }
      }),
    )
    const all = [...sums.values()].reduce((sum, one) => sum + one, 0)
    const total = [{ user: '', total: duration(all) }, ...[...sums].map(([user, time]) => ({ user, total: duration(time) }))]
    const written = writtenIfItFits({ resultAnalytic, total }, resultAnalytic)
    if (!written) throw refusal(400, messages.tooMany)
    return written
  },
})
