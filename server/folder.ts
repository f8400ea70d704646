// The data folder. Only its owner may access it and everything in it.
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Names that identify a data folder made by any release. */
const OWN = new Set(['db', 'sessions.db', 'session-secret', 'untold'])

/** The build's folder. It is served to everyone and recreated by each build. */
const SERVED = join(import.meta.dirname, '../dist')

/** Whether a folder is inside the build's folder, with symbolic links resolved. */
export const isServed = (folder: string) =>
  [SERVED, real(SERVED)].some((served) => [resolve(folder), real(folder)].some((place) => `${place}${sep}`.startsWith(`${served}${sep}`)))
const real = (path: string) => (existsSync(path) ? realpathSync(path) : path)

const isOurs = ({ uid }: Stats) => uid === (process.getuid?.() ?? uid)
/** Whether only the user of this process can have written it. */
export const isWrittenByUs = (found: Stats) => isOurs(found) && (found.mode & 0o022) === 0
/** Whether only the user of this process can read or replace it. */
export const isPrivate = (found: Stats) => isOurs(found) && (found.mode & 0o077) === 0

/** Creates the folder, or closes it to others if it was open. Throws a sentence for the operator if it is not ours to close. */
export function closeFolder(dataDir: string) {
  const served = `A pasta de dados ${dataDir} fica em dist, que é servida a todos e refeita a cada build: escolha outra com DATA_DIR=….`
  if (isServed(dataDir)) throw new Error(served)
  // The umask belongs to the process, and a worker cannot set it.
  if (isMainThread) process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  // A second check: after the folder exists, symbolic links on the way can be resolved.
  if (isServed(dataDir)) throw new Error(served)
  const found = statSync(dataDir)
  if (isPrivate(found)) return
  const { mode } = found
  // The folder's owner could read and replace our files, even where we have access.
  if ((mode & 0o077) === 0)
    throw new Error(`A pasta de dados ${dataDir} é de outro usuário desta máquina: inicie como ele, ou escolha uma pasta própria com DATA_DIR=….`)
  const refused = new Error(`A pasta de dados ${dataDir} é aberta a outros e não é só deste sistema: escolha uma pasta própria com DATA_DIR=….`)
  // A shared folder such as /tmp is refused even if we could close it. So is a home folder or a project, because closing it would shut out its other
  // readers.
  const inside = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (!isOurs(found) || mode & 0o1000 || (inside.length > 0 && !inside.some((name) => OWN.has(name)))) throw refused
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    throw refused
  }
}
