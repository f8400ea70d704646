// Limits how much of a list fits into one answer. The list of a register keeps its newest rows, and the options of a form keep the oldest.
import { sql } from 'drizzle-orm'
import { inColumns, type Db } from './db/sql.ts'

const MB = 1024 * 1024
/** Maximum number of rows that are read for an answer. */
export const MAX_ROWS = 100_000
/** Maximum number of rows in a list that is shown either completely or not at all. */
const MAX_LISTED = 50_000
/** Maximum size of an answer in bytes. The BFF accepts 16 MB. */
export const MAX_BYTES = 12 * MB
/** Maximum number of values in an answer. The BFF accepts a million. */
const MAX_VALUES = 800_000

/** How many rows, counted from the first, fit into one answer. */
export function countThatFits(rows: object[], maxBytes = MAX_BYTES) {
  // Serialise the rows only if the estimate exceeds the limit, and one by one only if their real size exceeds it too.
  const all = countOf(rows, maxBytesOf, maxBytes) === rows.length || bytesOf(rows) <= maxBytes
  return Math.min(all ? rows.length : countOf(rows, (row) => bytesOf(row) + 1, maxBytes), countOf(rows, valuesOf, MAX_VALUES))
}

/** How many rows, counted from the first, have a sum of sizes up to the limit. */
function countOf(rows: object[], size: (row: object) => number, limit: number) {
  let sum = 0
  const end = rows.findIndex((row) => (sum += size(row)) > limit)
  return end < 0 ? rows.length : end
}

/**
 * A reply of type T that is written as JSON already. A long list is written once this way; otherwise it would be written once to be measured and once
 * to be sent.
 */
export class Written<T> {
  /** Exists only for the compiler, which compares the type of the reply by it. */
  declare readonly reply: T
  readonly json: Buffer
  constructor(reply: T) {
    this.json = Buffer.from(JSON.stringify(reply))
  }
}

/** The written reply, or undefined if it exceeds the limits of an answer. `rows` is its long list. */
export function writtenIfItFits<T>(reply: T, rows: object[]) {
  if (countOf(rows, valuesOf, MAX_VALUES) < rows.length) return
  const written = new Written(reply)
  return written.json.length <= MAX_BYTES ? written : undefined
}

/** An upper bound for the bytes of a row: at most three per character, and lists hold only ids. Object.entries() would take four times as long. */
function maxBytesOf(row: object) {
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

/** Size in bytes that a value has in an answer. */
export const bytesOf = (value: object) => Buffer.byteLength(JSON.stringify(value))

type Query<T extends object> = { limit: (most: number) => Parameters<typeof inColumns<T>>[1] }

/** The first rows of a query, as many as fit into an answer. If several lists share the answer, `mb` is the share of this list in MB. */
export async function rowsThatFit<T extends object>(db: Db, query: Query<T>, mb = MAX_BYTES / MB) {
  const rows = await inColumns(db, query.limit(MAX_ROWS))
  return rows.slice(0, countThatFits(rows, mb * MB))
}

/** All rows of a query, or undefined if they do not fit into one answer. */
export async function allRows<T extends object>(db: Db, query: Query<T>) {
  const rows = await inColumns(db, query.limit(MAX_LISTED + 1))
  return rows.length <= MAX_LISTED && countThatFits(rows) === rows.length ? rows : undefined
}

/** Like allRows(), for rows that are returned as stored. The rows are counted first, so that a list that is too long is never read. */
export async function allRowsCounted<T extends object>(db: Db, query: Query<T>) {
  const [counted] = await db.select({ rows: sql<number>`count(*)::int` }).from(sql`(${query.limit(MAX_LISTED + 1).getSQL()}) as listed`)
  return counted && counted.rows <= MAX_LISTED ? allRows(db, query) : undefined
}

/**
 * The oldest rows that fit, in the order of the query, so that new records never displace the older options of a form. If several lists share the
 * answer, `mb` is the share of this list in MB.
 */
export async function oldestThatFit<T extends object>(db: Db, query: Parameters<typeof inColumns<T>>[1], id: keyof T, mb: number) {
  const rows = await inColumns(db, query)
  if (countThatFits(rows, mb * MB) === rows.length) return rows
  const byAge = rows.toSorted((a, b) => Number(a[id]) - Number(b[id]))
  const kept = new Set(byAge.slice(0, countThatFits(byAge, mb * MB)))
  return rows.filter((row) => kept.has(row))
}
