// Programs that tests need but npm does not install, with their paths on this machine and their Debian packages.
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The headless shell comes first. It renders like the browser but has no user interface, which saves a seventh of a test file's CPU time.
const BROWSERS = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]

const runs = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of the first of the named programs that is on the PATH. */
export const onPath = (...names: string[]) =>
  names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))).find(runs)

/** Returns the folder with initdb and postgres. Debian has one folder per version, none of which is on the PATH. */
function postgresFolder() {
  const versions = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  return [...versions, ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (folder) => runs(join(folder, 'initdb')) && runs(join(folder, 'postgres')),
  )
}

export const programs = {
  browser: { name: 'Chromium', debian: 'chromium-headless-shell', find: () => onPath(...BROWSERS) },
  postgres: { name: 'PostgreSQL', debian: 'postgresql', find: postgresFolder },
  poppler: { name: 'Poppler', debian: 'poppler-utils', find: () => onPath('pdftoppm') },
  redis: { name: 'Redis', debian: 'redis-server', find: () => onPath('redis-server', 'valkey-server') },
  xmllint: { name: 'xmllint', debian: 'libxml2-utils', find: () => onPath('xmllint') },
  xmlsec: { name: 'xmlsec1', debian: 'xmlsec1', find: () => onPath('xmlsec1') },
}

/** Returns the folder of a Python module that Debian installed. */
const pythonModule = (name: string) => globSync(`/usr/lib/python3*/dist-packages/${name}`)[0]

/** Programs that read our files back, only in tests/deep. They are large, so only .ci/run installs them. */
export const readers = {
  libreoffice: { name: 'LibreOffice Calc', debian: 'libreoffice-calc', find: () => onPath('soffice', 'libreoffice') },
  khal: { name: 'khal', debian: 'khal', find: () => onPath('khal') },
  icalendar: { name: 'icalendar', debian: 'python3-icalendar', find: () => pythonModule('icalendar') },
}

/** A program that only measurements use. */
export const wrk = { name: 'wrk', debian: 'wrk', find: () => onPath('wrk') }

/** Returns the path of a program that a command requires. If the program is missing, the command ends with a message. */
export function required({ name, debian, find }: Pick<typeof wrk, 'name' | 'debian'> & { find: () => string | undefined }): string {
  const found = find()
  if (found === undefined) {
    console.error(`${name} não está nesta máquina: apt-get install ${debian}`)
    process.exit(1)
  }
  return found
}
