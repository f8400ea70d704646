// Measures service hours, commissions and projects on both databases, with 10 thousand and 100 thousand movements and a fifth as many commissions:
// each call of the screens through the whole product. It also checks that 50 simultaneous movements on one control are all kept. `npm run
// bench:services -- 100000` uses only that number of movements.
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/api/db/connection.ts'
import { settle } from '../../server/api/releases.ts'
import { addDays } from '../../shared/clock.ts'
import { messages } from '../../shared/features/commissions.ts'
import { contracted, inMinutes } from '../../shared/hours.ts'
import {
  addPeople,
  ask,
  askAll,
  change,
  demo,
  end,
  onBoth,
  serve,
  tellGrowth,
  TODAY,
  withProduct,
  type Place,
  type Questions,
  type Served,
} from './growth.ts'

const [only] = process.argv.slice(2)
/**
 * The number of movements at which the limit applies. With a tenth of this number, the list of all records is still answered, and its time depends on
 * its length (docs/measurements.md).
 */
const FULL = 100_000
const SIZES = [FULL / 10, FULL].filter((size) => only === undefined || String(size) === only)
const PEOPLE = 30
const CLIENTS = 400
const FIRST_CLIENT = 949
/**
 * Number of movements per control; a control lasts three months. One movement in a hundred belongs to a single control that lasts the whole time. The
 * bench opens that control.
 */
const OF_CONTROL = 50
const PERIODS = 20
const LARGEST = 1
/** Number of movements per commission, and number of movements per project. */
const TO_COMMISSION = 5
const TO_PROJECT = 200
/** Number of days over which the movements are spread. */
const DAYS = 5 * 365
const AT_ONCE = 50

/** Creates the demo company with only these records. Of every three controls, one is paid, one is partly paid, and one is unpaid. */
async function fill(place: Place, size: number) {
  const database = await openDatabase(place, demo)
  const { db } = database
  const emails = await addPeople(db, PEOPLE)
  const controls = size / OF_CONTROL
  const together = controls / PERIODS
  const projects = size / TO_PROJECT
  await db.execute(
    sql`truncate commission_releases, commissions, service_movements, service_controls, project_clients, project_steps, projects restart identity`,
  )
  await change(db, async (tx) => {
    await tx.execute(sql`
      insert into service_controls (client_id, user_id, status_id, minutes, cents, starts_on, note)
      select ${FIRST_CLIENT} + i % ${CLIENTS}::int, 1 + i % ${PEOPLE}::int, 6 + i % 3, 6000, 10000 + i % 100 * 100, ${TODAY}::date - i % ${DAYS}::int,
        'Horas de serviço contratadas, com acompanhamento por ticket.'
      from generate_series(1, ${controls}::int) as i`)
    await tx.execute(sql`
      insert into service_movements (control_id, ticket, minutes, description, starts_on, ends_on, lowers, user_id, watched_until, status)
      select case when i % 100 = 0 then ${LARGEST} else 1 + (i - 1)::bigint * ${PERIODS} / ${size} * ${together} + i % ${together}::int end, 40000 + i, 15 + i % 24 * 15, 'Conferência do cadastro e ajuste do relatório',
        day, day + i % 3, i % 10 > 0, 1 + i % ${PEOPLE}::int, case when i % 200 = 0 then day + 30 end, case when i % 20 = 0 then 'I' else 'A' end::status
      from generate_series(1, ${size}::int) as i, lateral (select ${TODAY}::date - ((${size}::int - i)::bigint * ${DAYS} / ${size})::int as day) as days`)
    await tx.execute(sql`
      insert into commissions (control_id, kind, ticket, on_day, cents, history)
      select control, kind, 40000 + i, ${TODAY}::date - i % ${DAYS}::int, case when kind = 'R' and control % 3 = 1 then 20000 else 50000 end, 'Parcela do contrato'
      from generate_series(0, ${size / TO_COMMISSION - 1}::int) as i, lateral (select 1 + i % ${controls}::int as control) as controls,
        lateral (select case when control % 3 > 0 and i / ${controls}::int % 2 > 0 then 'R' else 'P' end as kind) as kinds`)
    await tx.execute(sql`
      insert into projects (type, description, status_id, priority, progress, task_number, note, starts_on, ends_on)
      select case when i % 2 = 0 then 'P' else 'T' end, 'Projeto ' || i, 1 + i % 5, i % 6, i % 101, 47000 + i, 'Com o que foi combinado.', day, day + 120
      from generate_series(1, ${projects}::int) as i, lateral (select ${TODAY}::date - i % 400 as day) as days`)
    await tx.execute(sql`
      insert into project_steps (project_id, description, progress, responsible_id)
      select project, 'Etapa ' || step, 20 * step, 1 + project % ${PEOPLE}::int
      from generate_series(1, ${projects}::int) as project, generate_series(1, 5) as step`)
    await tx.execute(sql`
      insert into project_clients (project_id, client_id)
      select project, ${FIRST_CLIENT} + (project + nth) % ${CLIENTS}::int
      from generate_series(1, ${projects}::int) as project, generate_series(1, 3) as nth`)
    const ids = Array.from({ length: controls }, (_, nth) => nth + 1)
    await settle(tx, TODAY, ids, true)
  })
  for (const table of [
    'service_controls',
    'service_movements',
    'commissions',
    'commission_releases',
    'projects',
    'project_steps',
    'project_clients',
    'users',
  ])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  await database.close()
  return emails
}

