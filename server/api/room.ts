// How much of a list one answer holds: of a register the newest, of what a form offers the oldest.
import { sql } from 'drizzle-orm'
import { inColumns, type Db } from './db/sql.ts'

const MB = 1024 * 1024
/** Rows that may be too many for an answer, whatever they hold. */
export const MOST = 100_000
/** Rows of a list that is shown whole or not at all. */
const LISTED = 50_000
/** Bytes of an answer. The BFF takes 16 MB. */
export const ROOM = 12 * MB
/** Values of an answer. The BFF takes a million. */
const VALUES = 800_000

/** How many of the first rows one answer holds. */
export function fitting(rows: object[], room = ROOM) {
  const count = (size: (row: object) => number, limit = room) => {
    let sum = 0
    const end = rows.findIndex((row) => (sum += size(row)) > limit)
    return end < 0 ? rows.length : end
  }
  // Written out only when they could be too many, and one by one only when they are.
  const all = count(mostOf) === rows.length || bytesOf(rows) <= room
  return Math.min(all ? rows.length : count((row) => bytesOf(row) + 1), count(valuesOf, VALUES))
}

/** Bytes: a character is three at most, a list holds ids. Not by Object.entries(), which takes four times as long. */
function mostOf(row: object) {
  let most = 2
  for (const key in row) {
    const value: unknown = row[key as keyof typeof row]
    most += key.length + (typeof value === 'string' ? 6 + 3 * value.length : 30)
    if (Array.isArray(value)) most += 20 * value.length
  }
  return most
}

function valuesOf(row: object) {
  let count = 0
  for (const key in row) {
    const value: unknown = row[key as keyof typeof row]
    count += Array.isArray(value) ? 1 + value.length : 1
  }
  return count
}

/** As an answer writes it. */
export const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

type Query<T extends object> = { limit: (most: number) => Parameters<typeof inColumns<T>>[1] }

/** The first rows of a query, as many as an answer holds. `mb`: the parts of one answer share it. */
export async function rowsThatFit<T extends object>(db: Db, query: Query<T>, mb = ROOM / MB) {
  const rows = await inColumns(db, query.limit(MOST))
  return rows.slice(0, fitting(rows, mb * MB))
}

/** All rows of a query; undefined where one answer does not hold them. */
export async function whole<T extends object>(db: Db, query: Query<T>) {
  const rows = await inColumns(db, query.limit(LISTED + 1))
  return rows.length <= LISTED && fitting(rows) === rows.length ? rows : undefined
}

/** The same of rows that are stored as they are: counted before, so that what is too much is not read. */
export async function wholeList<T extends object>(db: Db, query: Query<T>) {
  const [counted] = await db.select({ rows: sql<number>`count(*)::int` }).from(sql`(${query.limit(LISTED + 1).getSQL()}) as listed`)
  return counted && counted.rows <= LISTED ? whole(db, query) : undefined
}

/** Of what a form offers, in its order: whoever fills a register pushes out nobody that stood there before. `mb`: the parts of one answer share it. */
export async function oldest<T extends object>(db: Db, query: Parameters<typeof inColumns<T>>[1], id: keyof T, mb: number) {
  const rows = await inColumns(db, query)
  if (fitting(rows, mb * MB) === rows.length) return rows
  const byAge = rows.toSorted((a, b) => Number(a[id]) - Number(b[id]))
  const kept = new Set(byAge.slice(0, fitting(byAge, mb * MB)))
  return rows.filter((row) => kept.has(row))
}
