// Measures the size of the audit: for the ordinary work of a company in a year, and for the most that one session can cause in a day. It makes sample
// calls over HTTP on a PostgreSQL server and multiplies the size that they add.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { createApi } from '../../server/api/app.ts'
import { nothingIssued } from './nothing-issued.ts'
import { openDatabase } from '../../server/api/db/connection.ts'
import { wallDay } from '../../shared/clock.ts'
import { clientBody } from '../../tests/support/client-samples.ts'
import { startPostgres } from '../../tests/support/postgres.ts'

const PEOPLE = 300
const WORKDAYS = 250
/** How many of these calls a person makes on a working day. */
const DAY = { 'compromissos criados': 3, 'compromissos mudados': 2, 'cadastros mudados': 1, 'tarefas mudadas': 4, 'grades e calendários vistos': 12 }
/** Number of TVs that show the wall screen all day. The audit records each TV once per hour. */
const WALLS = 3
/**
 * Maximum number of calls of a session per day, by the limit in limits.ts. QUESTIONS is the maximum number of reads that audit.ts records per hour,
 * and TELLING the number of calls that show other people's data.
 */
const CALLS_A_DAY = 300 * 60 * 24
/** For the calls that write many records: maximum number of calls per day, and number of appointments per call. */
const MANY_A_DAY = 30 * 60 * 24
const TOGETHER = 51
const QUESTIONS = 61
const TELLING = 7
/**
 * Limits in MB. `year` lets ten years fit on a small disk. The other two leave days to find the person responsible before a disk is full; the audit
 * stores the author of every change.
 */
const LIMITS = { year: 1_000, reads: 50, changes: 1_500 }
const SAMPLE = 2_000
const MB = 1e6

const demo = { demo: true, demoPassword: 'exemplo-2026', now: Date.now() }
const postgres = await startPostgres()
const database = await openDatabase({ dataDir: '', databaseUrl: postgres.url }, demo)
const { db } = database
let now = Date.now()
const server = createApi({ ...database, clock: () => now, secret: 'bench', log: () => undefined, ...nothingIssued }).listen(0, '127.0.0.1')
await once(server, 'listening')
// A server that listens on TCP has an address with a port, so the cast is safe.
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const headers: Record<string, string> = { 'x-channel': 'bench', 'content-type': 'application/json' }
async function ask<T>(method: string, path: string, body?: object) {
  const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  // The type is the one in the row of the call, so the cast is safe.
  return (await response.json()) as T
}
const { token } = await ask<{ token: string }>('POST', '/auth', { email: 'supervisor@exemplo.com.br', password: demo.demoPassword })
headers['authorization'] = `Bearer ${token}`

const sizeOf = async (table: string) => {
  const [row] = await db.select({ bytes: sql`pg_total_relation_size(${table}::regclass)`.mapWith(Number) }).from(sql`(select) as nothing`)
  return row?.bytes ?? 0
}
/** Number of bytes that one call adds to a table, including its indexes. */
async function each(table: string, call: (index: number) => Promise<unknown>, times = SAMPLE) {
  const before = await sizeOf(table)
  for (let index = 0; index < times; index += 1) await call(index)
  return ((await sizeOf(table)) - before) / times
}

const day = wallDay(now)
const appointment = { colaborador: 5, atividade: 1, dataIni: day, horaIni: '08:00', dataFim: day, horaFim: '10:00', status: 'A' }
const [activity] = (await ask<{ CODTAREFAEXTERNO: number; CLIENTE: string; CARRO: string; REGIAO: string }[]>('GET', '/tasks')).filter(
  ({ CLIENTE, CARRO, REGIAO }) => [CLIENTE, CARRO, REGIAO].every((asked) => asked === 'N'),
)
appointment.atividade = activity?.CODTAREFAEXTERNO ?? 0
const { id } = await ask<{ id: number }>('POST', '/compromises', appointment)
const task = await ask<{ id: number }>('POST', '/user-task', { id: 0, idUsuario: 1, descricao: 'Tarefa', idPrioridade: 3, idStatus: 'A' })

