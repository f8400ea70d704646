// The four calls of every register: list, one record, create and update.
import { desc, eq, type GetColumnData } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { BodyOf } from '../../shared/call.ts'
import type { CallName, CallOf } from '../../shared/calls.ts'
import type { Db } from './db/sql.ts'
import { rowsThatFit } from './room.ts'
import { asRead, changed, found, inserted, nextVersion, type Versioned } from './versions.ts'

/** The body that the form of a register sends, given the name of the call that stores it. */
export type FormOf<N extends CallName> = Omit<BodyOf<CallOf<N>>, 'id' | 'versao'>

/** Every column that a form has to write. `Else` names the columns that are written elsewhere. */
export type ColumnsOf<T extends Versioned & PgTable, Else extends keyof T['$inferSelect'] = never> = Omit<T['$inferSelect'], 'id' | 'version' | Else>

export type Shown<C extends Record<string, PgColumn>> = { [K in keyof C]: GetColumnData<C[K]> }

/** The handlers of a register. `shown` maps the fields of an answer to columns. `columns` turns the body of a form into the columns of a record. */
export function register<T extends PgTable & Versioned, S extends Record<string, PgColumn>, B extends object>({
  table,
  shown,
  columns,
}: {
  table: T
  shown: S
  columns: (body: B) => T['$inferInsert']
}) {
  // Drizzle infers the selected columns only for a table known at compile time. These types and casts say the same for any table.
  const plain: PgTable = table
  const some: Record<string, PgColumn> = shown
  return {
    list: async ({ db }: { db: Db }) => (await rowsThatFit(db, db.select(some).from(plain).orderBy(desc(table.id)))) as Shown<S>[],

    one: async ({ db, path }: { db: Db; path: { id: number } }) => {
      const stored = { ...shown, versao: table.version }
      return found((await db.select(stored).from(plain).where(eq(table.id, path.id))) as (Shown<S> & { versao: number })[])
    },

    create: async ({ db, body }: { db: Db; body: B }) =>
      inserted((await db.insert(table).values(columns(body)).returning({ id: table.id })) as { id: number }[]),

    update: async ({ db, body }: { db: Db; body: B & { id: number; versao?: number | undefined } }) => {
      const change = { ...columns(body), version: nextVersion(table) }
      await changed(db, table, body, await db.update(plain).set(change).where(asRead(table, body)).returning({ id: table.id }))
      return {}
    },
  }
}
