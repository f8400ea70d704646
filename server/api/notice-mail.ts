// Mails notices to the people who want them so.
import { and, asc, desc, eq, exists, gt, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { DAY, dateBr, MINUTE, untilBr, type Clock } from '../../shared/clock.ts'
import { noticeVerbs } from '../../shared/features/notices.ts'
import { issuers, notices, noticeSettings as settings, users } from './db/schema.ts'
import type { Db } from './db/sql.ts'
import type { Step } from './nfse/jobs.ts'
import { transportOf, type Postage } from './nfse/mail.ts'

/** Minimum time in ms between two mails to the same person. */
const PAUSE = 10 * MINUTE
/** Maximum number of notices that a mail names. */
const NAMED = 20

interface Options {
  db: Db
  clock: Clock
  mail: Postage
  log: (line: { reason: string }, event: string) => void
}

/**
 * Sends one person the unread notices of the last day that no mail has named yet. A mail that is not accepted is not sent again, because the notices also wait behind
 * the bell.
 */
export function noticeMailer({ db, clock, mail, log }: Options): Step {
  return async () => {
    if (mail === undefined || mail === 'outbox') return false
    const now = new Date(clock())
    const isWaiting = and(isNull(notices.readAt), isNull(notices.mailedAt), gt(notices.at, new Date(now.getTime() - DAY)))
    const waiting = db
      .select({ id: notices.id })
      .from(notices)
      .where(and(eq(notices.userId, users.id), isWaiting))
    const [person] = await db
      .select({ id: users.id, name: users.name, address: users.email })
      .from(settings)
      .innerJoin(users, eq(users.id, settings.userId))
      .where(
        and(
          settings.byMail,
          eq(users.status, 'A'),
          or(isNull(settings.mailedAt), lte(settings.mailedAt, new Date(now.getTime() - PAUSE))),
          exists(waiting),
        ),
      )
      .orderBy(asc(settings.mailedAt))
      .limit(1)
    if (!person) return false
    await db.update(settings).set({ mailedAt: now }).where(eq(settings.userId, person.id))
    const told = await db
      .update(notices)
      .set({ mailedAt: now })
      .where(and(eq(notices.userId, person.id), isWaiting))
      .returning()
    const [sender] = await db.select({ address: issuers.email }).from(issuers).where(isNotNull(issuers.email)).orderBy(desc(issuers.id)).limit(1)
    if (!sender?.address) return true
    const authors = new Map((await db.select({ id: users.id, name: users.name }).from(users)).map(({ id, name }) => [id, name]))
    const lines = told.slice(-NAMED).map(({ kind, byId, description, startsAt, endsAt, more }) => {
      const when = `${dateBr(startsAt.replace(' ', 'T'))} a ${untilBr(endsAt.replace(' ', 'T'), startsAt.slice(0, 10))}`
      return `${authors.get(byId) ?? ''} ${noticeVerbs[kind]}: ${description}, ${when}${more > 0 ? `, e mais ${more}` : ''}.`
    })
    const left = told.length - lines.length
    try {
      await transportOf(mail, () => undefined).sendMail({
        from: { name: 'csnoteweb', address: sender.address },
        to: { name: person.name, address: person.address },
        // Keeps mail programs from sending automatic absence replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
        subject: told.length === 1 ? '1 aviso da sua agenda' : `${told.length} avisos da sua agenda`,
        text: [`${person.name},`, '', ...lines, ...(left > 0 ? [`E mais ${left} avisos no sistema.`] : [])].join('\n'),
      })
    } catch (error) {
      const { code = '', responseCode = '' } = error as { code?: string; responseCode?: number }
      log({ reason: `${code} ${responseCode}`.trim() }, 'a mail with notices was not accepted')
    }
    return true
  }
}