const created = await each('audit_changes', () => ask('POST', '/compromises', appointment))
const moved = await each('audit_changes', (index) => ask('PUT', '/compromises', { ...appointment, id, horaFim: index % 2 ? '11:00' : '12:00' }))
const renamed = await each('audit_changes', (index) => ask('PUT', '/clients', clientBody({ id: 1000, nome: `Cliente com um nome comum ${index}` })))
const ticked = await each('audit_changes', () => ask('PATCH', `/user-task/${task.id}`))
/** The clock advances an hour before each read, because the audit records identical reads only once per hour. */
const looked = await each('audit_reads', () => {
  now += 3_600_000
  return ask('POST', '/dash/calendarioOndeEstou', { users: [5, 6, 7], dataInicio: day, dataFim: day })
})
const longest = await each('audit_changes', (index) => ask('PUT', '/clients', clientBody({ id: 1000, nome: (index % 2 ? 'á' : 'é').repeat(150) })))
const { menus } = await ask<{ menus: { dados: { ID: number }[] }[] }>('GET', '/users/data')
const leaves = menus.flatMap(({ dados }) => dados.map(({ ID }) => ID))
const person = { idUser: 5, nomeCompleto: 'Ana', email: 'ana@exemplo.com.br', status: 'A' }
const granted = await each('audit_changes', (index) => ask('PUT', '/users', { ...person, menus: index % 2 ? leaves : leaves.slice(0, 1) }), 200)
const ids = (from: number) => Array.from({ length: 1000 }, (_, index) => 2_000_000_000 - from * 1000 - index)
const widest = await each(
  'audit_reads',
  (index) => {
    if (index % (QUESTIONS - 1) === 0) now += 3_600_000
    return ask('POST', '/dash/calendarioOndeEstou', { users: ids(index), atividade: ids(0), veiculo: ids(0), departamento: ids(0) })
  },
  600,
)

const changes =
  created * DAY['compromissos criados'] + moved * DAY['compromissos mudados'] + renamed * DAY['cadastros mudados'] + ticked * DAY['tarefas mudadas']
const year = {
  changes: (changes * PEOPLE * WORKDAYS) / MB,
  reads: (looked * (PEOPLE * WORKDAYS * DAY['grades e calendários vistos'] + WALLS * 365 * 24)) / MB,
}
const changed = {
  'um cadastro': (longest * CALLS_A_DAY) / MB,
  'os menus de uma pessoa': (granted * MANY_A_DAY) / MB,
  'compromissos de 51 pessoas': (created * TOGETHER * MANY_A_DAY) / MB,
}
const worst = { changes: Math.max(...Object.values(changed)), reads: (widest * QUESTIONS * 24 * TELLING) / MB }
const said = Object.entries(DAY).map(([what, times]) => `${times} ${what}`)
console.log(
  `bytes por chamada, com índices: compromisso criado ${created.toFixed(0)}, mudado ${moved.toFixed(0)}, cadastro ${renamed.toFixed(0)}, tarefa ${ticked.toFixed(0)}, consulta ${looked.toFixed(0)}`,
)
console.log(
  `um ano de ${PEOPLE} pessoas (por dia e pessoa: ${said.join(', ')}): mudanças ${year.changes.toFixed(0)} MB, consultas ${year.reads.toFixed(0)} MB (meta ${LIMITS.year} ao todo)`,
)
console.log(
  `o pior de uma sessão num dia: consultas ${worst.reads.toFixed(0)} MB (meta ${LIMITS.reads}; ${widest.toFixed(0)} bytes a mais larga), mudando ${Object.entries(
    changed,
  )
    .map(([what, mb]) => `${what} ${mb.toFixed(0)} MB`)
    .join(', ')} (meta ${LIMITS.changes})`,
)

server.close()
server.closeAllConnections()
await database.close()
await postgres.stop()
process.exit(year.changes + year.reads <= LIMITS.year && worst.reads <= LIMITS.reads && worst.changes <= LIMITS.changes ? 0 : 1)