const movement = {
  nTicket: '48233',
  descricao: 'Medição',
  dataInicio: TODAY,
  dataFim: TODAY,
  baixaSaldo: 1,
  idColaborador: 1,
  idStatus: 'A',
}
const work = (idControleHoras: number, qtdHoras: string) => ({
  path: '/service-time-control-mov',
  method: 'POST',
  body: { ...movement, idControleHoras, qtdHoras },
})
const post = (path: string, body: object = {}) => ({ path, method: 'POST', body })
const month = { dataInicio: addDays(TODAY, -30), dataFim: TODAY }
/** The requests that each screen makes when it is opened, and those of its usual filter. `id` is the id of the movement that was just created. */
const questions: Questions = {
  'POST /service-time-control-mov': () => work(2, '01:00'),
  'GET /service-time-control-mov/{id}': (id) => ({ path: `/service-time-control-mov/${id}` }),
  'PATCH /service-time-control-mov/{id}': (id) => ({ path: `/service-time-control-mov/${id}`, method: 'PATCH' }),
  'GET /service-time-control': () => ({ path: '/service-time-control' }),
  'GET /service-time-control (sem saldo)': () => ({ path: '/service-time-control?saldo=noBalance' }),
  'GET /service-time-control/{id}': () => ({ path: `/service-time-control/${LARGEST}` }),
  'GET /service-time-control-mov': () => ({ path: '/service-time-control-mov?idControleHoras=2' }),
  'GET /service-time-control-mov (o maior)': () => ({ path: `/service-time-control-mov?idControleHoras=${LARGEST}` }),
  'GET /service-time-control-comission': () => ({ path: '/service-time-control-comission?idControleHoras=2' }),
  'GET /service-time-control-comission (o maior)': () => ({ path: `/service-time-control-comission?idControleHoras=${LARGEST}` }),
  'GET /service-time-control-comission/{id}': () => ({ path: '/service-time-control-comission/1' }),
  'GET /comission-result': () => ({ path: '/comission-result' }),
  'POST /comission-result (um mês)': () => post('/comission-result', month),
  'POST /comission-result (uma pessoa)': () => post('/comission-result', { colaboradores: [2] }),
  'POST /comission-result (tudo)': () => post('/comission-result'),
  'GET /trackprojetos': () => ({ path: '/trackprojetos' }),
  'POST /trackprojetos/filter': () => post('/trackprojetos/filter', { statusRedmine: [2], tipoProjeto: ['P'] }),
  'GET /trackprojetos/complete/{id}': () => ({ path: '/trackprojetos/complete/1' }),
  'POST /dash/trackprojetos': () => post('/dash/trackprojetos'),
}

/** Checks that simultaneous movements of different people reduce the balance of a control by their sum. */
async function addsUp(served: Served) {
  const { cookies } = served
  const asked = async <T>(nth: number, what: Parameters<typeof ask>[2]) => {
    const response = await ask(served, cookies[nth % cookies.length] ?? '', what)
    if (!response.ok) throw new Error(`${what.path}: ${response.status} ${await response.text()}`)
    // The type is the one in the row of the call, so the cast is safe.
    return (await response.json()) as T
  }
  const bought = 6000
  const control = { qtdHoras: inMinutes(bought), idCliente: FIRST_CLIENT, idColaborador: 1, idStatus: 7, dataInicio: TODAY, observacao: 'Medição' }
  const { id } = await asked<{ id: number }>(0, post('/service-time-control', control))
  const minutes = Array.from({ length: AT_ONCE }, (_, nth) => 1 + nth)
  await Promise.all(minutes.map((one, nth) => asked(nth, work(id, inMinutes(one)))))
  const { resume } = await asked<{ resume: { saldo: string } }>(0, { path: `/service-time-control-mov?idControleHoras=${id}` })
  return resume.saldo === contracted(bought - minutes.reduce((sum, one) => sum + one, 0))
}

const failures: string[] = []

/** Prints the time of each request at each number of movements. */
async function grown(name: string, place: Place) {
  const columns: Map<string, number[]>[] = []
  for (const size of SIZES) {
    const emails = await fill(place, size)
    await withProduct(import.meta.filename, place, emails, async (served) => {
      columns.push(await askAll(served, questions, messages.tooMany))
      if (!(await addsUp(served))) failures.push(`${name}: de ${AT_ONCE} movimentações ao mesmo tempo, o saldo não é a soma`)
    })
  }
  failures.push(...tellGrowth(name, 'movimentações', SIZES, columns, [FULL]))
}

if (process.argv[2] === 'serve') await serve()
else {
  await onBoth(async (server, embedded) => {
    await grown('PostgreSQL', server)
    await grown('embutido', embedded)
  })
  end(failures)
}
