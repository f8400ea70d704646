// `npm run bench:odd`: measures the cost of unusual input with which one person could make everybody else wait. Exits with 1 if one of the figures
// exceeds its limit.
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/api/db/connection.ts'
import { accounts, dataLoads } from '../../server/api/db/schema.ts'
import { loader } from '../../server/api/nfse/load.ts'
import { buildDps } from '../../server/api/nfse/dps.ts'
import { openSchemas } from '../../server/api/nfse/schema.ts'
import { passwordProblem } from '../../server/api/password-rules.ts'
import { startBff } from '../../tests/support/bff.ts'
import { accountWith, NOW, xsdFolder } from '../../tests/support/dps.ts'
import { root, startServer } from '../../tests/support/server.ts'
import { menus, startUpstream } from '../../tests/support/upstream.ts'
import { resident } from './heap.ts'

function tell(what: string, figure: number, limit: number, unit: string) {
  console.log(`${what}: ${figure.toFixed(1)} ${unit} (at most ${limit})`)
  if (!(figure <= limit)) process.exitCode = 1
}
async function ms(work: () => unknown) {
  const start = performance.now()
  await work()
  return performance.now() - start
}
/** The shortest time of three runs, because other load on the machine can only add time. */
async function least(work: () => unknown) {
  return Math.min(await ms(work), await ms(work), await ms(work))
}

const worst = 'p4$$w0rD1l0v3y0u'.repeat(8)
const whole = await least(() => passwordProblem(worst, 'a@b.co'))
tell(
  'a password of 128 characters, as a multiple of its first 40',
  whole / (await least(() => passwordProblem(worst.slice(0, 40), 'a@b.co'))),
  2,
  'times',
)

const upstream = await startUpstream()
const routes = menus('/clientes', '/dash-financeiro')
upstream.people.set('ana@x.co', { id: 4, name: 'Ana', supervisor: 'N', departamento: 4, status: 'A', acessos: routes })
const bff = await startBff({ upstream: { url: upstream.url } })
const cookie = await bff.signIn('ana@x.co')
for (const [what, text] of [
  ['ten million brackets', `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`],
  ['16 MB of ones', `[${'1,'.repeat(8_000_000)}1]`],
  ['16 MB of empty objects', `[${'{},'.repeat(5_300_000)}{}]`],
] as const) {
  upstream.answers.set('GET /clients', (_req, res) => void res.end(text))
  const took = await ms(async () => (await bff.call('GET', '/api/clients', { cookie })).arrayBuffer())
  tell(`an answer of ${what}`, took / 1000, 5, 's')
}

const fields = Object.fromEntries(Array.from({ length: 300_000 }, (_, i) => [`campo${i}`, []]))
const drill = async (row: object) => {
  upstream.answers.set('POST /dash/boletos/drill-down', {
    json: { dataset: [{ ...row, cliente: 'Sementes' }], columns: [{ title: 'Cliente', field: 'cliente' }] },
  })
  const body = { period: '202611', company: 'Matriz', drillDownOption: 'recebido' }
  const response = await bff.call('POST', '/api/dash/boletos/drill-down', { cookie, body })
  if (!(await response.text()).includes('Sementes')) throw new Error(`drill-down: ${response.status}`)
}
tell(
  'a drill-down of 300,000 fields that no column names, as a multiple of the same length in one',
  (await least(() => drill(fields))) / (await least(() => drill({ fields }))),
  3,
  'times',
)
await bff.stop()
await upstream.stop()

const dataDir = mkdtempSync(join(tmpdir(), 'csnoteweb-odd-'))
const database = await openDatabase({ dataDir }, { demo: true, demoPassword: 'exemplo-2026', now: Date.now() })
const HEADS =
  'empresa;conta;mes;centro_custo;documento;razao_social;logradouro;numero;bairro;municipio;cep;emails;codigo_servico;servico;discriminacao;valor;aliquota_iss;iss_retido;vencimento'
const line = (month: string, number: number, { city = '5107925', amount = '10,00' } = {}) =>
  `Exemplo Sistemas · Sorriso;${number};${month};SySGrão;11222333000181;Tomador;Rua A;1;Centro;${city};78890000;a@exemplo.com.br;010501;Licenciamento;Licença;${amount};2,50;S;2032-08-20`
/** Time in seconds that loading the file of a month takes. */
async function load(month: string, lines: string[]) {
  const file = Buffer.from([HEADS, ...lines].join('\n'))
  await database.db
    .insert(dataLoads)
    .values({ month, state: 1, userId: 2 })
    .onConflictDoUpdate({ target: dataLoads.month, set: { state: 1 } })
  const step = loader({ db: database.db, source: async () => file, failed: (error) => console.error(error) })
  return (await ms(step)) / 1000
}
const wrongTowns = Array.from({ length: 9_998 }, (_, nth) => line('08/2032', 80_000 + nth, { city: '9999999' }))
tell('a file of 9,998 wrong lines', await load('2032-08-01', [line('08/2032', 79_999), ...wrongTowns]), 20, 's')
const sent = (amount: string) => Array.from({ length: 1_200 }, (_, nth) => line('06/2032', 78_000 + nth, { amount }))
await load('2032-06-01', sent('10,00'))
await database.db.update(accounts).set({ slipStatus: 2 })
const same = await load('2032-06-01', sent('10,00'))
tell(
  '1,200 changes of accounts that were sent, as a multiple of as many that are the same',
  (await load('2032-06-01', sent('11,00'))) / same,
  6,
  'times',
)
await database.close()
rmSync(dataDir, { recursive: true })

if (xsdFolder) {
  const schemas = openSchemas(xsdFolder)
  const { xml } = buildDps({ account: accountWith(), number: 42, at: NOW, environment: 2 })
  const wrong = xml.replace('<nDPS>42', '<nDPS>042')
  const validate = (count: number) => {
    for (let done = 0; done < count; done += 2) for (const one of [xml, wrong]) schemas.validate(one)
    // libxml2 never returns this memory, so only its growth shows a leak.
    return process.memoryUsage().external / 1e6
  }
  const warm = validate(1_000)
  tell('memory that 10,000 validations under the official XSD leave', validate(10_000) - warm, 2, 'MB')
}

await using server = await startServer({ env: { LOG_LEVEL: 'silent' } })
const assets = join(root, 'dist/client/assets')
const [largest] = readdirSync(assets)
  .filter((name) => name.endsWith('.js'))
  .toSorted((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)
await (await fetch(`${server.url}/assets/${largest}`, { headers: { 'accept-encoding': 'br' } })).arrayBuffer()
const before = resident(server.pid)
const sockets = await Promise.all(
  Array.from({ length: 200 }, async () => {
    const socket = connect(Number(server.port), '127.0.0.1').pause()
    socket.write(`GET /assets/${largest} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`)
    // Wait for the first bytes of the file. The rest of it is never read.
    await once(socket, 'readable')
    return socket
  }),
)
tell('two hundred clients that request the largest file and read nothing', resident(server.pid) - before, 60, 'MB')
for (const socket of sockets) socket.destroy()
