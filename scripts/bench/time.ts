// Measures time entries and sprints on both databases, with 10 thousand, 100 thousand and 1 million entries: each call of the screens through the
// whole product. With 100,000 entries it also measures how many lists and reports are answered per second, to compare them with Redmine 5.0 and
// Directus 12, which were measured on a comparable machine. List: our GET /track returns two weeks of one person, about 90 entries. The other
// products return a page of all entries: 25 in Redmine, 100 in Directus. Report: our POST /dash/resultadotoggl computes four sums over all 100,000
// entries. The other products compute one sum by user and month. Neither product is installed here, so their figures are constants. The same run also
// measures how fast PostgreSQL itself is with plain queries of both kinds. `npm run bench:time -- 100000` uses only that number of entries.
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/api/db/connection.ts'
import { sharedWork, trackActivities, trackCategories, trackModules, trackTags, work } from '../../server/api/db/demo-data.ts'
import { growSprints } from '../../server/api/db/demo-time.ts'
import { connectPool } from '../../server/api/db/server.ts'
import { addDays } from '../../shared/clock.ts'
import { addPeople, askAll, change, demo, end, onBoth, serve, tellGrowth, TODAY, withProduct, type Place, type Questions } from './growth.ts'
import { median } from './median.ts'
import { alternate, perSecond, type Asked } from './wrk.ts'

const [only] = process.argv.slice(2)
/**
 * Numbers of entries, each with the number of people who have them: 30 people for 10 weeks, 30 people for 2 years, 100 people for 5 and a half years.
 */
const SIZES = (
  [
    [10_000, 30],
    [100_000, 30],
    [1_000_000, 100],
  ] as const
).filter(([size]) => only === undefined || String(size) === only)
const COMPARED = 100_000
/** Number of entries of a person on a working day. */
const DAILY = 7
/** The most operations per second that were measured for each product, and the factor by which ours must exceed them. */
const OTHERS = {
  'Redmine 5.0': { lista: 7, relatório: 0.8, times: { lista: 100, relatório: 100 } },
  'Directus 12': { lista: 330, relatório: 40, times: { lista: 2, relatório: 3 } },
}
const CONNECTIONS = 16
const SECONDS = 3
const AT_ONCE = 50_000

/** The work items of the demo company, by department and number. */
const idIn = (list: readonly (string | [string, ...unknown[]])[], name?: string) => list.map((one) => [one].flat()[0]).indexOf(name) + 1 || null
const kinds = Object.entries(work).flatMap(([department, own]) =>
  [...own, ...sharedWork].map(([description, activity, category, module, tag], n, { length: many }) => ({
    department,
    n,
    many,
    description,
    activity_id: idIn(trackActivities, activity),
    category_id: idIn(trackCategories, category),
    module_id: idIn(trackModules, module),
    tag_id: idIn(trackTags, tag),
  })),
)

/**
 * Creates the demo company with these people and entries, the newest entries from today, and the sprints of the same period. The people who make
 * requests hold every menu.
 */
async function fill(place: Place, size: number, people: number) {
  const database = await openDatabase(place, demo)
  const { db } = database
  await db.execute(sql`truncate time_entries, time_months, time_years`)
  const emails = await addPeople(db, people)
  for (let at = 0; at < size; at += AT_ONCE)
    await change(db, (tx) =>
      tx.execute(sql`
        insert into time_entries (user_id, activity_id, category_id, module_id, tag_id, description, started_at, ended_at)
        select users.id, activity_id, category_id, module_id, tag_id, description, starts, starts + (chance % 3000 + 60) * interval '1 second'
        from (
          select i / ${DAILY}::int % ${people}::int + 1 as person, hashint4(i) & 65535 as chance, ${TODAY}::date - (back / 5 * 7 + back % 5)
            + interval '8 hours' + i % ${DAILY}::int * interval '1 hour' as starts
          from generate_series(${at}::int, ${Math.min(at + AT_ONCE, size) - 1}::int) as i, lateral (select i / ${DAILY * people}::int as back) as day
        ) as entries
        join users on users.id = person
        join json_to_recordset(${JSON.stringify(kinds)}::text::json) as kind (department int, n int, many int, description text, activity_id int,
          category_id int, module_id int, tag_id int) on department = department_id and n = chance % many`),
    )
  const oldest = addDays(TODAY, -Math.ceil((size / DAILY / people / 5) * 7))
  await change(db, (tx) => growSprints(tx, oldest, TODAY))
  for (const table of ['time_entries', 'time_months', 'time_years', 'sprints', 'sprint_tasks', 'users'])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  await database.close()
  return { oldest, emails }
}

