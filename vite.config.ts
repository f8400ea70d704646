import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Marks the calls that create schemas as pure. Otherwise the bundler would keep them in the browser's code, which needs only the messages beside the
 * schemas.
 */
const dropUnusedSchemas: Plugin = {
  name: 'drop-unused-schemas',
  enforce: 'post',
  transform: {
    filter: { id: /\/shared\/(features\/)?[\w-]+\.ts$/ },
    handler(code) {
      const made = this.parse(code).body.flatMap((node) => {
        const declaration = node.type === 'ExportNamedDeclaration' ? node.declaration : node
        if (declaration?.type !== 'VariableDeclaration') return []
        return declaration.declarations.flatMap(({ init }) => (init && /^(Call|Array|Object)Expression$/.test(init.type) ? [init] : []))
      })
      return made.reduceRight(
        (text, { start, end }) => `${text.slice(0, start)}/*#__PURE__*/(() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      )
    },
  },
}

/** Brotli's last level, 11, takes 2.4 times as long for 1.5 % fewer bytes. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }
/** Compresses each text file at build time, so that the server need not do it per request. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle: async ({ dir = '' }) => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const pack = async (file: string) => {
      const bytes = await readFile(file)
      await Promise.all([
        writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, brotli)),
        writeFile(`${file}.gz`, await promisify(gzip)(bytes)),
      ])
    }
    await Promise.all(entries.filter(({ name }) => /\.(js|css|svg|html)$/.test(name)).map(({ parentPath, name }) => pack(join(parentPath, name))))
  },
}

interface Group {
  name: string
  /** Patterns of the paths of the group's modules, within the project. */
  of?: RegExp[]
  /** Patterns of paths that do not belong to the group although `of` matches them. */
  except?: RegExp[]
  tags?: '$initial'[]
  minShareCount?: number
}

/**
 * The chunks of code that pages share, by content. A module goes into the first group that matches it, together with its dependencies. Code of a
 * single page has its own file. `base` is the code that every page starts with, except the entry: the entry awaits the screens, which import `base`.
 */
const groups: Group[] = [
  { name: 'base', tags: ['$initial'], except: [/entry\.browser/] },
  // Code that the sign-in page and the wall share with the rest.
  {
    name: 'common',
    of: [
      /icons\/eye\./,
      /icons\/eye-off\./,
      /icons\/wifi-off\./,
      /icons\/circle-ex.*\./,
      /message\.css/,
      /plain\.css/,
      /shared\/clock/,
      /client\/api\/(request|address|running|noticed)/,
      /client\/shell\/Mark/,
      /client\/ui\/useNow/,
    ],
    minShareCount: 2,
  },
  // Code of every page but the sign-in page.
  { name: 'router', of: [/react-router/, /client\/router/, /client\/routed/, /shell\/errors/, /shell\/Root/] },
  {
    name: 'ui',
    of: [/core\/esm\/components\/Button\//, /core\/esm\/components\/Loader\//, /@mantine\/hooks/, /lucide/, /client\//, /shared\//],
    except: [
      // Pages would load the code of features that they do not show. Only the code of Track is on every page, in the header's timer, and the few parts that many features share.
      /client\/features\/(?!track\/(?:changes|dot|entry|forgotten|guess|lists|stops|StopIcon|timer|Timer|useTrueTime)\.|options|appointments\/when|clients\/ClientLink|service-hours\/Balance)/,
      /client\/ui\/cards/,
      /client\/ui\/useRowsInSight/,
      /client\/ui\/Register/,
      /client\/ui\/Window/,
      /client\/ui\/form\/Form/,
      /client\/ui\/form\/useSubmit/,
      /client\/ui\/form\/useFormFocus/,
      /client\/ui\/form\/leaving/,
      /client\/ui\/form\/fields/,
      /client\/ui\/form\/dates/,
      /client\/ui\/form\/typed/,
      /client\/ui\/grid\/\w*G/,
      /client\/ui\/grid\/\w*Row/,
    ],
    minShareCount: 2,
  },
  { name: 'sheet', of: [/exceljs/] },
  {
    name: 'overlay',
    of: [
      /core\/esm\/components\/Popover\//,
      /core\/esm\/components\/Menu\//,
      /core\/esm\/components\/Modal\//,
      /core\/esm\/components\/Drawer\//,
      /ui\/Window/,
    ],
  },
  { name: 'dates', of: [/@mantine\/dates/, /dayjs/, /ui\/form\/dates/, /ui\/form\/typed/] },
  {
    name: 'form',
    of: [
      /@mantine\/form\//,
      /@mantine\/core\//,
      /ui\/form\/Form/,
      /ui\/form\/useSubmit/,
      /ui\/form\/useFormFocus/,
      /ui\/form\/leaving/,
      /ui\/form\/fields/,
    ],
  },
  // Long lists are virtual as cards and as a grid, so both load this.
  { name: 'cards', of: [/client\/ui\/cards/, /client\/ui\/useRowsInSight/, /@tanstack\/(?:react-)?virtual/], minShareCount: 2 },
  { name: 'grid', of: [/@tanstack/, /client\/ui\/Register/, /client\/ui\/grid/], minShareCount: 2 },
  // The parts of Track that other pages share, except those of the header's timer.
  { name: 'time', of: [/client\/features\/track\/(?:Visits|days|visit)\./], minShareCount: 2 },
  {
    name: 'chart',
    of: [/recharts/, /@mantine\/charts/, /d3-/, /ui\/chart\/frame/, /ui\/chart\/Bars/, /ui\/chart\/Ring/, /ui\/chart\/Goal\w+/],
  },
]
/** The path of a module within the project. A folder above the project may have the name of one of ours. */
const pathOf = (id: string) => id.replace(`${import.meta.dirname}/`, '')
const chunks = groups.map(({ of, except = [], ...group }, index) => ({
  ...group,
  test: (id: string) => {
    const isIn = (patterns: RegExp[]) => patterns.some((one) => one.test(pathOf(id)))
    return (of === undefined || isIn(of)) && !isIn(except)
  },
  priority: groups.length - index,
}))

/** Fails the build if a pattern of a chunk matches no module, because a renamed file would move to another chunk unnoticed. */
const everyPatternMatches: Plugin = {
  name: 'every-pattern-matches',
  buildEnd(error) {
    if (error) return
    const paths = [...this.getModuleIds()].map(pathOf)
    for (const { name, of = [], except = [] } of groups)
      for (const pattern of [...of, ...except])
        if (!paths.some((path) => pattern.test(path))) this.error(`vite.config.ts: no module matches ${pattern} of the chunk ${name}`)
  },
}

// A test runner's NODE_ENV would put React's development build into dist.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [dropUnusedSchemas, ...(command === 'build' ? [compressed, everyPatternMatches] : [])])],
  css: {
    transformer: 'lightningcss',
    lightningcss: {
      drafts: { customMedia: true },
      // Only classes and keyframes are local. With `pure`, a rule of a module that names none of its own classes fails the build.
      cssModules: { pattern: '[local]-[hash]', pure: true, grid: false, container: false, customIdents: false },
    },
  },
  publicDir: isSsrBuild ? false : 'client/public',
  // In a build, the server's bundle includes the packages that it renders with, so production need not install React. The dev server leaves them
  // external, because it cannot evaluate CommonJS packages.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  build: {
    target: 'es2023',
    sourcemap: false,
    // The server's single bundle, and exceljs, which is loaded only for exports.
    chunkSizeWarningLimit: 2000,
    ...(isSsrBuild
      ? { outDir: 'dist/server', rolldownOptions: { input: 'client/entry.server.tsx' } }
      : {
          outDir: 'dist/client',
          manifest: true,
          // A single style sheet: a page whose own styles failed to load would be shown without them, even when its code is requested again.
          cssCodeSplit: false,
          // An import requests its own file anyway, and every page has loaded the runtime and `common`. Listing them would only lengthen every page's
          // first code.
          modulePreload: { resolveDependencies: (file, needed) => needed.filter((one) => one !== file && !/\/(rolldown-runtime|common)-/.test(one)) },
          rolldownOptions: {
            input: 'client/entry.browser.tsx',
            output: {
              codeSplitting: { groups: chunks },
            },
          },
        }),
  },
}))
