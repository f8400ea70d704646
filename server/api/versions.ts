// Optimistic locking. Each record has a version, and a change names the version that it is based on.
import { and, eq, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { messages } from '../../shared/messages.ts'
import type { Db } from './db/sql.ts'
import { refusal } from './errors.ts'

export type Versioned = PgTable & { id: PgColumn; version: PgColumn }
/** The record to change. Without `versao`, the change overwrites whatever is stored. */
interface Sent {
  id: number
  versao?: number | undefined
}

/**
 * Matches the record only in the version that was read. In the statement that changes the record, it lets only one of two simultaneous changes
 * succeed.
 */
export const asRead = (table: Versioned, { id, versao }: Sent) => and(eq(table.id, id), versao === undefined ? undefined : eq(table.version, versao))
export const nextVersion = (table: Versioned) => sql<number>`${table.version} + 1`

/** Toggles a record between active and inactive. */
export const toggled = (table: Versioned & { status: PgColumn }) => ({
  status: sql<'A' | 'I'>`case ${table.status} when 'A' then 'I' else 'A' end`,
  version: nextVersion(table),
})

/** The row that a change returned. If there is none, throws 404 or 409. */
export async function changed<T>(db: Db, table: Versioned, { id }: Sent, [row]: T[]): Promise<T> {
  if (row) return row
  const [exists] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
  throw exists ? refusal(409, messages.changedElsewhere) : refusal(404, messages.notFound)
}

/** The row that was requested. If there is none, throws 404. */
export function found<T>([row]: T[]): T {
  if (row === undefined) throw refusal(404, messages.notFound)
  return row
}

/** The row that an insert returned. An insert always returns one, so a missing row is an error of the server. */
export function inserted<T>([row]: T[]): T {
  if (row === undefined) throw new Error('insert returned no row')
  return row
}
