// The four calls of every register: list, one record, create and update.
import { desc, eq } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { BodyOf } from '../../shared/call.ts'
import type { CallName, CallOf } from '../../shared/calls.ts'
import type { RecordBody, RecordFields, RecordReply } from '../../shared/record.ts'
import type { Db } from './db/sql.ts'
import { columnsOf, shownOf, type TableOf } from './record.ts'
import { rowsThatFit } from './answer-limits.ts'
import { asRead, changed, found, inserted, nextVersion, type Versioned } from './versions.ts'

/** The body that the form of a register sends, given the name of the call that stores it. */
export type FormOf<N extends CallName> = Omit<BodyOf<CallOf<N>>, 'id' | 'versao'>

/** Every column that a form has to write. `Else` names the columns that are written elsewhere. */
export type ColumnsOf<T extends Versioned & PgTable, Else extends keyof T['$inferSelect'] = never> = Omit<T['$inferSelect'], 'id' | 'version' | Else>

/** Columns of the table that no field of the record writes. A register must not have any. */
type Forgotten<T extends Versioned & PgTable, R extends RecordFields> = Exclude<keyof ColumnsOf<T>, R[keyof R]['column']>

/** The handlers of a register. `id` names the field of a reply that contains the record's id. */
export function register<T extends TableOf<R> & Versioned, I extends string, R extends RecordFields>({
  table,
  id,
  record,
}: {
  table: T
  id: I
  record: R & ([Forgotten<T, R>] extends [never] ? unknown : { forgotten: Forgotten<T, R> })
}) {
  type Shown = Record<I, number> & RecordReply<R>
  type Body = RecordBody<R>
  // Drizzle infers the selected columns only for a table known at compile time. These types and casts say the same for any table.
  const plain: PgTable = table
  const some = { [id]: table.id, ...shownOf(record, table) }
  const columns = (body: Body) => columnsOf<R>(record, body)
  return {
    list: async ({ db }: { db: Db }) => (await rowsThatFit(db, db.select(some).from(plain).orderBy(desc(table.id)))) as Shown[],

    one: async ({ db, path }: { db: Db; path: { id: number } }) => {
      const stored = { ...some, versao: table.version }
      return found((await db.select(stored).from(plain).where(eq(table.id, path.id))) as (Shown & { versao: number })[])
    },

    create: async ({ db, body }: { db: Db; body: Body }) =>
      inserted((await db.insert(plain).values(columns(body)).returning({ id: table.id })) as { id: number }[]),

    update: async ({ db, body }: { db: Db; body: Body & { id: number; versao?: number | undefined } }) => {
      const change = { ...columns(body), version: nextVersion(table) }
      await changed(db, table, body, await db.update(plain).set(change).where(asRead(table, body)).returning({ id: table.id }))
      return {}
    },
  }
}
