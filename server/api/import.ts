// Imports a company's records from spreadsheets. Either all lines of a file are stored or none. An existing record is found by its key.
import { setImmediate } from 'node:timers/promises'
import { DrizzleQueryError, sql, type SQL } from 'drizzle-orm'
import { wallDay } from '../../shared/clock.ts'
import '../../shared/issues.ts'
import { withoutAudit } from './audit.ts'
import { LOCKS } from './db/locks.ts'
import { insertRows, type Db } from './db/sql.ts'
import { codeOf, constraintOf, REFUSED } from './errors.ts'
import { sheets, type Kind } from './registers.ts'
import { RefusedFile } from './refused-file.ts'
import { fold, read, type Barred, type Row, type Sheet } from './sheet.ts'

/** A line of the file: its number, and its texts by column. */
export interface Line {
  line: number
  values: Record<string, string>
}

/** A row for the table, with the number of the line that it comes from. */
interface Numbered {
  line: number
  row: Row
}
interface Wanted extends Numbered {
  /** The body, in the form in which the call that creates such a record accepts it. */
  body: unknown
}

export interface Job {
  kind: Kind
  lines: Line[]
  /** True for a dry run. */
  check: boolean
}

export interface Outcome {
  created: number
  changed: number
  same: number
  /** Problems by line, in Portuguese. If there is any, nothing was written. */
  problems: { line: number; problem: string }[]
  /** Warnings about stored lines, in Portuguese. Absent if there are none. */
  warnings?: { line: number; problem: string }[]
}

const CHUNK = 500
/**
 * Number of rows that the database may refuse before the import stops. Each refusal takes about a dozen savepoints, and each savepoint holds a lock.
 */
const REFUSALS = 100

/**
 * Runs an import in one transaction. Calls `tell` with the number of lines done; if `tell` throws, the import is rolled back. Problems are returned,
 * not thrown, unless there are too many. `barredIn` is called after the stored records are read, so that records deleted meanwhile are not brought
 * back.
 */
export async function importLines(
  db: Db,
  { kind, lines, check }: Job,
  tell: (done: number) => void,
  barredIn?: (tx: Db) => Promise<Barred>,
): Promise<Outcome> {
  const job: Sheet = sheets[kind]
  const { table } = job
  const ids = (await job.names?.(db)) ?? {}
  const problems: Outcome['problems'] = []
  const seen = new Map<string, number>()
  const keyOf = (row: Row) => job.key.map((column) => fold(row[column])).join('\n')
  const wanted: Wanted[] = []
  for (const [index, { line, values }] of lines.entries()) {
    if (index % CHUNK === 0) await setImmediate()
    try {
      const reading = read(job, values, ids)
      if (!reading.ok) {
        problems.push(...reading.faults.map((problem) => ({ line, problem })))
        continue
      }
      const row = job.row(reading.body)
      const before = seen.get(keyOf(row))
      if (before !== undefined) throw new Error(`Repete a linha ${before}.`)
      seen.set(keyOf(row), line)
      wanted.push({ line, body: reading.body, row })
    } catch (error) {
      problems.push({ line, problem: (error as Error).message })
    }
  }
  if (problems.length > 0) return { created: 0, changed: 0, same: 0, problems }

  // The transaction fills in the outcome, whether it commits or is rolled back.
  const outcome: Outcome = { created: 0, changed: 0, same: 0, problems }
  const undo = new Error('nothing is to be kept')
  const write = db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('csnoteweb.call', ${`import ${kind}`}, true)`)
    // A dry run needs no audit, because it is rolled back, and the audit would take two thirds of the time.
    if (check) await withoutAudit(tx)
    // Imports run one after the other, so that the second one finds the records of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS.imports}, 0)`)
    // The optional columns that the file lacks. Key columns are not among them, because they are needed to find the stored records.
    const missing = Object.entries(job.optional).flatMap(([name, column]) =>
      lines.some(({ values }) => name in values) || job.key.includes(column) ? [] : [column],
    )
    const columns = Object.keys(wanted[0]?.row ?? {}).filter((name) => !missing.includes(name))
    const bodies = wanted.map(({ body }) => body)
    const stored = await all(tx, table, job.undone ? [...new Set([...columns, 'status'])] : columns, job.among?.(bodies))
    const known = Map.groupBy(stored, keyOf)
    const barred = await (barredIn ?? job.barred)?.(tx)
    const changes: Numbered[] = []
    const fresh: Numbered[] = []
    const same = new Set<unknown>()
    for (const { line, row } of wanted) {
      const every = known.get(keyOf(row)) ?? []
      const active = every.filter(({ status }) => status === 'A')
      const found = job.undone && (active.length > 0 || row['status'] === 'A') ? active : every
      const [old, twin] = found
      const alike = found.find((one) => columns.every((column) => isSame(one, row, column)))
      const problem = alike ? undefined : barred?.(row, old)
      if (problem !== undefined) problems.push({ line, problem })
      else if (!old) fresh.push({ line, row: { ...row, ...job.fresh() } })
      else if (alike) same.add(alike['id'])
      // Two records match the line, so nobody knows which of them is meant: report a problem.
      else if (twin) problems.push({ line, problem: `Há mais de um registro assim: os códigos ${Number(old['id'])} e ${Number(twin['id'])}.` })
      // The key matches regardless of case and accents, so its spelling may differ. The spelling in the file is then stored.
      else changes.push({ line, row: { ...Object.fromEntries(columns.map((name) => [name, row[name]])), id: old['id'] } })
    }
    const idOf = ({ row }: Numbered) => Number(row['id'])
    const kept = await job.kept?.(tx, changes.map(idOf))
    for (const change of changes) {
      const { line } = change
      const problem = kept?.get(idOf(change))
      if (problem !== undefined) problems.push({ line, problem })
    }
    if (problems.length > 0) throw undo
    let done = same.size
    // Pause, because the embedded database blocks the event loop: without a pause, the process would not even notice that the caller has
    // disconnected.
    const step = async () => {
      await setImmediate()
      tell(done)
    }
    for (const [rows, put] of [
      [fresh, insertRows],
      [changes, updateRows],
    ] as const)
      for (let at = 0; at < rows.length; at += CHUNK) {
        if (done > same.size) await step()
        await refuse(tx, rows.slice(at, at + CHUNK), (save, some) => put(save, table, some), problems)
        done += Math.min(CHUNK, rows.length - at)
      }
    if (problems.length > 0) throw undo
    for (const id of (await job.finish?.(tx, bodies)) ?? []) same.delete(id)
    const today = wallDay(Date.now())
    const warnings = wanted.flatMap(({ line, body }) => {
      const problem = job.doubt?.(body, today)
      return problem === undefined ? [] : [{ line, problem }]
    })
    if (warnings.length > 0) outcome.warnings = warnings
    Object.assign(outcome, { created: fresh.length, changed: wanted.length - fresh.length - same.size, same: same.size })
    // Refresh the table's statistics, on which query plans depend. Otherwise the plans could rely on outdated statistics for hours.
    await tx.execute(sql`analyze ${sql.identifier(table)}`)
    await step()
    if (check) throw undo
  })
  await write.catch((error: unknown) => {
    // The message of drizzle's wrapper repeats every line, so the cause is thrown instead.
    if (error !== undo) throw error instanceof DrizzleQueryError ? error.cause : error
  })
  return outcome
}

