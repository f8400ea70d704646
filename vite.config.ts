import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Schemas are made by calls, which a bundler keeps: the browser wants the messages beside them, not the schemas. */
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

/** Each file of text, compressed beside itself: the server does it for no request. */
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
 * The files that pages share, by what each holds; a module is in the first that wants it, with what it needs. What only one page has is in its own
 * file. `base` is what every page begins with, but never the entry: it awaits the screens, which import this.
 */
const groups: { name: string; test?: RegExp; tags?: '$initial'[]; minShareCount?: number }[] = [
  { name: 'base', tags: ['$initial'], test: /^(?!.*entry\.browser)/ },
  // What the sign-in page and the wall have in common with the rest.
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
  // Of paths within the project: the folder that it is in may be called like one of ours.
  ...(test && { test: (id: string) => test.test(id.replace(`${import.meta.dirname}/`, '')) }),
  priority: groups.length - index,
}))

// A test runner's NODE_ENV would put React's development build into dist.
if (process.argv.includes('build')) process.env['NODE_ENV'] = 'production'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [dropUnusedSchemas, ...(command === 'build' ? [compressed] : [])])],
  css: { transformer: 'lightningcss', lightningcss: { drafts: { customMedia: true } } },
  publicDir: isSsrBuild ? false : 'client/public',
  // The server's bundle holds everything it renders: production installs no React. The dev server cannot evaluate CommonJS packages.
  ...(command === 'build' && { ssr: { noExternal: true } }),
  build: {
    target: 'es2023',
    sourcemap: false,
    // The server's one bundle, and exceljs, which is loaded only to export.
    chunkSizeWarningLimit: 2000,
    ...(isSsrBuild
      ? { outDir: 'dist/server', rolldownOptions: { input: 'client/entry.server.tsx' } }
      : {
          outDir: 'dist/client',
          manifest: true,
          // One file: a page whose styles did not come would be shown without them, also when its code is asked for again.
          cssCodeSplit: false,
          // The import itself asks for the file; a list of them all would be in every page's first code.
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
