// Columns of the fields that shared/record.ts describes.
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { RecordBody, RecordFields, RecordValue } from '../../shared/record.ts'

/** A table that has every column of the record. */
export type TableOf<R extends RecordFields> = PgTable & Record<R[keyof R]['column'], PgColumn>

/** Maps the fields of a reply to columns, for a select. */
export const shownOf = <R extends RecordFields, T extends TableOf<R>>(record: R, table: T) =>
  Object.fromEntries(Object.values(record).map(({ reply, column }) => [reply, table[column as keyof T]])) as {
    -readonly [K in keyof R as R[K]['reply']]: T[R[K]['column']]
  }

/** The columns that a body writes. */
export const columnsOf = <R extends RecordFields>(record: R, body: RecordBody<R>) =>
  Object.fromEntries(Object.entries(record).map(([name, { column }]) => [column, body[name]])) as {
    -readonly [K in keyof R as R[K]['column']]: RecordValue<R[K]>
  }
