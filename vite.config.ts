import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
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

/** Compresses each text file at build time, so that the server need not do it per request. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle: async ({ dir = '' }) => {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    const pack = async (file: string) => {
      const bytes = await readFile(file)
      await Promise.all([writeFile(`${file}.br`, await promisify(brotliCompress)(bytes)), writeFile(`${file}.gz`, await promisify(gzip)(bytes))])
    }
    await Promise.all(entries.filter(({ name }) => /\.(js|css|svg|html)$/.test(name)).map(({ parentPath, name }) => pack(join(parentPath, name))))
  },
}

/**
 * The chunks of code that pages share, by content. A module goes into the first group that matches it, together with its dependencies. Code of a
 * single page has its own file. `base` is the code that every page starts with, except the entry: the entry awaits the screens, which import `base`.
 */
const groups: { name: string; test?: RegExp; tags?: '$initial'[]; minShareCount?: number }[] = [
  { name: 'base', tags: ['$initial'], test: /^(?!.*entry\.browser)/ },
  // Code that the sign-in page and the wall share with the rest.
  {
    name: 'common',
    test: /icons\/(eye|eye-off|wifi-off|circle-ex.*)\.|(message|plain)\.css|shared\/clock|client\/(shell\/Mark|ui\/useNow)/,
    minShareCount: 2,
  },
  {
    name: 'ui',
    test: /core\/esm\/components\/(Button|Loader)\/|@mantine\/hooks|lucide|client\/(?!ui\/(Register|Window|form\/(Form|leaving|fields|dates|typed)|grid\/\w*(G|Row)))|shared\//,
    minShareCount: 2,
  },
  { name: 'sheet', test: /exceljs/ },
  { name: 'overlay', test: /@mantine\/core\/esm\/components\/(Popover|Menu|Modal|Drawer)\/|ui\/Window/ },
  { name: 'dates', test: /@mantine\/dates|dayjs|ui\/form\/(dates|typed)/ },
  { name: 'form', test: /@mantine\/(form|core)\/|ui\/form\/(Form|leaving|fields)/ },
  { name: 'grid', test: /@tanstack|client\/ui\/(Register|grid)/, minShareCount: 2 },
  { name: 'chart', test: /recharts|@mantine\/charts|d3-|ui\/chart\/(frame|Bars|Ring|Goal\w+)/ },
]
const chunks = groups.map(({ test, ...group }, index) => ({
  ...group,
  // Matches paths within the project only, because a folder above it may have the name of one of ours.
  ...(test && { test: (id: string) => test.test(id.replace(`${import.meta.dirname}/`, '')) }),
  priority: groups.length - index,
}))

// A test runner's NODE_ENV would put React's development build into dist.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [dropUnusedSchemas, ...(command === 'build' ? [compressed] : [])])],
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  publicDir: isSsrBuild ? false : 'client/public',
  // The server's bundle contains everything it renders, so production installs no React. The dev server cannot evaluate CommonJS packages.
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
