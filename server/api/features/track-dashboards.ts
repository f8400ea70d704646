// The time dashboards.
import { and, asc, eq, gt, gte, inArray, isNotNull, lt, or, sql } from 'drizzle-orm'
import { addDays, wallDay } from '../../../shared/clock.ts'
import { duration } from '../../../shared/hours.ts'
import { percents } from '../../../shared/percent.ts'
import { messages, type TrackFilter, type trackDashboards as rows } from '../../../shared/features/track-dashboards.ts'
import { choices } from '../choices.ts'
import { timeEntries as table, timeMonths, trackActivities, trackCategories, trackModules, users } from '../db/schema.ts'
import { inColumns, type Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { countThatFits } from '../answer-limits.ts'
import { durationOf, entriesOf, lasted } from './track.ts'

/** Number of past days in each period option. Today is included as well. */
const BACK = { '1': 30, '2': 90 } as const

type Told = Pick<typeof table | typeof timeMonths, 'userId' | 'activityId' | 'categoryId' | 'moduleId' | 'tagId'>
/** The first day of the month that contains a day. */
const monthOf = (day: string) => `${day.slice(0, 7)}-01`
/** The first day of the first month that begins on the given day or later. */
const firstWholeMonth = (day: string) => monthOf(addDays(monthOf(addDays(day, -1)), 31))

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

/** The finished time of a filter, by activity, module and category. Whole months come from the sums that the database keeps. */
function spent(db: Db, filter: TrackFilter, now: number) {
  const [from, end] = periodOf(filter, now)
  const whole = [firstWholeMonth(from), monthOf(end)] as const
  // A search in descriptions needs the entries themselves, so the sums of months are not used then.
  const [first, last] = whole[0] < whole[1] && !filter.description ? whole : [end, end]
  const by = <A, M, C>({ activityId, moduleId, categoryId }: { activityId: A; moduleId: M; categoryId: C }) => ({ activityId, moduleId, categoryId })
  const months = db
    .select({ ...by(timeMonths), seconds: sql<number>`${timeMonths.seconds}::float8`.as('seconds') })
    .from(timeMonths)
    .where(and(gte(timeMonths.month, first), lt(timeMonths.month, last), gt(timeMonths.seconds, 0), listed(filter, timeMonths)))
  const parts = db
    .select({ ...by(table), seconds: sql<number>`${lasted}::float8`.as('seconds') })
    .from(table)
    .where(and(or(within([from, first]), within([last, end])), isNotNull(table.endedAt), listed(filter, table), worded(filter)))
    .unionAll(months)
    .as('parts')
  return db
    .select({ ...by(parts), seconds: sql<number>`sum(${parts.seconds})`.as('seconds') })
    .from(parts)
    .groupBy(parts.activityId, parts.moduleId, parts.categoryId)
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
    if (countThatFits(resultAnalytic) < resultAnalytic.length) throw refusal(400, messages.tooMany)
    const all = [...sums.values()].reduce((sum, one) => sum + one, 0)
    return {
      resultAnalytic,
      total: [{ user: '', total: duration(all) }, ...[...sums].map(([user, time]) => ({ user, total: duration(time) }))],
    }
  },
})
