// Measures the finance screens on both databases, with 100 thousand and a million postings, a tenth as many instalments, five companies and a batch
// of 10,000 movements: each call of the screens through the whole product, opening that batch in a real Chromium, and summing a statement. `npm run
// bench:finance -- 1000000` uses only that number of postings, and `-- boletos` measures only receivables.ts.
import { sql } from 'drizzle-orm'
import { chromium } from 'playwright-core'
import { statementOf } from '../../client/features/overview/statement.ts'
import { openDatabase } from '../../server/api/db/connection.ts'
import { programs, required } from '../../tests/support/programs.ts'
import {
  addPeople,
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
import { median } from './median.ts'
import { receivables } from './receivables.ts'

const [only] = process.argv.slice(2)
/** The number of postings at which the limits apply. */
const FULL = 1_000_000
const SIZES = [FULL / 10, FULL].filter((size) => only === undefined || String(size) === only)
const PEOPLE = 30
const COMPANIES = 5
const ACCOUNTS = 60
const CENTRES = 12
const FIRST_CLIENT = 949
const CLIENTS = 400
/** Number of years over which the records are spread. The last year ends today. */
const YEARS = 6
const DAYS = YEARS * 365
/** Number of movements in the batch that is opened. */
const MOVEMENTS = 10_000

/** Creates the demo company with only these records. */
async function fill(place: Place, size: number) {
  const database = await openDatabase(place, demo)
  const { db } = database
  const emails = await addPeople(db, PEOPLE)
  await db.execute(sql`truncate dre_filters, postings, dre_accounts, payments, mails, account_events, emissions, accounts, removed_accounts, issuers,
    payables, bank_accounts, cash_boxes, companies, cost_centres, batch_receipts, batch_movements, batches restart identity`)
  await change(db, async (tx) => {
    await tx.execute(sql`insert into companies (name) select 'Empresa ' || i from generate_series(1, ${COMPANIES}::int) as i`)
    await tx.execute(sql`insert into cost_centres (name) select 'Centro ' || i from generate_series(1, ${CENTRES}::int) as i`)
    await tx.execute(sql`
      insert into dre_accounts (dre, position, name, analytic)
      select 'DRE Gerencial', i, 'Conta ' || (1 + i / 5), 'Custo ' || i from generate_series(0, ${ACCOUNTS - 1}::int) as i`)
    await tx.execute(sql`
      insert into postings (company_id, account_id, on_day, description, cents)
      select 1 + i % ${COMPANIES}::int, 1 + i / 7 % ${ACCOUNTS}::int, ${TODAY}::date - (i::bigint * ${DAYS} / ${size})::int, 'Lançamento ' || i, 100 * (i % 977) - 30000
      from generate_series(1, ${size}::int) as i`)
    await tx.execute(sql`
      insert into accounts (company_id, centre_id, client_id, paper, month, due_on, cents, imported_cents, imported_on)
      select 1 + i % ${COMPANIES}::int, 1 + i / 3 % ${CENTRES}::int, ${FIRST_CLIENT} + i % ${CLIENTS}::int, 'NFS-e ' || i, date_trunc('month', day), day, 190000,
        case when i % 12 = 0 then 0 else 190000 end, case when i % 12 = 0 then null else day end
      from generate_series(1, ${size / 10}::int) as i, lateral (select ${TODAY}::date + 30 - (i::bigint * 10 * ${DAYS} / ${size})::int as day) as days`)
    await tx.execute(sql`
      insert into payables (company_id, supplier, document, due_on, cents, paid_on)
      select 1 + i % ${COMPANIES}::int, 'Fornecedor ' || i % 300, i, day, 90000, case when i % 20 > 0 then day end
      from generate_series(1, ${size / 20}::int) as i, lateral (select ${TODAY}::date + 30 - (i::bigint * 20 * ${DAYS} / ${size})::int as day) as days`)
    await tx.execute(
      sql`insert into bank_accounts (company_id, description, current_cents) select i, 'Banco ' || i, 100000 from generate_series(1, ${COMPANIES}::int) as i`,
    )
    await tx.execute(
      sql`insert into cash_boxes (company_id, description, cents) select i, 'Caixa ' || i, 5000 from generate_series(1, ${COMPANIES}::int) as i`,
    )
    await tx.execute(sql`insert into batches (user_id) select i from generate_series(1, ${PEOPLE}::int) as i`)
    await tx.execute(sql`
      insert into batch_movements (batch_id, operator, operation, cents, responsible, type_id, on_day, note)
      select case when i <= ${MOVEMENTS}::int then 1 else 2 + i % ${PEOPLE - 1}::int end, case when i % 9 = 0 then 'C' else 'D' end, case when i % 3 = 0 then 'D' else 'C' end,
        1500 + i % 9000, 'E', 1 + i % 11, ${TODAY}::date - i % 720, 'Abastecimento na saída de Sorriso'
      from generate_series(1, ${3 * MOVEMENTS}::int) as i`)
  })
  for (const table of ['postings', 'accounts', 'payables', 'batch_movements', 'dre_accounts', 'users'])
    await db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  await database.close()
  return emails
}

const post = (path: string, body: object = {}) => ({ path, method: 'POST', body })
const period = TODAY.slice(0, 7).replace('-', '')
const dre = { idDre: 1, idEmpresas: Array.from({ length: COMPANIES }, (_, nth) => 1 + nth), firstLoad: false }
/** The requests that each screen makes when it is opened, and those of the views that can be opened from the screen. */
const questions: Questions = {
  'POST /dash/dre (Anual)': () => post('/dash/dre', { ...dre, typeofView: 'Anual', period: TODAY.slice(0, 4) }),
  'POST /dash/dre (Mensal)': () => post('/dash/dre', { ...dre, typeofView: 'Mensal', period }),
  'POST /dash/boletos': () => post('/dash/boletos', { period, idOptionCentroCusto: 1 }),
  'POST /dash/boletos/drill-down': () => post('/dash/boletos/drill-down', { period, company: 'Empresa 1', drillDownOption: 'gerado' }),
  'GET /dash/saldoBancosCaixas': () => ({ path: '/dash/saldoBancosCaixas?typeofModal=bco' }),
  'GET /financial-control': () => ({ path: '/financial-control?typeReq=grid' }),
  'GET /financial-control-batch (o maior)': () => ({ path: '/financial-control-batch?idLote=1' }),
  'GET /financial-control-batch': () => ({ path: '/financial-control-batch?idLote=2' }),
}

const failures: string[] = []

const SUMMED = 20_000
const ROUNDS = 20
/** The longest time in ms that the sum of SUMMED rows may take on screen, about three frames. */
const SUM_LIMIT = 50

/** Sums an income statement with the same code as the screen, and measures the time. */
function summed() {
  const months = Array.from({ length: 12 }, (_, nth) => `2026-${String(nth + 1).padStart(2, '0')}`)
  const rows = Array.from({ length: SUMMED }, (_, nth) => ({
    descricaoConta: `Conta ${nth % 12}`,
    custoAnalitico: `Custo ${nth % ACCOUNTS}`,
    descricaoLancamento: null,
    dataLancamento: `${months[Math.floor(nth / ACCOUNTS) % 12]}-01`,
    valor: nth / 100,
  }))
  const ms = median(
    Array.from({ length: ROUNDS }, () => {
      const begun = performance.now()
      statementOf(rows, undefined, months)
      return performance.now() - begun
    }),
  )
  console.log(`${SUMMED} lançamentos de um ano são somados: p50 de ${ms.toFixed(1)} ms`)
  if (ms >= SUM_LIMIT) failures.push(`${SUMMED} lançamentos levam ${SUM_LIMIT} ms ou mais para ser somados`)
}

const OPENINGS = 9
/** Maximum of the median time in ms from the click to the end of the frame that shows the batch. */
const OPENING_LIMIT = 300

/** Opens the batch in a browser from the list of batches, and measures the time. */
async function opened({ url, cookies: [cookie = ''] }: Served) {
  const browser = await chromium.launch({ executablePath: required(programs.browser), args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url }])
  const took: number[] = []
  for (let run = 0; run < OPENINGS; run += 1) {
    await page.goto(new URL('/controle-financeiro', url).href)
    await page.getByRole('cell', { name: 'Marina Lobato', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    took.push(
      await page.evaluate(async () => {
        const begun = performance.now()
        const cell = [...document.querySelectorAll('td')].find(({ textContent }) => textContent === 'Marina Lobato')
        cell?.click()
        while (!document.querySelector('.entries footer')) await new Promise(requestAnimationFrame)
        await new Promise((resolve) => setTimeout(resolve))
        return performance.now() - begun
      }),
    )
  }
  await browser.close()
  return took.toSorted((a, b) => a - b)[OPENINGS >> 1] ?? NaN
}

/** Prints the time of each request at each number of postings. */
async function grown(name: string, place: Place, limit: number) {
  const columns: Map<string, number[]>[] = []
  for (const size of SIZES) {
    const emails = await fill(place, size)
    await withProduct(import.meta.filename, place, emails, async (served) => {
      columns.push(await askAll(served, questions, 'nenhuma recusa'))
      const ms = await opened(served)
      console.log(`${name}: o lote de ${MOVEMENTS} lançamentos aparece ${ms.toFixed(0)} ms depois do clique`)
      if (ms >= OPENING_LIMIT) failures.push(`${name}: o lote leva ${OPENING_LIMIT} ms ou mais para aparecer`)
    })
  }
  failures.push(...tellGrowth(name, 'lançamentos', SIZES, columns, [FULL], limit))
}

if (process.argv[2] === 'serve') await serve()
else {
  summed()
  await onBoth(async (server, embedded) => {
    failures.push(...(await receivables(import.meta.filename, 'PostgreSQL', server, { ms: 150, seconds: 10 })))
    failures.push(...(await receivables(import.meta.filename, 'embutido', embedded, { ms: 300, seconds: 20 })))
    if (only === 'boletos') return
    await grown('PostgreSQL', server, 300)
    await grown('embutido', embedded, 600)
  })
  end(failures)
}