const list = { path: `/track?startdate=${addDays(TODAY, -17)}` }
const report = (startDate: string) => ({ path: '/dash/resultadotoggl', method: 'POST', body: { option: '3', startDate, endDate: TODAY } })
const board = (path: string, body: object = {}) => ({ path: `/dash/${path}`, method: 'POST', body })
/** The requests that each screen makes when it is opened, and the slowest ones of its filter. `id` is the id of the entry that was just started. */
const questions = (oldest: string): Questions => ({
  'POST /track': () => ({ path: '/track', method: 'POST', body: {} }),
  'GET /track/check': () => ({ path: '/track/check' }),
  'GET /track/{id}': (id) => ({ path: `/track/${id}` }),
  'PUT /track': (id) => ({
    path: '/track',
    method: 'PUT',
    body: { id, descricao: 'Medição', idAtividade: 1, idCategoria: 1, idModulo: 1, dataHoraInicio: `${TODAY}T00:00:00`, horaFim: '00:00:05' },
  }),
  'DELETE /track/{id}': (id) => ({ path: `/track/${id}`, method: 'DELETE' }),
  'GET /track (90 dias)': () => ({ path: '/track' }),
  'GET /track (duas semanas)': () => list,
  'GET /datatrack': () => ({ path: '/datatrack' }),
  'GET /datafiltertrack': () => ({ path: '/datafiltertrack' }),
  'resultadotoggl (30 dias)': () => board('resultadotoggl', { option: '1' }),
  'resultadotoggl (90 dias)': () => board('resultadotoggl', { option: '2' }),
  'resultadotoggl (90 dias, com palavra)': () => board('resultadotoggl', { option: '2', description: 'balança' }),
  'resultadotoggl (tudo)': () => report(oldest),
  'analytictoggl (30 dias)': () => board('analytictoggl', { option: '1' }),
  'analytictoggl (90 dias, uma pessoa)': () => board('analytictoggl', { option: '2', users: [1] }),
  'analytictoggl (90 dias)': () => board('analytictoggl', { option: '2' }),
  'GET /sprints': () => ({ path: '/sprints' }),
  planejadoefetivado: () => board('planejadoefetivado'),
  resultadoMeta: () => board('resultadoMeta'),
  'resultadoMeta (tudo)': () => board('resultadoMeta', { dataInicio: oldest }),
  resultadoEmergente: () => board('resultadoEmergente'),
})

const failures: string[] = []

/** Prints p50 and p95 of each request at each number of entries, and how much p50 grows. Returns the lists and the reports answered per second. */
async function grown(name: string, place: Place) {
  const columns: Map<string, number[]>[] = []
  let rates = { lista: NaN, relatório: NaN }
  for (const [size, people] of SIZES) {
    const { oldest, emails } = await fill(place, size, people)
    await withProduct(import.meta.filename, place, emails, async (served) => {
      columns.push(await askAll(served, questions(oldest), 'São tempos demais'))
      if (size !== COMPARED) return
      const rounds = await alternate<Asked>([list, report(oldest)], 3, (asked) => perSecond(served, [asked], SECONDS, CONNECTIONS))
      rates = { lista: median(rounds.map(([one = NaN]) => one)), relatório: median(rounds.map(([, two = NaN]) => two)) }
    })
  }
  const sizes = SIZES.map(([size]) => size)
  failures.push(...tellGrowth(name, 'tempos', sizes, columns))
  return rates
}

/** Operations per second that PostgreSQL itself reaches with 100,000 entries: for a plain page of entries, and for one sum by person and month. */
async function plain(place: Place) {
  const client = connectPool(place.databaseUrl ?? '')
  const rate = async (text: string) => {
    let count = 0
    const end = performance.now() + SECONDS * 1000
    const loop = async () => {
      for (; performance.now() < end; count += 1) await client.unsafe(text)
    }
    await Promise.all(Array.from({ length: 10 }, loop))
    return count / SECONDS
  }
  const rates = {
    lista: await rate('select * from time_entries order by started_at desc limit 100'),
    relatório: await rate(`select user_id, date_trunc('month', started_at), sum(ended_at - started_at) from time_entries group by 1, 2`),
  }
  await client.end()
  return rates
}

if (process.argv[2] === 'serve') await serve()
else {
  await onBoth(async (server, embedded) => {
    const rates = { PostgreSQL: await grown('PostgreSQL', server), embutido: await grown('embutido', embedded) }
    if (!SIZES.some(([size]) => size === COMPARED)) return
    await fill(server, COMPARED, 30)
    const own = await plain(server)
    console.log(
      `\npor segundo, com ${COMPARED.toLocaleString('pt-BR')} tempos; o próprio PostgreSQL, sem nós: lista ${own.lista.toFixed(0)}, relatório ${own.relatório.toFixed(1)}`,
    )
    for (const [name, rate] of Object.entries(rates))
      for (const what of ['lista', 'relatório'] as const) {
        const said = Object.entries(OTHERS).map(([other, { times, ...figures }]) => {
          const ratio = rate[what] / figures[what]
          if (ratio < times[what]) failures.push(`${name}: ${what} só ${ratio.toFixed(1)} vezes o ${other} (meta ${times[what]})`)
          return `${ratio.toFixed(1)} vezes o ${other} (meta ${times[what]})`
        })
        console.log(`${name}: ${what} ${rate[what].toFixed(0)}, ${said.join(', ')}, ${(rate[what] / own[what]).toFixed(2)} do próprio PostgreSQL`)
      }
  })
  end(failures)
}
