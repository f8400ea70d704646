// Tests how the files of the build are served: precompressed, if the client accepts the encoding.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { root, startServer } from '../support/server.ts'

const client = join(root, 'dist/client')
const scripts = readdirSync(join(client, 'assets')).filter((name) => name.endsWith('.js'))
const script = `/assets/${scripts.find((name) => name.startsWith('base-'))}`
const font = `/assets/${readdirSync(join(client, 'assets')).find((name) => name.endsWith('.woff2'))}`

let server: Awaited<ReturnType<typeof startServer>>
let dataDir = ''
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-assets-'))
  await cp(inject('demoDir'), dataDir, { recursive: true })
  server = await startServer({ env: { DATA_DIR: dataDir } })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true, maxRetries: 3 })
})

/** Sends a request and returns the bytes of the response as sent, because fetch would decompress them. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const sent = request(server.url + path, { method, headers, agent: false }).end()
  // The response event has one argument, the message, so the cast is safe.
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) }
}

const same = (bytes: Buffer) => bytes

describe('a file of the build', () => {
  it.each([
    ['br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['*', 'br', brotliDecompressSync],
    ['br;q=0, *;q=0', undefined, same],
    ['identity', undefined, same],
    ['deflate', undefined, same],
    [undefined, undefined, same],
  ])(
    'a request with Accept-Encoding %s gets the file with Content-Encoding %s and the same content and type [4.1.1]',
    async (accepted, encoding, decoded) => {
      for (const [path, type] of [
        [script, 'text/javascript; charset=utf-8'],
        ['/painel-offline.html', 'text/html; charset=utf-8'],
      ] as const) {
        const { status, headers, bytes } = await get(path, accepted === undefined ? {} : { 'Accept-Encoding': accepted })
        expect([status, headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([200, encoding, type, 'Accept-Encoding'])
        expect(headers['content-length']).toBe(String(bytes.length))
        expect(decoded(bytes).equals(readFileSync(join(client, path)))).toBe(true)
      }
    },
  )

  it('HEAD, conditional and range requests for a compressed file get the right status, headers and bytes', async () => {
    const packed = readFileSync(join(client, `${script}.br`))
    const br = { 'Accept-Encoding': 'br' }
    const head = await get(script, br, 'HEAD')
    expect([head.status, head.headers['content-encoding'], head.headers['content-length'], head.bytes.length]).toEqual([
      200,
      'br',
      String(packed.length),
      0,
    ])
    expect((await get(script, { ...br, 'If-None-Match': head.headers.etag ?? '' })).status).toBe(304)
    expect((await get(script, { 'If-None-Match': head.headers.etag ?? '' })).status).toBe(200)
    const part = await get(script, { ...br, Range: 'bytes=10-19' })
    expect([part.status, part.bytes.equals(packed.subarray(10, 20))]).toEqual([206, true])
    const beyond = await get(script, { ...br, Range: `bytes=${packed.length}-` })
    expect([beyond.status, beyond.headers['content-encoding']]).toEqual([416, undefined])
    expect(beyond.bytes.toString()).toContain('<!doctype html>')
    const other = await get(script, { ...br, 'If-Match': '"x"' })
    // A browser or proxy must not cache an error response in place of the file.
    for (const { headers } of [beyond, other])
      expect([headers['cache-control'], headers.etag, headers['last-modified']]).toEqual(['no-store', undefined, undefined])
    expect(other.status).toBe(412)
  })

  it('a file in a compressed format is sent unchanged', async () => {
    const { headers } = await get(font, { 'Accept-Encoding': 'br, gzip' })
    expect([headers['content-encoding'], headers['content-type'], headers.vary]).toEqual([undefined, 'font/woff2', undefined])
  })

  it('a compressed copy, an unknown file, a folder and a malformed path are not served [13.4.1-3 14.2.5]', async () => {
    const br = { 'Accept-Encoding': 'br' }
    const paths = ['/painel-offline.html.br', '/assets/nada.js', '/assets/', '/assets/.vite', '/assets/%zz']
    const answers = await Promise.all(paths.map((path) => get(path, br)))
    expect(answers.map(({ status, headers }) => [status, headers['content-encoding']])).toEqual(
      [404, 404, 404, 404, 400].map((status) => [status, undefined]),
    )
  })
})

describe('the scripts for the browser', () => {
  // Vite writes the manifest in this format, so the cast is safe.
  const manifest = JSON.parse(readFileSync(join(client, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string; name: string; src?: string; imports?: string[] }
  >
  const chunks = Object.values(manifest).filter(({ file }) => file.endsWith('.js'))

  it('chunks that more than two features load are only the ten named ones, besides charts and spreadsheets', () => {
    const features = new Map<string, Set<string>>()
    const walk = (key: string, feature: string) => {
      const of = features.get(key) ?? new Set()
      if (of.has(feature)) return
      features.set(key, of.add(feature))
      for (const imported of manifest[key]?.imports ?? []) walk(imported, feature)
    }
    for (const [key, { src = '' }] of Object.entries(manifest)) {
      const [, feature] = /client\/features\/([\w-]+)\//.exec(src) ?? []
      if (feature) walk(key, feature)
    }
    const shared = [...features].flatMap(([key, of]) => (of.size > 2 ? [manifest[key]?.name ?? ''] : []))
    expect(shared.filter((name) => name !== 'rolldown-runtime').toSorted()).toEqual([
      'base',
      'cards',
      'common',
      'dates',
      'form',
      'grid',
      'overlay',
      'router',
      'time',
      'ui',
    ])
    expect(chunks.map(({ name }) => name)).toEqual(expect.arrayContaining(['chart', 'sheet']))
  })

  it('the scripts contain neither the table of calls nor the schemas', () => {
    // Searches for identifiers of zod, and for a Proxy, which only rules use.
    const found = scripts.filter((name) => /ZodError|_zod|Proxy\(\{\}/.test(readFileSync(join(client, 'assets', name), 'utf8')))
    expect(found).toEqual([])
  })
})
