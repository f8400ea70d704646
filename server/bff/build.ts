// The client that the BFF serves: the files of a Vite build, or the Vite server in development.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ViteDevServer } from 'vite'
import type { Assets } from '../../client/Document.tsx'
import type * as Entry from '../../client/entry.server.tsx'
import { pageAt } from '../../shared/pages.ts'

/** The scripts of the entry, the styles and modules of each page, and an id that changes with every deployment. */
export interface Build {
  id: string
  scripts: string[]
  assetsOf: (page: string) => Assets
  entry: () => Promise<typeof Entry>
}

interface Chunk {
  file: string
  src?: string
  imports?: string[]
  dynamicImports?: string[]
}

/** Reads the build in dist/. */
export async function readBuild(root: string): Promise<Build> {
  const file = join(root, 'dist/client/.vite/manifest.json')
  if (!existsSync(file)) throw new Error('Falta a pasta dist: rode npm run build.')
  const text = readFileSync(file, 'utf8')
  // The file is built from client/entry.server.tsx, so it has the type of that module.
  const entry = (await import(pathToFileURL(join(root, 'dist/server/entry.server.js')).href)) as typeof Entry
  // The file is written by Vite, so it has the format of its manifest.
  const manifest = JSON.parse(text) as Record<string, Chunk>
  const main = 'client/entry.browser.tsx'
  const walk = (key: string, found = new Set<string>(), entered = new Set<string>()): Set<string> => {
    if (entered.has(key) || !manifest[key]) return found
    entered.add(key)
    for (const next of manifest[key].imports ?? []) walk(next, found, entered)
    return found.add(key)
  }
  const assetsOf = (page: string): Assets => {
    const chunks = [main, ...entry.modulesOf(page)]
      .flatMap((key) => [...walk(key)])
      .map((key) => manifest[key])
      .filter((chunk) => chunk !== undefined)
    return {
      styles: [`/${manifest['style.css']?.file}`],
      modules: [...new Set(chunks.map((chunk) => `/${chunk.file}`))].filter((path) => path !== `/${manifest[main]?.file}`),
    }
  }
  const known = new Map<string, Assets>()
  return {
    id: createHash('sha256').update(text).digest('hex').slice(0, 12),
    scripts: [`/${manifest[main]?.file}`],
    assetsOf: (path) => {
      // Anyone may request any address. Only the addresses of pages are cached one by one; all others share one entry, so that the cache cannot grow.
      const page = pageAt(path)?.path ?? ''
      const assets = known.get(page) ?? assetsOf(page)
      known.set(page, assets)
      return assets
    },
    entry: async () => entry,
  }
}

/** The client in development: modules that are not bundled and are reloaded when they change. */
export const devBuild = (vite: ViteDevServer): Build => ({
  id: 'dev',
  scripts: ['/@vite/client', '/client/entry.dev.ts'],
  assetsOf: () => ({ styles: [], modules: [] }),
  // Vite returns a plain record, so the cast gives it the type of the module.
  entry: () => vite.ssrLoadModule('/client/entry.server.tsx') as Promise<typeof Entry>,
})
