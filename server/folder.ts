// The data folder. Only its owner may access the folder and its contents.
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** File names by which the data folder of any release is recognised. */
const OWN = new Set(['db', 'sessions.db', 'session-secret', 'untold'])

/** The folder of the build. Its files are served to everyone, and each build creates it anew. */
const SERVED = join(import.meta.dirname, '../dist')

/** Whether a file or folder is inside the build's folder, with symbolic links resolved. */
export const isServed = (path: string) =>
  [SERVED, real(SERVED)].some((served) => [resolve(path), real(resolve(path))].some((place) => `${place}${sep}`.startsWith(`${served}${sep}`)))
/** Resolves the symbolic links of a path. The path may end with names that do not exist yet. */
const real = (path: string): string => (existsSync(path) ? realpathSync(path) : join(real(dirname(path)), basename(path)))

const isOurs = ({ uid }: Stats) => uid === (process.getuid?.() ?? uid)
/** Whether nobody but the user of this process can have written the file or folder. */
export const isWrittenByUs = (found: Stats) => isOurs(found) && (found.mode & 0o022) === 0
/** Whether nobody but the user of this process can read or replace the file or folder. */
export const isPrivate = (found: Stats) => isOurs(found) && (found.mode & 0o077) === 0

/** Creates the folder, or closes it to others if it was open to them. Throws a sentence for the operator if the folder is not ours to close. */
export function closeFolder(dataDir: string) {
  if (isServed(dataDir))
    throw new Error(`A pasta de dados ${dataDir} fica em dist, que é servida a todos e refeita a cada build: escolha outra com DATA_DIR=….`)
  // Only the main thread sets the umask, because it belongs to the process and a worker cannot set it.
  if (isMainThread) process.umask(0o077)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const found = statSync(dataDir)
  if (isPrivate(found)) return
  const { mode } = found
  // The folder belongs to somebody else, who could read and replace our files, even if we have access.
  if ((mode & 0o077) === 0)
    throw new Error(`A pasta de dados ${dataDir} é de outro usuário desta máquina: inicie como ele, ou escolha uma pasta própria com DATA_DIR=….`)
  const refused = new Error(`A pasta de dados ${dataDir} é aberta a outros e não é só deste sistema: escolha uma pasta própria com DATA_DIR=….`)
  // A shared folder such as /tmp is refused even if we could close it. A home folder or the folder of a project is refused too, because closing it
  // would shut out others who read it.
  const inside = readdirSync(dataDir).filter((name) => name !== 'lost+found')
  if (!isOurs(found) || mode & 0o1000 || (inside.length > 0 && !inside.some((name) => OWN.has(name)))) throw refused
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    throw refused
  }
}
