// The embedded database: PGlite on a folder, with additions that make it reliable (docs/decisions/database.md).
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, existsSync, fsyncSync, globSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import { parse, PGlite, protocol, types, type QueryOptions, type Results } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import type { Company } from './company.ts'
import { closeFolder } from '../../folder.ts'
import { isPlannedOnce } from './sql.ts'

// Switches off the optimizing compiler for the engine. Optimizing the engine's largest function alone takes 600 MB for half a second; the rest takes
// 60 MB for good. Without it, the calls of the table are as fast as before, and an aggregate over 50,000 rows takes 23 ms instead of 13.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

const startParams = [
  // Removes -F, which turns fsync off. With -F, a kill -9 would lose nothing, but a power cut could corrupt the data.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // random_page_cost is low, because in such a small database a random read is a read from memory. With the default, which is meant for a disk, long
  // lists would be sorted anew instead of read by their index.
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'max_wal_size=128MB', 'random_page_cost=1.1'].flatMap((setting) => ['-c', setting]),
]

/** Parsers for drizzle, which expects instants and days as the database writes them. */
const parsers = Object.fromEntries([types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE].map((type) => [type, (value: string) => value]))
const { serialize } = protocol

/** NodeFS with an fsync that works, so that fsync of a database file reaches the disk. */
class DurableFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          // The cast is needed because Emscripten types neither the operations of its file systems nor nfd, the descriptor of the open file.
          ({ NODEFS }: { NODEFS: unknown }) =>
            Object.assign((NODEFS as { stream_ops: object }).stream_ops, {
              fsync: ({ nfd }: { nfd: number }) => {
                fsyncSync(nfd)
                return 0
              },
            }),
        ],
      },
    }
  }
}

/**
 * PGlite with prepared statements: a statement is parsed once, and the database keeps its plan. The library itself parses and plans every time, which
 * takes longer than running most statements.
 */
class Planned extends PGlite {
  readonly folder: string
  readonly #statements = new Map<string, { name: string; types: number[] }>()

  constructor(folder: string) {
    super({ fs: new DurableFS(folder), startParams, extensions: { btree_gist }, parsers })
    this.folder = folder
  }

  override query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    // The parsers that drizzle passes with each query are left out: this class already uses the same ones, and the library would merge those of the
    // query with hundreds of others.
    const mode = options?.rowMode ? { rowMode: options.rowMode } : {}
    if (!isPlannedOnce(text)) return super.query(text, values, mode)
    return this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(async () => {
        const { name, types } = this.#statements.get(text) ?? (await this.#prepare(text))
        const written = values.map((value, index) => (value === null ? null : (this.serializers[types[index] ?? 0] ?? String)(value)))
        const messages = await this.#say(serialize.bind({ statement: name, values: written }), serialize.describe({ type: 'P' }), serialize.execute())
        // The rows have the type that the query selects, so the cast is safe.
        return parse.parseResults(messages, this.parsers, mode)[0] as Results<T>
      }),
    )
  }

  /** Copies the folder between two statements. Statements wait while the disk copies. A file system that clones files takes no time for this. */
  async copyTo(folder: string) {
    // The copy is like a folder after a kill -9, so opening it begins with a recovery. A checkpoint leaves less to recover.
    await this.exec('checkpoint')
    await this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(() => cp(this.folder, folder, { recursive: true, mode: constants.COPYFILE_FICLONE })),
    )
  }

  async #prepare(text: string) {
    const name = `planned_${this.#statements.size}`
    const messages = await this.#say(serialize.parse({ name, text }), serialize.describe({ type: 'S', name }))
    const statement = { name, types: parse.parseDescribeStatementResults(messages) }
    this.#statements.set(text, statement)
    return statement
  }

  async #say(...messages: Uint8Array[]) {
    return (await this.execProtocol(Buffer.concat([...messages, serialize.sync()]), { syncToFs: false })).messages
  }
}

export type Embedded = Planned

/** Opens the database in a folder, and creates it if the folder is empty. The caller must hold the folder's lock. */
export async function openFolder(dir: string) {
  const client = new Planned(dir)
  await client.waitReady
  return client
}

/**
 * Locks a folder for one process, because a second one would silently corrupt the data. Returns the function that unlocks it. A kill -9 unlocks it
 * too.
 */
export function lockFolder(dataDir: string) {
  closeFolder(dataDir)
  const lock = new DatabaseSync(join(dataDir, 'db.lock'))
  try {
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(`A pasta de dados ${dataDir} está em uso por outro processo. Pare-o primeiro, ou escolha outra pasta com DATA_DIR=….`)
  }
  return () => lock.close()
}

/** Creates the folder's database if it is missing, either completely or not at all. The caller must hold the folder's lock. */
export async function makeFolder(dataDir: string, company: Company) {
  const dir = join(dataDir, 'db')
  if (!existsSync(dir)) renameSync(await newFolder(dataDir, { company }), dir)
  return dir
}

/** Where a new database comes from. */
export type Origin = { company: Company } | { backup: string }

/** Creates a new database beside that of the folder. A child process does this: it needs hundreds of megabytes, which are freed when it ends. */
export async function newFolder(dataDir: string, origin: Origin) {
  for (const left of globSync(join(dataDir, 'db.new-*'))) rmSync(left, { recursive: true, force: true })
  const dir = mkdtempSync(join(dataDir, 'db.new-'))
  const child = fork(join(import.meta.dirname, 'init.ts'), {
    execArgv: ['--import', new URL('loading.ts', import.meta.url).href],
    // If a file is no backup, one sentence says so; the database's own errors are not printed.
    stdio: ['ignore', 'inherit', 'backup' in origin ? 'ignore' : 'inherit', 'ipc'],
  })
  child.send({ dir, origin })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code === 0) return dir
  rmSync(dir, { recursive: true, force: true })
  throw new Error(
    'backup' in origin
      ? `${origin.backup} não é uma cópia deste sistema, ou está danificada.`
      : `Não foi possível criar o banco de dados em ${dataDir}.`,
  )
}
