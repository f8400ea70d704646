// Avisos: tells people what somebody else did with their appointments.
import { and, desc, eq, isNull, isNotNull, lt, lte } from 'drizzle-orm'
import { DAY, wallTime, type Clock } from '../../../shared/clock.ts'
import { SHOWN, type notices as rows } from '../../../shared/features/notices.ts'
import { activities, clients, type appointments, notices as table, noticeSettings as settings, users } from '../db/schema.ts'
import { instant, type Db } from '../db/sql.ts'
import type { Api, Caller, Handlers } from '../handlers.ts'

/** A read notice is kept for this long, in ms. */
const KEPT = 90 * DAY

type Appointment = Pick<typeof appointments.$inferSelect, 'id' | 'userId' | 'activityId' | 'clientId' | 'startsAt' | 'endsAt'>

interface Change {
  kind: (typeof table.$inferInsert)['kind']
  of: Appointment
  /** Number of further appointments of the person that changed alike. */
  more?: number
}

/** Stores notices of changes for the people of the appointments, except for the caller. */
export async function tell(db: Db, clock: Clock, me: Caller, changes: Change[]) {
  for (const { kind, of, more = 0 } of changes) {
    if (of.userId === me.id) continue
    const [names] = await db
      .select({ activity: activities.description, client: clients.name })
      .from(activities)
      .leftJoin(clients, eq(clients.id, of.clientId ?? 0))
      .where(eq(activities.id, of.activityId))
    const description = [names?.activity, names?.client].filter(Boolean).join(' · ')
    const { userId, id: appointmentId, startsAt, endsAt } = of
    await db.insert(table).values({ userId, kind, appointmentId, byId: me.id, at: new Date(clock()), description, startsAt, endsAt, more })
  }
}

export const unreadOf = (userId: number) => and(eq(table.userId, userId), isNull(table.readAt))

export const notices = ({ clock }: Api): Handlers<typeof rows> => ({
  'GET /notices': async ({ db, me }) => {
    const [own] = await db.select().from(settings).where(eq(settings.userId, me.id))
    const avisos = await db
      .select({
        id: table.id,
        tipo: table.kind,
        quem: users.name,
        idCompromisso: table.appointmentId,
        descricao: table.description,
        inicio: instant(table.startsAt),
        fim: instant(table.endsAt),
        mais: table.more,
        at: table.at,
        readAt: table.readAt,
      })
      .from(table)
      .innerJoin(users, eq(users.id, table.byId))
      .where(eq(table.userId, me.id))
      .orderBy(desc(table.id))
      .limit(SHOWN)
    return {
      porEmail: own?.byMail ? ('S' as const) : ('N' as const),
      avisos: avisos.map(({ at, readAt, ...notice }) => ({
        ...notice,
        quando: wallTime(at.getTime()),
        lido: readAt === null ? ('N' as const) : ('S' as const),
      })),
    }
  },

  'PUT /notices': async ({ db, me, body: { ate } }) => {
    const now = clock()
    await db
      .update(table)
      .set({ readAt: new Date(now) })
      .where(and(unreadOf(me.id), lte(table.id, ate)))
    await db.delete(table).where(and(eq(table.userId, me.id), isNotNull(table.readAt), lt(table.at, new Date(now - KEPT))))
    return {}
  },

  'PUT /notices/settings': async ({ db, me, body: { porEmail } }) => {
    const byMail = porEmail === 'S'
    await db.insert(settings).values({ userId: me.id, byMail }).onConflictDoUpdate({ target: settings.userId, set: { byMail } })
    return {}
  },
})
