// The data load: a month's accounts from the file of that month. What is there already stays, what is wrong with a line is said of that line.
import { constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import { linesOf } from '../csv.ts'
import { dataLoads } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { importLines, type Outcome } from '../import.ts'
import { accountSheet, monthOf } from '../features/nfse-sheets.ts'
import { shown } from '../sheet.ts'
import type { Step } from './jobs.ts'

/** Seconds that a load may take until another worker begins it anew. */
const LEASE = 300
/** Problems that are kept of a file. */
const SHOWN = 50
/** Bytes of a file. */
const MOST = 32 * 1024 * 1024

/** The bytes of the file of 'YYYY-MM', if there is one. */
export type Source = (month: string) => Promise<Buffer | undefined>

/** Files named 2026-11.csv. */
export const folder =
  (dir: string): Source =>
  (month) =>
    regular(join(dir, `${month}.csv`)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })

/** A file that is one: no link to another, no pipe that nobody writes to. */
async function regular(path: string) {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: Infinity }))
  if (size > MOST) throw new Error('no file, or too large')
  return file.readFile()
}

/** Loads the month that was asked for first. */
export function loader({ db, source }: { db: Db; source: Source }): Step {
  return async () => {
    const due = or(eq(dataLoads.state, 1), and(eq(dataLoads.state, 0), lte(dataLoads.leasedUntil, sql`now()`)))
    const [next] = await db.select().from(dataLoads).where(due).orderBy(dataLoads.requestedAt, dataLoads.id).limit(1)
    if (!next) return false
    const [mine] = await db
      .update(dataLoads)
      .set({ state: 0, leasedUntil: sql`now() + make_interval(secs => ${LEASE})` })
      .where(and(eq(dataLoads.id, next.id), due))
      .returning()
    if (!mine) return true
    const { loaded, problems } = await load(db, mine.month, await source(mine.month.slice(0, 7)).catch(() => 'unread' as const))
    await db
      .update(dataLoads)
      .set({ state: 2, leasedUntil: null, noData: loaded === 0, problems })
      .where(eq(dataLoads.id, mine.id))
    return true
  }
}

/** How many lines are stored now, and what is wrong with the others. */
async function load(db: Db, month: string, bytes: Buffer | undefined | 'unread'): Promise<{ loaded: number; problems: string[] }> {
  if (bytes === undefined) return { loaded: 0, problems: [] }
  if (bytes === 'unread') return { loaded: 0, problems: ['O arquivo do mês não pôde ser lido.'] }
  try {
    const read = linesOf(bytes, accountSheet)
    const problems: Outcome['problems'] = [...read.problems]
    let lines = read.lines.filter(({ line, values }) => {
      const isOfMonth = monthOf(values['mes']) === month
      if (!isOfMonth) problems.push({ line, problem: `É de outro mês: “${shown(values['mes'])}”.` })
      return isOfMonth
    })
    for (;;) {
      if (lines.length === 0) return { loaded: 0, problems: told(problems) }
      const { problems: wrong, ...done } = await importLines(db, { kind: 'accounts', lines, check: false }, () => undefined)
      if (wrong.length === 0) return { loaded: done.created + done.changed + done.same, problems: told(problems) }
      // The file is taken without them.
      problems.push(...wrong)
      const left = new Set(wrong.map(({ line }) => line))
      lines = lines.filter(({ line }) => !left.has(line))
    }
  } catch (error) {
    return { loaded: 0, problems: [error instanceof Error ? error.message : String(error)] }
  }
}

const told = (problems: Outcome['problems']) => [
  ...problems
    .toSorted((a, b) => a.line - b.line)
    .slice(0, SHOWN)
    .map(({ line, problem }) => `Linha ${line}: ${problem}`),
  ...(problems.length > SHOWN ? [`… e mais ${problems.length - SHOWN}.`] : []),
]
