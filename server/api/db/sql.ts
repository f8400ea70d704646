// Helpers for queries on both databases.
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** Inside a transaction, use only the transaction: the embedded database has one session, so a query outside of it would wait forever. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Inserts many rows in one statement, as JSON in one parameter. Keys are column names. `then` is appended, for example 'on conflict do nothing'. */
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

/**
 * Whether a query's plan does not depend on its parameters, so that a connection may keep the plan. For this, parameters may only be compared for
 * equality, or be the days and the limit of a query about one person.
 */
export function isPlannedOnce(text: string) {
  const ofOne = text.includes('"user_id" = $')
  const rest = text.replaceAll(ofOne ? / (=|>=|<|limit) \$\d+/g : / = \$\d+/g, '')
  return text.startsWith('select ') && !rest.includes('$')
}

/** Compares with a list of ids. The list is one parameter, because a statement may have at most 65,535 parameters. */
export const isAmong = (column: PgColumn, ids: Iterable<number>) => sql`${column} = any(${`{${[...new Set(ids)].join()}}`}::int[])`

/** An instant in wire format: 'YYYY-MM-DDTHH:MM:SS'. */
export const instant = (column: PgColumn | SQL) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`

/**
 * The rows of a query, fetched column by column, because a protocol message per row takes the embedded database five times as long. Values are as in
 * JSON: instants in wire format, numerics as numbers.
 */
export async function inColumns<T extends object>(
  db: Db,
  query: PromiseLike<T[]> & { getSQL(): SQL; readonly _: { readonly selectedFields: object } },
) {
  // Columns are renamed by their position in the selection, because two tables may have a column of the same name.
  const names = Object.keys(query._.selectedFields)
  const columns = names.map((_, index) => `c${index}`).map((name) => sql.identifier(name))
  const [found = {}] = await db
    .select(Object.fromEntries(names.map((name, index) => [name, sql<unknown[] | null>`array_to_json(array_agg(${columns[index]}))`])))
    .from(sql`(${query.getSQL()}) as r(${sql.join(columns, sql`, `)})`)
  return Array.from({ length: found[names[0] ?? '']?.length ?? 0 }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const name of names) row[name] = found[name]?.[index]
    // The row has exactly the columns that the query selects, so the cast is safe.
    return row as T
  })
}
