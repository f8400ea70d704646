// `npm run bench:crash`: kills the API with kill -9 while it writes clients and batch movements, 200 times. No acknowledged write may be lost, every
// start must succeed, and the balance must equal the sum of the movements. `npm run bench:crash -- 10 [SEED]` kills it only 10 times.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApi } from '../../server/api/start.ts'
import { clientBody } from '../../tests/support/client-samples.ts'
import { randomOf } from '../../tests/support/random.ts'

const WRITERS = 8
const secret = 'the channel of the bench'
/** A debit to create. Amount, note and batch are added per call. */
const DEBIT = { operador: 'D', operacao: 'C', responsavel: 'E', data: '2026-11-10', idCliente: null, idTipo: 2, idStatus: 'A' }
/** Id of a person in the demo company who has no batch yet. */
const PERSON = 3

if (process.send) await serve(process.argv[2] ?? '')
else await bench(Number(process.argv[2] ?? 200), Number(process.argv[3] ?? randomInt(2 ** 31)))

/** The child process: runs the API with the data folder. */
async function serve(dataDir: string) {
  const api = await startApi({ dataDir, demo: true, secret })
  process.send?.(api.url)
}

async function bench(rounds: number, seed: number) {
  const chance = randomOf(seed)
  const dataDir = mkdtempSync(join(tmpdir(), 'csnoteweb-crash-'))
  const acknowledged = new Set<string>()
  const starts: number[] = []
  let [lost, wrong, batch] = [0, 0, 0]
  for (let round = 0; round <= rounds; round++) {
    const before = performance.now()
    const child = fork(import.meta.filename, [dataDir])
    // The child sends only its address, so the cast is safe.
    const [url] = (await once(child, 'message')) as [string]
    starts.push(performance.now() - before)
    const ask = await signIn(url)
    batch ||= ((await (await ask('/financial-control', { idColaborador: PERSON, idStatus: 'A' })).json()) as { id: number }).id
    const ledger = await ledgerOf(ask, batch)
    const found = new Set([...(await names(ask)), ...ledger.names])
    lost += [...acknowledged].filter((name) => !found.has(name)).length
    if (!ledger.isSum) wrong++
    if (round < rounds) {
      const killed = Math.floor(5 + chance() * 300)
      let answers = 0
      await Promise.allSettled(
        Array.from({ length: WRITERS }, async (_, writer) => {
          for (let number = 0; ; number++) {
            const nome = `${round} ${writer} ${number}`
            const [path, body] =
              writer % 2
                ? ['/clients', clientBody({ nome })]
                : [
                    '/financial-control-batch',
                    { ...DEBIT, operacao: number % 2 ? 'C' : 'D', valor: (1 + (number % 99)) / 100, obs: nome, idControleFinanceiro: batch },
                  ]
            const response = await ask(path, body)
            await response.arrayBuffer()
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
  console.log(`${rounds} kill -9 during writes: ${acknowledged.size} acknowledged, ${lost} lost; ${wrong} times a balance was not the sum.`)
  console.log(`First start ${Math.round(first)} ms; ${later.length} starts after a kill, longest ${Math.round(Math.max(...later))} ms. Seed ${seed}.`)
  process.exit(lost + wrong === 0 ? 0 : 1)
}

type Ask = (path: string, body?: unknown) => Promise<Response>

/** Signs in as the supervisor. Returns a function that makes calls with that session; a call with a body is a POST. */
async function signIn(url: string): Promise<Ask> {
  const headers: Record<string, string> = { 'x-channel': secret, 'content-type': 'application/json' }
  const ask: Ask = (path, body) => fetch(url + path, { headers, ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }) })
  const { token } = (await (await ask('/auth', { email: 'supervisor@exemplo.com.br', password: 'exemplo-2026' })).json()) as { token: string }
  headers['authorization'] = `Bearer ${token}`
  return ask
}

async function names(ask: Ask) {
  const list = (await (await ask('/clients')).json()) as { NOMEFANTASIACLIENTE: string }[]
  return list.map(({ NOMEFANTASIACLIENTE }) => NOMEFANTASIACLIENTE)
}

interface Ledger {
  /** `valor` is formatted like '0,37'. */
  data: { obs: string; operacao: string; valor: string }[]
  /** Both amounts are in reais. */
  dataLote: { saldoCartao: number; saldoDinheiro: number }
}

/** The notes of the debits in a batch, and whether the balances of the batch equal the sums of the debits. */
async function ledgerOf(ask: Ask, batch: number) {
  const { data, dataLote } = (await (await ask(`/financial-control-batch?idLote=${batch}`)).json()) as Ledger
  const sum = (operation: string) =>
    data.filter(({ operacao }) => operacao === operation).reduce((cents, { valor }) => cents - Number(valor.replace(',', '')), 0)
  const isSum = sum('C') === Math.round(100 * dataLote.saldoCartao) && sum('D') === Math.round(100 * dataLote.saldoDinheiro)
  return { names: data.map(({ obs }) => obs), isSum }
}
