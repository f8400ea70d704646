// Measures the gzipped JavaScript that each page loads before any click. The sign-in page may load at most 115 kB.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { readBuild } from '../../server/bff/build.ts'
import { pages } from '../../shared/pages.ts'

const LIMITS: Record<string, number> = { '/': 115 }

const build = await readBuild(process.cwd())
for (const { path, title } of pages) {
  const files = [...build.scripts, ...build.assetsOf(path.replace(':id', '1')).modules]
  const kB = files.reduce((sum, file) => sum + gzipSync(readFileSync(`dist/client${file}`)).length, 0) / 1000
  const limit = LIMITS[path]
  console.log(`${title}: ${kB.toFixed(1)} kB in ${files.length} files${limit === undefined ? '' : ` (at most ${limit})`}`)
  if (limit !== undefined && kB > limit) process.exitCode = 1
}
