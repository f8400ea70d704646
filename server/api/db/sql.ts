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

/**
 * A query whose plan does not depend on what is asked for, so that a connection may keep it: its parameters, if any, are compared for equality,
 * or are the days and the most that are asked of one person.
 */
export function isPlannedOnce(text: string) {
  const ofOne = text.includes('"user_id" = $')
  const rest = text.replaceAll(ofOne ? / (=|>=|<|limit) \$\d+/g : / = \$\d+/g, '')
  return text.startsWith('select ') && !rest.includes('$')
}

/** One of these ids, as one parameter: a statement has 65,535 at the most. */
export const isAmong = (column: PgColumn, ids: Iterable<number>) => sql`${column} = any(${`{${[...new Set(ids)].join()}}`}::int[])`

/** An instant as the wire says it: 'YYYY-MM-DDTHH:MM:SS'. */
export const instant = (column: PgColumn | SQL) => sql<string>`to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`

/**
 * The rows of a query, asked for column by column: a message of the protocol for each row takes the embedded database five times as long.
 * Values are those of JSON: an instant as the wire has it, a numeric a number.
 */
export async function inColumns<T extends object>(
  db: Db,
  query: PromiseLike<T[]> & { getSQL(): SQL; readonly _: { readonly selectedFields: object } },
) {
  // In the order in which they are selected; renamed, for two tables may have a column of one name.
  const names = Object.keys(query._.selectedFields)
  const columns = names.map((_, index) => `c${index}`).map((name) => sql.identifier(name))
  const [found = {}] = await db
    .select(Object.fromEntries(names.map((name, index) => [name, sql<unknown[] | null>`array_to_json(array_agg(${columns[index]}))`])))
    .from(sql`(${query.getSQL()}) as r(${sql.join(columns, sql`, `)})`)
  return Array.from({ length: found[names[0] ?? '']?.length ?? 0 }, (_, index) => {
    const row: Record<string, unknown> = {}
    for (const name of names) row[name] = found[name]?.[index]
    // The query's own columns.
    return row as T
  })
}
