// What queries are written with on both databases.
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Inside a transaction ask the transaction only: the embedded database has one session, and a query beside it would wait forever. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Many rows in one statement, their JSON in one parameter. Keys are column names. `then`: what follows, like 'on conflict do nothing'. */
export const insertRows = (db: Db, table: string, rows: Record<string, unknown>[], then = sql``) => {
  const columns = sql.join(
    Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name)),
    sql`, `,
  )
  const into = sql.identifier(table)
  return db.execute(
    sql`insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::text::json) ${then}`,
  )
}

/** An instant as the wire says it: 'YYYY-MM-DDTHH:MM:SS'. */
export const instant = (column: PgColumn | SQL) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`
