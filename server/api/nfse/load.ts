// The data load: a month's accounts from the file of that month. What is there already stays, what is wrong with a line is said of that line.
import { access, constants, open } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { linesOf, RefusedFile } from '../csv.ts'
import { accounts, dataLoads, removedAccounts } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { importLines, type Line, type Outcome } from '../import.ts'
import { accountSheet, monthOf, namesOfIssuers } from '../features/nfse-sheets.ts'
import { fold, shown } from '../sheet.ts'
import type { Step } from './jobs.ts'

/** Seconds that a load may take until another worker begins it anew. */
const LEASE = 300
/** Problems that are kept of a file. */
const SHOWN = 500
/** Characters of a problem. */
const LONGEST = 1000
/** Bytes of a file. */
const MOST = 8 * 1024 * 1024
/** Lines of a file, as many as a list shows, and bytes of the first. */
const LINES = 10_000
const HEAD = 16 * 1024

/** The bytes of the file of 'YYYY-MM', if there is one. */
export type Source = (month: string) => Promise<Buffer | undefined>

/** Files named 2026-11.csv. */
export const folder =
  (dir: string): Source =>
  (month) =>
    regular(join(dir, `${month}.csv`)).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      // A folder that is not there is no month without data.
      await access(dir)
      return undefined
    })

/** A file that is one: no link to another, no pipe that nobody writes to. */
async function regular(path: string) {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const stat = await file.stat()
  if (!stat.isFile()) throw new Error(`${path} is no file`)
  if (stat.size > MOST) throw new RefusedFile(`O arquivo tem mais de ${MOST / 1024 / 1024} MB.`)
  return file.readFile()
}

interface Loader {
  db: Db
  source: Source
  /** Is told of what should not happen. */
  failed: (error: Error) => void
}

/** Loads the month that was asked for first. */
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

/** How many lines are stored now, how many are refused, and why. */
interface Loaded {
  loaded: number
  refused: number
  problems: string[]
}

/** Throws why the whole of a file is refused. */
async function load({ db, source }: { db: Db; source: Source }, month: string): Promise<Loaded> {
  const bytes = await source(month.slice(0, 7)).catch((cause: unknown) => {
    throw cause instanceof RefusedFile ? cause : new RefusedFile('O arquivo do mês não pôde ser lido.', { cause })
  })
  if (!bytes) return { loaded: 0, refused: 0, problems: [] }
  if (hasTooMany(bytes)) throw new RefusedFile(`O arquivo tem mais de ${LINES.toLocaleString('pt-BR')} linhas, ou o cabeçalho é longo demais.`)
  const read = linesOf(bytes, accountSheet)
  const problems: Outcome['problems'] = [...read.problems]
  const isRemoved = await removedFrom(db)
  let lines = read.lines.filter(({ line, values }) => {
    const problem =
      monthOf(values['mes']) !== month
        ? `É de outro mês: “${shown(values['mes'])}”.`
        : isRemoved(values)
          ? 'Esta conta foi excluída em NFS-e Express: não volta pela carga.'
          : undefined
    if (problem !== undefined) problems.push({ line, problem })
    return problem === undefined
  })
  for (;;) {
    if (lines.length === 0) return { loaded: 0, ...refusedOf(problems) }
    const { problems: wrong, ...done } = await importLines(db, { kind: 'accounts', lines, check: false }, () => undefined)
    if (wrong.length === 0) return { loaded: done.created + done.changed + done.same, ...refusedOf(problems) }
    // The file is taken without them.
    problems.push(...wrong)
    const left = new Set(wrong.map(({ line }) => line))
    lines = lines.filter(({ line }) => !left.has(line))
  }
}

/** Looked at before anything is parsed: a line of two bytes costs hundreds. */
function hasTooMany(bytes: Buffer) {
  const first = bytes.indexOf('\n')
  let count = 0
  for (let at = first; at >= 0 && count <= LINES; at = bytes.indexOf('\n', at + 1)) count += 1
  return count > LINES || (first < 0 ? bytes.length : first) > HEAD
}

/** Which lines are of what somebody deleted, and nobody has brought back since. */
async function removedFrom(db: Db): Promise<(values: Line['values']) => boolean> {
  const { issuerId, reference, instalment } = removedAccounts
  const same = and(eq(accounts.issuerId, issuerId), eq(accounts.reference, reference), eq(accounts.instalment, instalment))
  const found = await db.select({ issuerId, reference, instalment }).from(removedAccounts).leftJoin(accounts, same).where(isNull(accounts.id))
  const keys = new Set(found.map((one) => Object.values(one).join()))
  const ids = new Map((await namesOfIssuers(db)).map(([name, id]) => [fold(name), id]))
  return ({ empresa = '', conta, parcela }) => keys.has([ids.get(fold(empresa)), Number(conta), Number(parcela || 1)].join())
}

const refusedOf = (problems: Outcome['problems']) => ({ refused: new Set(problems.map(({ line }) => line)).size, problems: sentencesOf(problems) })

const sentencesOf = (problems: Outcome['problems']) => [
  ...problems
    .toSorted((a, b) => a.line - b.line)
    .slice(0, SHOWN)
    .map(({ line, problem }) => `Linha ${line}: ${problem}`.slice(0, LONGEST)),
  ...(problems.length > SHOWN ? [`… e mais ${problems.length - SHOWN}.`] : []),
]
