// `npm run bench:crash`: kill -9 of the process during writes, 100 times. No acknowledged write may be lost, every start must come back.
// Another number of times: npm run bench:crash -- 10
import { once } from 'node:events'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from '../../server/api/start.ts'

const WRITERS = 8
const secret = 'the channel of the bench'

if (process.send) await serve(process.argv[2] ?? '')
else await bench(Number(process.argv[2] ?? 100))

/** The child: the API on the folder. */
async function serve(dataDir: string) {
  const api = await startApi({ dataDir, demo: true, secret })
  process.send?.(api.url)
}

async function bench(rounds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'csnoteweb-crash-'))
  const acknowledged = new Set<string>()
  const starts: number[] = []
  let lost = 0
  for (let round = 0; round <= rounds; round++) {
    const before = performance.now()
    const child = fork(import.meta.filename, [dataDir])
    // The child sends its address, and nothing else.
    const [url] = (await once(child, 'message')) as [string]
    starts.push(performance.now() - before)
    const headers = await signIn(url)
    const found = new Set(await names(url, headers))
    lost += [...acknowledged].filter((name) => !found.has(name)).length
    if (round < rounds) {
      const killed = Math.floor(5 + Math.random() * 300)
      let answers = 0
      await Promise.allSettled(
        Array.from({ length: WRITERS }, async (_, writer) => {
          for (let number = 0; ; number++) {
            const nome = `${round} ${writer} ${number}`
            const response = await fetch(`${url}/clients`, {
              method: 'POST',
              headers,
              body: JSON.stringify({ nome, idCidade: 5107909, telefone: '', status: 'A' }),
            })
            if (response.status === 200) acknowledged.add(nome)
            if (++answers === killed) child.kill('SIGKILL')
          }
        }),
      )
    }
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    if (round % 10 === 0) console.log(`${round} kills, ${acknowledged.size} acknowledged writes, ${lost} lost`)
  }
  rmSync(dataDir, { recursive: true, force: true })
  const [first = 0, ...later] = starts
  console.log(`${rounds} kill -9 during writes: ${acknowledged.size} acknowledged, ${lost} lost.`)
  console.log(`First start ${Math.round(first)} ms; ${later.length} starts after a kill, longest ${Math.round(Math.max(...later))} ms.`)
  process.exit(lost === 0 ? 0 : 1)
}

async function signIn(url: string) {
  const headers = { 'x-channel': secret, 'content-type': 'application/json' }
  const response = await fetch(`${url}/auth`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email: 'supervisor@exemplo.com.br', password: 'exemplo-2026' }),
  })
  const { token } = (await response.json()) as { token: string }
  return { ...headers, authorization: `Bearer ${token}` }
}

async function names(url: string, headers: Record<string, string>) {
  const list = (await (await fetch(`${url}/clients`, { headers })).json()) as { NOMEFANTASIACLIENTE: string }[]
  return list.map(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE)
}
