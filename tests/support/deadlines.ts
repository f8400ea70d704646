// Shortens the server's timeouts for tests that wait for them, either in this process or in a child process that starts the product.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIMITS as database } from '../../server/api/db/server.ts'
import { LIMITS as edge } from '../../server/bff/edge.ts'
import { LIMITS as redis } from '../../server/bff/redis.ts'
import { DEADLINES as upstream } from '../../server/bff/upstream.ts'

const tables = { database, edge, redis, upstream }
type Name = keyof typeof tables
// The cast is safe, because `tables` above has exactly these keys.
const NAMES = Object.keys(tables) as Name[]

/** The product's real timeouts. */
export const DEFAULTS = structuredClone(tables)
/** Path of this file, relative to the project's root. */
export const FILE = 'tests/support/deadlines.ts'

/** Divides the timeouts in the named tables. A connection that is already open keeps its previous timeouts. */
export function shorten(divisor: number, names = NAMES) {
  for (const name of names)
    Object.assign(tables[name], Object.fromEntries(Object.entries(DEFAULTS[name]).map(([limit, ms]) => [limit, Math.round(ms / divisor)])))
}

/** Restores every timeout. */
export const restore = () => shorten(1)

/**
 * Returns the environment for a child process that divides the timeouts in itself and in its workers. `root` is the folder of the product and this
 * file, possibly a copy of ours.
 */
export function shortened(divisor: number, names = NAMES, root = join(import.meta.dirname, '../..')) {
  const module = `import { shorten } from '${pathToFileURL(join(root, FILE)).href}'; shorten(${divisor}, ${JSON.stringify(names)})`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}
