// `npm run bench:again`: measures lists that are requested again with the tag of the last reply, and without it, in turns. The product runs as shipped,
// with its demo company. The reply with the tag may take a tenth of the time and of the bytes.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PASSWORD } from '../../tests/support/api.ts'
import { startServer } from '../../tests/support/server.ts'
import { median } from './median.ts'

const LIMIT = 0.1
const ROUNDS = 50
/** Pause in ms before each request, because after a long call the API lets its person wait (server/api/person-limiter.ts). */
const PAUSE = 60
const LISTS = ['/datatocompromise', '/clients', '/dash/painelOndeEstou', '/dash/pendenciasPed', '/track']

const dataDir = await mkdtemp(join(tmpdir(), 'csnoteweb-bench-'))
const server = await startServer({ env: { DATA_DIR: dataDir, CALLS_PER_MINUTE: '0' } })
const signedIn = await fetch(`${server.url}/api/auth`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-csrf': '1' },
  body: JSON.stringify({ email: 'supervisor@exemplo.com.br', password: PASSWORD }),
})
const cookie = signedIn.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')

/** Requests a list. Returns the time in ms, the length of the body in bytes, and the tag. */
async function ask(path: string, tag?: string) {
  await setTimeout(PAUSE)
  const began = performance.now()
  const response = await fetch(`${server.url}/api${path}`, { headers: { cookie, ...(tag !== undefined && { 'if-none-match': tag }) } })
  const { byteLength } = await response.arrayBuffer()
  if (response.status !== (tag === undefined ? 200 : 304)) throw new Error(`${path}: ${response.status}`)
  return { ms: performance.now() - began, bytes: byteLength, tag: response.headers.get('etag') ?? '' }
}

for (const path of LISTS) {
  const [full, again]: [number[], number[]] = [[], []]
  let { tag, bytes } = await ask(path)
  for (let round = 0; round < ROUNDS; round += 1) {
    again.push((await ask(path, tag)).ms)
    const fresh = await ask(path)
    full.push(fresh.ms)
    ;({ tag, bytes } = fresh)
  }
  const ratio = median(again) / median(full)
  console.log(
    `${path}: ${bytes} bytes in ${median(full).toFixed(1)} ms, again none in ${median(again).toFixed(1)} ms, ratio ${ratio.toFixed(2)} (at most ${LIMIT})`,
  )
  if (ratio > LIMIT) process.exitCode = 1
}
await server.stop()
await rm(dataDir, { recursive: true, force: true })
