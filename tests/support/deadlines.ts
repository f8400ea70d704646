// The server's time limits, divided for tests that wait for them: in this process, or in a child that starts the product.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { LIMITS as database } from '../../server/api/db/server.ts'
import { LIMITS as edge } from '../../server/bff/edge.ts'
import { LIMITS as redis } from '../../server/bff/redis.ts'
import { DEADLINES as upstream } from '../../server/bff/upstream.ts'

const tables = { database, edge, redis, upstream }
type Name = keyof typeof tables
// Written above.
const NAMES = Object.keys(tables) as Name[]

/** The product's own values. */
export const DEFAULTS = structuredClone(tables)
/** This file, from the project's root. */
export const FILE = 'tests/support/deadlines.ts'

/** Divides the limits of these tables. What is open already keeps the limits that it was opened with. */
export function shorten(divisor: number, names = NAMES) {
  for (const name of names)
    Object.assign(tables[name], Object.fromEntries(Object.entries(DEFAULTS[name]).map(([limit, ms]) => [limit, Math.round(ms / divisor)])))
}

/** Gives every limit its own value again. */
export const restore = () => shorten(1)

/** The environment of a child process in which, and in whose workers, these limits are divided. `root`: another folder with the product and this file. */
export function shortened(divisor: number, names = NAMES, root = join(import.meta.dirname, '../..')) {
  const module = `import { shorten } from '${pathToFileURL(join(root, FILE)).href}'; shorten(${divisor}, ${JSON.stringify(names)})`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(module)}` }
}