/** SQLSTATE classes that mean a refused row: integrity (23) and data (22). */
const ROW_REFUSED = /^2[23]/

/** Writes rows and adds a problem for each row that the database refuses. A refused batch is halved until a single row is left. */
async function refuse(tx: Db, rows: Numbered[], write: (save: Db, rows: Row[]) => Promise<unknown>, problems: Outcome['problems']): Promise<void> {
  try {
    // Writes in a savepoint, so that the transaction can continue after a refusal.
    await tx.transaction((save) =>
      write(
        save,
        rows.map(({ row }) => row),
      ),
    )
  } catch (error) {
    if (!ROW_REFUSED.test(codeOf(error))) throw error
    const [one, ...more] = rows
    if (!one) return
    if (more.length === 0) {
      const constraint = constraintOf(error) ?? codeOf(error)
      problems.push({ line: one.line, problem: REFUSED.get(constraint)?.message ?? `O banco de dados não aceita esta linha (${constraint}).` })
      const [first] = problems
      if (problems.length > REFUSALS)
        throw new RefusedFile(`O banco de dados não aceita mais de ${REFUSALS} linhas. Linha ${first?.line}: ${first?.problem}`)
      return
    }
    const half = Math.ceil(rows.length / 2)
    await refuse(tx, rows.slice(0, half), write, problems)
    await refuse(tx, rows.slice(half), write, problems)
  }
}

/** Compares values as text. Null is not equal to the text 'null'. */
const isSame = (one: Row, other: Row, column: string) => {
  const [a, b] = [one[column] ?? null, other[column] ?? null] as (string | number | boolean | null)[]
  return a === null || b === null ? a === b : String(a) === String(b)
}

/** All records that match `among`, with the given columns. */
async function all(db: Db, table: string, columns: string[], among?: SQL) {
  const names = sql.join(
    ['id', ...columns].map((name) => sql`${name}::text, ${sql.identifier(name)}`),
    sql`, `,
  )
  const [found] = await db
    .select({ rows: sql<Row[] | null>`json_agg(json_build_object(${names}) order by id)` })
    .from(sql`${sql.identifier(table)}`)
    .where(among)
  return found?.rows ?? []
}

const updateRows = (db: Db, table: string, rows: Row[]) => {
  const into = sql.identifier(table)
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== 'id')
  const set = sql.join(
    columns.map((name) => sql`${sql.identifier(name)} = r.${sql.identifier(name)}`),
    sql`, `,
  )
  return db.execute(
    sql`update ${into} t set ${set}, version = t.version + 1 from json_populate_recordset(null::${into}, ${JSON.stringify(rows)}::text::json) r where t.id = r.id`,
  )
}
