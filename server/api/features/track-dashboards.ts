// The time dashboards.
import { and, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import { addDays, wallDay } from '../../../shared/clock.ts'
import { duration } from '../../../shared/hours.ts'
import { percents } from '../../../shared/percent.ts'
import { messages, type TrackFilter, type trackDashboards as rows } from '../../../shared/features/track-dashboards.ts'
import { choices } from '../choices.ts'
import { timeEntries as table, trackActivities, trackCategories, trackModules, trackTags, users } from '../db/schema.ts'
import { inColumns } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import type { Api, Handlers } from '../handlers.ts'
import { fitting } from '../room.ts'
import { lasted, timeOfDay } from './track.ts'
import type { pending } from './pending.ts'

/** Days back, today not counted. */
const BACK = { '1': 30, '2': 90 } as const

/** What an entry of the filter is: of a person, of the days, with the words. */
function within({ option, users: people, description, atividade, categoria, module, tag, ...dates }: TrackFilter, now: number) {
  const today = wallDay(now)
  const from = option === '3' ? (dates.startDate ?? today) : addDays(today, -BACK[option])
  const until = option === '3' ? (dates.endDate ?? today) : today
  const among = (column: Parameters<typeof inArray>[0], ids: number[] | undefined) => (ids?.length ? inArray(column, ids) : undefined)
  return and(
    gte(table.startedAt, from),
    lt(table.startedAt, addDays(until, 1)),
    among(table.userId, people),
    among(table.activityId, atividade),
    among(table.categoryId, categoria),
    among(table.moduleId, module),
    among(table.tagId, tag),
    description ? sql`strpos(lower(${table.description}), lower(${description})) > 0` : undefined,
  )
}

export const trackDashboards = ({ clock }: Api): Omit<Handlers<typeof rows>, (typeof pending)[number]> => ({
  'GET /datafiltertrack': async ({ db }) => ({ users: await choices.people(db), ...(await choices.time(db)) }),

  'POST /dash/resultadotoggl': async ({ db, body }) => {
    const time = sql<number>`sum(${lasted})::int`
    // One look at the entries for all four.
    const groups = await db
      .select({
        activity: trackActivities.description,
        module: trackModules.description,
        color: trackModules.color,
        category: trackCategories.description,
        kind: trackCategories.kind,
        by: sql<number>`grouping(${trackActivities.id}, ${trackModules.id}, ${trackCategories.id}, ${trackCategories.kind})`,
        time,
      })
      .from(table)
      .innerJoin(trackActivities, eq(trackActivities.id, table.activityId))
      .innerJoin(trackModules, eq(trackModules.id, table.moduleId))
      .innerJoin(trackCategories, eq(trackCategories.id, table.categoryId))
      .where(and(within(body, clock()), isNotNull(table.endedAt)))
      .groupBy(
        sql`grouping sets ((${trackActivities.id}, ${trackActivities.description}), (${trackModules.id}, ${trackModules.description}, ${trackModules.color}), (${trackCategories.id}, ${trackCategories.description}), (${trackCategories.kind}))`,
      )
      .orderBy(desc(time))
    const of = (by: number) => {
      const own = groups.filter((group) => group.by === by)
      const shares = percents(own.map(({ time: seconds }) => seconds))
      return own.map((group, index) => ({ ...group, TIME: duration(group.time), PERCENT: shares[index] ?? 0 }))
    }
    // A bit for each that is not grouped by.
    const [activities, modules, categories, kinds] = [of(0b0111), of(0b1011), of(0b1101), of(0b1110)]
    return {
      dadosProjeto: activities.map(({ activity, TIME, PERCENT }) => ({ atividade: activity, TIME, PERCENT })),
      dadosModulo: modules.map(({ module, color, TIME, PERCENT }) => ({ modulo: module, TIME, PERCENT, corModule: color })),
      dadosTipo: categories.map(({ category, PERCENT }) => ({ categoria: category, PERCENT })),
      dadosPercentual: kinds.map(({ kind, PERCENT }) => ({ TipoPercent: kind, PERCENT })),
    }
  },

  'POST /dash/analytictoggl': async ({ db, body }) => {
    const list = db
      .select({
        id: table.id,
        user: users.name,
        description: sql<string | null>`nullif(${table.description}, '')`,
        activity: trackActivities.description,
        module: trackModules.description,
        category: trackCategories.description,
        tag: trackTags.description,
        data: sql<string>`${table.startedAt}::date`,
        start: timeOfDay(table.startedAt),
        end: sql<string | null>`to_char(${table.endedAt}, 'HH24:MI:SS')`,
        lasted,
        origem: table.origin,
      })
      .from(table)
      .innerJoin(users, eq(users.id, table.userId))
      .leftJoin(trackActivities, eq(trackActivities.id, table.activityId))
      .leftJoin(trackModules, eq(trackModules.id, table.moduleId))
      .leftJoin(trackCategories, eq(trackCategories.id, table.categoryId))
      .leftJoin(trackTags, eq(trackTags.id, table.tagId))
      .where(within(body, clock()))
      .orderBy(users.name, users.id, table.startedAt, table.id)
    const found = await inColumns(db, list)
    if (fitting(found) < found.length) throw refusal(400, messages.tooMany)
    const sums = new Map<string, number>()
    for (const { user, lasted: time } of found) sums.set(user, (sums.get(user) ?? 0) + (time ?? 0))
    const all = [...sums.values()].reduce((sum, one) => sum + one, 0)
    return {
      resultAnalytic: found.map(({ lasted: time, ...row }) => ({ ...row, total: time === null ? null : duration(time) })),
      total: [{ user: '', total: duration(all) }, ...[...sums].map(([user, time]) => ({ user, total: duration(time) }))],
    }
  },
})
