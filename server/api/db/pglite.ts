// The embedded database: PGlite on a folder, with what it lacks to be trusted with one (docs/decisions.md).
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

// Optimizing the engine's largest function alone takes 600 MB for half a second, the rest 60 MB for good. Without it the calls
// of the table take as long as before, and an aggregate over 50,000 rows 23 ms instead of 13.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

const startParams = [
  // -F would turn fsync off: nothing is lost by a kill -9, but a power cut may corrupt.
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  // What is read at random costs as in memory, where so small a database is: with a disk's cost long lists are sorted anew instead of read by their index.
  ...['fsync=on', 'wal_sync_method=fsync', 'shared_buffers=16MB', 'max_wal_size=128MB', 'random_page_cost=1.1'].flatMap((setting) => ['-c', setting]),
]

/** As drizzle takes them: instants and days as the database writes them. */
const parsers = Object.fromEntries([types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE].map((type) => [type, (value: string) => value]))
const { serialize } = protocol

/** NodeFS without its omission: a file's fsync reaches the disk. */
class DurableFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(pg, options)
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [
          ...(emscriptenOpts.preRun ?? []),
          // Emscripten types neither the operations of its file systems nor nfd, the open file's descriptor.
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

/** PGlite, which parses what is planned once a single time and lets the database keep its plan; the library does both each time, for longer than most of them run. */
class Planned extends PGlite {
  readonly folder: string
  readonly #statements = new Map<string, { name: string; types: number[] }>()

  constructor(folder: string) {
    super({ fs: new DurableFS(folder), startParams, extensions: { btree_gist }, parsers })
    this.folder = folder
  }

  override query<T>(text: string, values: unknown[] = [], options?: QueryOptions): Promise<Results<T>> {
    // Without drizzle's parsers, which are these: for each query they would be merged with the database's hundreds.
    const mode = options?.rowMode ? { rowMode: options.rowMode } : {}
    if (!isPlannedOnce(text)) return super.query(text, values, mode)
    return this._runExclusiveTransaction(() =>
      this._runExclusiveQuery(async () => {
        const { name, types } = this.#statements.get(text) ?? (await this.#prepare(text))
        const written = values.map((value, index) => (value === null ? null : (this.serializers[types[index] ?? 0] ?? String)(value)))
        const messages = await this.#say(serialize.bind({ statement: name, values: written }), serialize.describe({ type: 'P' }), serialize.execute())
        // The rows that the query's own type says.
        return parse.parseResults(messages, this.parsers, mode)[0] as Results<T>
      }),
    )
  }

  /** Copies the folder as it is between two statements. They wait for as long as the disk takes, which on some is no time at all. */
  async copyTo(folder: string) {
    // What a kill -9 would leave, which the next opening makes whole: the less of it the better.
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

/** Opens the database in a folder, making it when it is empty. Whoever calls holds the folder's lock. */
export async function openFolder(dir: string) {
  const client = new Planned(dir)
  await client.waitReady
  return client
}

/** Only one process may have the folder: a second one would corrupt it silently. Returns what lets it go; a kill -9 does too. */
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

/** The folder's database, complete or not there at all. Whoever calls holds the folder's lock. */
export async function makeFolder(dataDir: string, company: Company) {
  const dir = join(dataDir, 'db')
  if (!existsSync(dir)) renameSync(await newFolder(dataDir, { company }), dir)
  return dir
}

/** What a new database is made of. */
export type Origin = { company: Company } | { backup: string }

/** A database of its own beside the folder's. A child makes it: the hundreds of megabytes that takes go with the child. */
export async function newFolder(dataDir: string, origin: Origin) {
  for (const left of globSync(join(dataDir, 'db.new-*'))) rmSync(left, { recursive: true, force: true })
  const dir = mkdtempSync(join(dataDir, 'db.new-'))
  const child = fork(join(import.meta.dirname, 'init.ts'), {
    execArgv: ['--import', new URL('loading.ts', import.meta.url).href],
    // A file that is no backup is told in one sentence, not with the database's own.
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
