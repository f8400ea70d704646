// The programs that tests need and npm does not bring: where they are on this machine, and what Debian calls them.
import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The shell draws as the browser does, without the browser's own windows: a file of tests takes a seventh less of the processors.
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

/** The first of these programs that is on the PATH. */
export const onPath = (...names: string[]) =>
  names.flatMap((name) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))).find(runs)

/** The folder of initdb and postgres: Debian keeps them off the PATH, one folder a version. */
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

/** The folder of a module of Debian's Python. */
const pythonModule = (name: string) => globSync(`/usr/lib/python3*/dist-packages/${name}`)[0]

/** Only tests/deep needs them: readers of our files that are not ours. They are large, so .ci/run alone installs them. */
export const readers = {
  libreoffice: { name: 'LibreOffice Calc', debian: 'libreoffice-calc', find: () => onPath('soffice', 'libreoffice') },
  khal: { name: 'khal', debian: 'khal', find: () => onPath('khal') },
  icalendar: { name: 'icalendar', debian: 'python3-icalendar', find: () => pythonModule('icalendar') },
}

/** Only measurements need it. */
export const wrk = { name: 'wrk', debian: 'wrk', find: () => onPath('wrk') }

/** Where a program is that a command cannot do without; ends the command with a sentence where it is missing. */
export function required({ name, debian, find }: Pick<typeof wrk, 'name' | 'debian'> & { find: () => string | undefined }): string {
  const found = find()
  if (found === undefined) {
    console.error(`${name} não está nesta máquina: apt-get install ${debian}`)
    process.exit(1)
  }
  return found
}
