// The data folder: its owner's alone, with all that is made in it.
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** What tells a folder that was made here, of whichever release. */
const OWN = new Set(['db', 'sessions.db', 'session-secret', 'untold'])

/** What is served to anyone, and made anew by each build. */
const SERVED = join(import.meta.dirname, '../dist')

/** Whether a folder, wherever links lead, is a part of it. */
export const isServed = (folder: string) =>
  [SERVED, real(SERVED)].some((served) => [resolve(folder), real(folder)].some((place) => `${place}${sep}`.startsWith(`${served}${sep}`)))
const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)

const isOurs = ({ uid }: Stats) => uid === (process.getuid?.() ?? uid)
/** Whether nobody but who runs this can have written it. */
export const isWrittenByUs = (found: Stats) => isOurs(found) && (found.mode & 0o022) === 0
/** Whether nobody but who runs this can read or replace it. */
export const isPrivate = (found: Stats) => isOurs(found) && (found.mode & 0o077) === 0

/** Makes it, or closes it to others where it was open. Throws a sentence where it is not ours to close. */
export function closeFolder(dataDir: string) {
  const served = `A pasta de dados ${dataDir} fica em dist, que é servida a todos e refeita a cada build: escolha outra com DATA_DIR=….`
  if (isServed(dataDir)) throw new Error(served)
  // The process has one, which a worker cannot set.
  if (isMainThread) process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // Where a link of the way leads, which is known only now.
  if (isServed(dataDir)) throw new Error(served)
  const found = statSync(dataDir)
  if (isPrivate(found)) return
  const { mode } = found
  // Its owner could read and replace what is put there, also where we may.
  if ((mode & 0o077) === 0)
    throw new Error(`A pasta de dados ${dataDir} é de outro usuário desta máquina: inicie como ele, ou escolha uma pasta própria com DATA_DIR=….`)
  const refused = new Error(`A pasta de dados ${dataDir} é aberta a outros e não é só deste sistema: escolha uma pasta própria com DATA_DIR=….`)
  // As /tmp: everybody's, even where we may close it. A home folder, or a project: whoever else reads in it would be shut out.
  const inside = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (!isOurs(found) || mode & 0o1000 || (inside.length > 0 && !inside.some((name) => OWN.has(name)))) throw refused
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    throw refused
  }
}
