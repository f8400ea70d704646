// `npm run bench:nfse`: loads a month of 1,000 accounts into the product as shipped, issues an NFS-e and a boleto for each, and downloads both. It
// measures the time per document, the memory of the process, and the calls of another person in the meantime. The 99th percentile of these calls may
// be twice as long as without other work.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Account } from '../../shared/features/nfse.ts'
import { PASSWORD } from '../../tests/support/api.ts'
import { startServer } from '../../tests/support/server.ts'
import { median } from './median.ts'

const COUNT = Number(process.argv[2] ?? 1000)
const LIMIT = 2
/** Number of accounts per request. */
const BATCH = 25
/** Pause in ms between two calls of the other person, because this person works normally. */
const PACE = 15
const QUIET = 15_000
const MONTH = '01/2031'
const CENTRE = 'Locação de Softwares'

const dir = mkdtempSync(join(tmpdir(), 'csnoteweb-load-'))
const heads =
  'empresa;conta;mes;centro_custo;documento;razao_social;logradouro;numero;bairro;municipio;cep;emails;codigo_servico;servico;discriminacao;valor;aliquota_iss;iss_retido;vencimento'
const lines = Array.from(
  { length: COUNT },
  (_, i) =>
    `Exemplo Sistemas · Sorriso;${900_000 + i};${MONTH};${CENTRE};11222333000181;Tomador ${i} Ltda.;Rua A;${i};Centro;5107925;78890000;contas@exemplo.com.br;010501;Licenciamento;Licença de janeiro, contrato ${i}.;${100 + i},${i % 10}0;3,00;S;2031-01-20`,
)
writeFileSync(join(dir, '2031-01.csv'), [heads, ...lines].join('\n'))

await using server = await startServer({ env: { LOG_LEVEL: 'silent', CALLS_PER_MINUTE: '0', LOAD_DIR: dir } })
const signIn = async (who: string) => {
  const response = await fetch(`${server.url}/api/auth`, {
    method: 'POST',
    headers: { 'x-csrf': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${who}@exemplo.com.br`, password: PASSWORD }),
  })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async (method: string, path: string, body?: unknown) => {
    const headers = { cookie, 'x-csrf': '1', 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/api${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${bytes.toString()}`)
    return bytes
  }
}
const finance = await signIn('financeiro')
const other = await signIn('supervisor')
const json = async <T>(path: string) => JSON.parse((await finance('GET', path)).toString()) as T
const list = (status: number) =>
  json<Account[]>(`/nfse?${new URLSearchParams({ mesAno: MONTH, tipoRegistro: CENTRE, tipoEmissao: '3', status: String(status) })}`)
/** Resident memory of the process in MB, as the system reports it. */
const held = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024

/** The times in ms that the calls of the other person take until a promise settles. */
async function meanwhile(what: Promise<unknown>) {
  const times: number[] = []
  const state = { over: false }
  const ended = what.finally(() => (state.over = true))
  while (!state.over) {
    const start = performance.now()
    await other('GET', '/region')
    times.push(performance.now() - start)
    await setTimeout(PACE)
  }
  await ended
  return times
}
const slowest = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN
const until = async (done: () => Promise<boolean>) => {
  while (!(await done())) await setTimeout(200)
}

// Wait until the demo has issued the documents of its first start, because these must not be measured.
await setTimeout(3_000)
const before = held()
const quiet = await meanwhile(setTimeout(QUIET))

const loading = performance.now()
await finance('POST', '/load-data/request', { mesAno: MONTH })
await until(async () => (await list(1)).length === COUNT)
const loaded = performance.now() - loading
const ids = (await list(1)).map((row) => row.ID_REF_PARCELA_CONTA)

async function issue() {
  const start = performance.now()
  for (let at = 0; at < COUNT; at += BATCH) {
    const contas = ids.slice(at, at + BATCH)
    await finance('PUT', '/nfse', { contas, idStatus: 1, observacao: '', tipoEmissao: 3 })
    await finance('POST', '/nfse', { contasForSend: contas })
  }
  // Wait for the note of the last account, which is the last document in the queue, because boletos come first.
  await until(async () => (await json<Account>(`/nfse/${ids.at(-1)}`)).ID_STATUS_NFSE === 3)
  return performance.now() - start
}
const documents: number[] = []
let most = 0
async function download() {
  for (const id of ids)
    for (const tipo of [1, 2]) {
      const asked = performance.now()
      await finance('GET', `/nfse-download-file?id=${id}&tipo=${tipo}`)
      documents.push(performance.now() - asked)
      most = Math.max(most, held())
    }
}
const issuing = issue()
const whileIssued = await meanwhile(issuing)
const issued = await issuing
const whileDrawn = await meanwhile(download())
if ((await list(3)).length !== COUNT) throw new Error('not all accounts were issued')

const ms = (time: number) => time.toFixed(1)
const told = (what: string, times: number[]) => {
  const ratio = slowest(times) / slowest(quiet)
  console.log(`  ${what}: p50 ${ms(median(times))} ms, p99 ${ms(slowest(times))} ms (${times.length}), ${ratio.toFixed(2)} times`)
  return ratio
}
console.log(`${COUNT} accounts loaded in ${ms(loaded / 1000)} s`)
console.log(`an account issued with both documents: ${ms(issued / COUNT)} ms`)
console.log(`a PDF downloaded: p50 ${ms(median(documents))} ms`)
console.log(`memory: ${Math.round(before)} MB before, ${Math.round(most)} MB at most`)
console.log(`another person's call, p99 as a multiple of the undisturbed p99:`)
told('undisturbed', quiet)
const ratio = Math.max(told('while they are issued', whileIssued), told('while they are drawn', whileDrawn))
rmSync(dir, { recursive: true })
if (ratio > LIMIT) {
  console.error(`the p99 is more than ${LIMIT} times the undisturbed p99`)
  process.exitCode = 1
}
