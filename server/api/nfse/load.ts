// The data load: imports the accounts of a month from the file of that month. Accounts that exist are kept, and each faulty line is reported.
import { access, constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, lte, or, sql } from 'drizzle-orm'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { linesOf } from '../csv.ts'
import { dataLoads, removedAccounts } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { importLines, type Outcome } from '../import.ts'
import { accountSheet } from '../features/account-sheet.ts'
import { RefusedFile } from '../refused-file.ts'
import { monthOf, shown, type Row } from '../sheet.ts'
import type { Step } from './jobs.ts'

/** Lease of a load in seconds. After that time, another worker may start the load anew. */
const LEASE = 300
/** Maximum number of problems that are stored per file. */
const SHOWN = 100
/** Maximum number of characters of a problem. */
const LONGEST = 300
/** Maximum size of a file in bytes. */
const MOST = 4 * 1024 * 1024
/**
 * Maximum number of lines in the file of a month, including the header, and of characters per line. A line with every text at its maximum length
 * fits.
 */
const LIMITS = { lines: 10_000, length: 8_000 }

/** The bytes of the file for a month 'YYYY-MM', if it exists. */
export type Source = (month: string) => Promise<Buffer | undefined>

/** Files named 2026-11.csv or 2026-11.xlsx. An .ods is read too, so that the error can say how to save it. */
export const folder =
  (dir: string): Source =>
  async (month) => {
    for (const extension of ['csv', 'xlsx', 'ods']) {
      const bytes = await regular(join(dir, `${month}.${extension}`)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      })
      if (bytes) return bytes
    }
    // A missing folder throws here, because it is an error of the setup, unlike a month without data.
    await access(dir)
    return undefined
  }

/** Reads a regular file. Links are refused, and so are pipes, because reading a pipe could block. */
async function regular(path: string) {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const before = await file.stat()
  if (!before.isFile()) throw new Error(`${path} is not a regular file`)
  const { bytesRead, buffer } = await file.read(Buffer.alloc(MOST + 1))
  if (bytesRead > MOST) throw new RefusedFile(`O arquivo tem mais de ${MOST / 1024 / 1024} MB.`)
  const after = await file.stat()
  // Refuse a file that is still being written: it could end inside an amount, which would then be read wrongly.
  if (bytesRead !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    throw new RefusedFile('O arquivo ainda está sendo gravado: solicite de novo quando estiver completo.')
  return buffer.subarray(0, bytesRead)
}

interface Loader {
  db: Db
  source: Source
  /** Called with each unexpected error. */
  failed: (error: Error) => void
}

/** Runs the load that was requested first among those that are due. */
export function loader({ db, source, failed }: Loader): Step {
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
    const { loaded, problems, refused } = await load({ db, source }, mine.month).catch((error: Error) => {
      const isRefused = error instanceof RefusedFile
      if (!isRefused || error.cause !== undefined) failed(error)
      const problem = isRefused ? error.message.slice(0, LONGEST) : 'Falha interna: nada foi carregado. Solicite de novo.'
      return { loaded: 0, refused: 0, problems: [problem] }
    })
    await db
      .update(dataLoads)
      .set({ state: 2, leasedUntil: null, noData: loaded === 0, problems, loaded, refused, endedAt: sql`now()` })
      .where(eq(dataLoads.id, mine.id))
    return true
  }
}

/** Number of lines stored and of lines refused, with the reasons. */
interface Loaded {
  loaded: number
  refused: number
  problems: string[]
}

/** Imports the file of a month. Throws if the file as a whole is refused. */
async function load({ db, source }: { db: Db; source: Source }, month: string): Promise<Loaded> {
  const bytes = await source(month.slice(0, 7)).catch((cause: unknown) => {
    throw cause instanceof RefusedFile ? cause : new RefusedFile('O arquivo do mês não pôde ser lido.', { cause })
  })
  if (!bytes) return { loaded: 0, refused: 0, problems: [] }
  const read = await linesOf(bytes, accountSheet, LIMITS)
  let problems: Outcome['problems'] = read.problems
  let lines = read.lines.filter(({ line, values }) => {
    const isOfIt = monthOf(values['mes']) === month
    if (!isOfIt) problems.push({ line, problem: `É de outro mês: “${shown(values['mes'])}”.` })
    return isOfIt
  })
  for (;;) {
    if (lines.length === 0) return { loaded: 0, ...refusedOf(problems) }
    const { problems: wrong, ...done } = await importLines(db, { kind: 'accounts', lines, check: false }, () => undefined, barredIn)
    if (wrong.length === 0) return { loaded: done.created + done.changed + done.same, ...refusedOf(problems) }
    // Some lines are wrong: import the rest of the file without them.
    problems = [...problems, ...wrong]
    const left = new Set(wrong.map(({ line }) => line))
    lines = lines.filter(({ line }) => !left.has(line))
  }
}

/** Refuses the line of an account that somebody deleted, or that belongs to another month: importing it would silently remove it from that month. */
async function barredIn(tx: Db) {
  const { issuerId, reference, instalment } = removedAccounts
  const found = await tx.select({ issuerId, reference, instalment }).from(removedAccounts)
  const keys = new Set(found.map((one) => Object.values(one).join()))
  return ({ issuer_id, reference, instalment, month }: Row, old: Row | undefined) => {
    if (old) return old['month'] === month ? undefined : `Esta conta é de ${numericMonthBr(String(old['month']))}: não muda de mês pela carga.`
    return keys.has([issuer_id, reference, instalment].join()) ? 'Esta conta foi excluída em NFS-e Express: não volta pela carga.' : undefined
  }
}

const refusedOf = (problems: Outcome['problems']) => ({ refused: new Set(problems.map(({ line }) => line)).size, problems: sentencesOf(problems) })

const sentencesOf = (problems: Outcome['problems']) => [
  ...problems
    .toSorted((a, b) => a.line - b.line)
    .slice(0, SHOWN)
    .map(({ line, problem }) => `Linha ${line}: ${problem}`.slice(0, LONGEST)),
  ...(problems.length > SHOWN ? [`… e mais ${problems.length - SHOWN}.`] : []),
]
