// The part of bench:finance about boletos: 100,000 receivables with 60,000 payments. Measures NFS-e Express of all cost centres, Cobrança, and a retorno
// of 10,000 lines with the calls of another person in the meantime.
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/api/db/connection.ts'
import { nextDoorOf } from '../../tests/support/banks/all.ts'
import { returnOf } from '../../tests/support/banks/next-door.ts'
import { addPeople, ask, askAll, change, demo, tellGrowth, TODAY, withProduct, type Place, type Questions, type Served } from './growth.ts'
import { median } from './median.ts'

const RECEIVABLES = 100_000
/** The receivables are spread over six years, which end in 30 days. */
const DAYS = 6 * 365
/** The ids of the receivables of the last months, of those whose boletos are registered, and of the paid ones. */
const RECENT = 5_000
const REGISTERED = [RECENT + 1, 2 * RECENT] as const
const PAID = [2 * RECENT + 1, 2 * RECENT + 60_000] as const
const CENTS = 190_000
const CNPJ = '26014883000182'
const AGREEMENT = '3344556'
const PEOPLE = 30
const COMPANIES = 5
const CENTRES = 12
const CLIENTS = 400
/** Pause in ms between two calls of the other person. */
const PACE = 15
const QUIET = 5_000
/** Pause in ms between two looks at the state of the retorno. */
const POLL = 500

/** Creates the demo company with only these records. */
async function fill(place: Place) {
  const database = await openDatabase(place, demo)
  const { db } = database
  const emails = await addPeople(db, PEOPLE)
  await db.execute(sql`truncate postings, payments, registrations, bank_orders, remittances, returns, return_lines, mails, account_events, emissions,
    cancellations, collections, accounts, removed_accounts, issuers, payables, bank_accounts, cash_boxes, dre_filters, dre_accounts, companies,
    cost_centres restart identity`)
  const issuer = { company_id: 1, agreement: AGREEMENT, wallet: '17', variation: '019', branch: '1480-2', bankAccount: '22418-7' }
  const stored = JSON.stringify({ ...issuer, bank: '001', cnpj: CNPJ, name: 'Empresa 1', post: '', transmission: '' })
  await change(db, async (tx) => {
    await tx.execute(sql`insert into companies (name) select 'Empresa ' || i from generate_series(1, ${COMPANIES}::int) as i`)
    await tx.execute(sql`insert into cost_centres (name) select 'Centro ' || i from generate_series(1, ${CENTRES}::int) as i`)
    await tx.execute(sql`
      insert into issuers (company_id, cnpj, name, street, number, district, cep, city_id, simples, series, bank, agreement, wallet, variation, branch, bank_account)
      select i, lpad((${CNPJ}::bigint + i - 1)::text, 14, '0'), 'Empresa ' || i, 'Rua A', '1', 'Centro', '78890000', 5107925, 1, 1, '001', ${AGREEMENT}, '17', '019', '1480-2', '22418-7'
      from generate_series(1, ${COMPANIES}::int) as i`)
    await tx.execute(sql`
      insert into accounts (company_id, issuer_id, reference, instalment, centre_id, month, due_on, cents, name, document, street, number, district, cep, city_id,
        emails, service_code, service, description, note_status, slip_status)
      select company, company, i, 1, 1 + i / 3 % ${CENTRES}::int, date_trunc('month', day), day, ${CENTS}, 'Cliente ' || i % ${CLIENTS}::int, '11222333000181',
        'Rua A', '1', 'Centro', '78890000', 5107925, '{contas@exemplo.com.br}', '010501', 'Licenciamento', 'Licença', status, case status when 3 then 2 else 1 end
      from generate_series(1, ${RECEIVABLES}::int) as i,
        lateral (select ${TODAY}::date + 30 - (i::bigint * ${DAYS} / ${RECEIVABLES})::int as day, case when i > ${RECENT}::int or i % 2 = 0 then 3 else 1 end as status) as of_day,
        lateral (select case when i > ${RECENT}::int then 1 else 1 + i % ${COMPANIES}::int end as company) as of_company`)
    await tx.execute(sql`
      insert into emissions (account_id, document, state, user_id, issuer_id, series, number, barcode, access_key, issued_at, issuer)
      select a.id, d.document, 'issued', 1, a.issuer_id, case d.document when 'B' then 0 else 1 end, a.id,
        case d.document when 'B' then '001900000' || lpad(a.cents::text, 10, '0') || lpad(a.id::text, 25, '0') end,
        case d.document when 'N' then lpad(a.id::text, 50, '0') end, now(), ${stored}::text::jsonb
      from accounts a, unnest(array['N', 'B']) as d (document) where a.note_status = 3 and a.id <= ${REGISTERED[1]}`)
    await tx.execute(sql`
      insert into registrations (emission_id, account_id, issuer_id, bank, our_number, state)
      select id, account_id, issuer_id, '001', ${AGREEMENT} || lpad(number::text, 10, '0'), 'registered'
      from emissions where document = 'B' and account_id between ${REGISTERED[0]} and ${REGISTERED[1]}`)
  })
  // All of them at once would take longer than a statement may.
  for (let from: number = PAID[0]; from < PAID[1]; from += 10_000)
    await change(db, (tx) =>
      tx.execute(sql`
        insert into payments (account_id, cents, paid_on, credited_on, way, user_id)
        select id, owed_cents, due_on, due_on, 'Boleto', 1 from accounts where id between ${from}::int and ${from + 9_999}::int`),
    )
  for (const table of ['accounts', 'emissions', 'registrations', 'payments', 'users']) await db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  await database.close()
  return emails
}

const month = `${TODAY.slice(5, 7)}/${TODAY.slice(0, 4)}`
const ofAll = (more: Record<string, string>) => `?${new URLSearchParams({ mesAno: month, tipoRegistro: 'Todos', tipoEmissao: '3', ...more })}`
const questions: Questions = {
  'GET /nfse/summary': () => ({ path: `/nfse/summary${ofAll({})}` }),
  'GET /nfse (Todos, em aberto)': () => ({ path: `/nfse${ofAll({ status: '1' })}` }),
  'GET /nfse (Todos, emitidas)': () => ({ path: `/nfse${ofAll({ status: '3' })}` }),
  'GET /dash/aging': () => ({ path: '/dash/aging' }),
  'GET /dash/aging/documents': () => ({ path: '/dash/aging/documents?cliente=Cliente+7' }),
}

/** A retorno with one message, which is two lines, for each registered boleto: all of them were paid. */
function returned() {
  const told = Array.from({ length: REGISTERED[1] - REGISTERED[0] + 1 }, (_, nth) => ({
    movement: '06',
    t: { ourNumber: `${AGREEMENT}${String(REGISTERED[0] + nth).padStart(10, '0')}`, cents: CENTS },
    u: { paid: CENTS, credited: CENTS, on: TODAY, creditedOn: TODAY },
  }))
  return returnOf(nextDoorOf('001'), { cnpj: CNPJ, sequence: 1 }, told)
}

const p99 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN

/** Sends a retorno. Returns the time in s until its last message is applied, and how much the p99 of another person's calls grows. */
async function readReturn(served: Served) {
  const [finance = '', other = ''] = served.cookies
  const meanwhile = async (what: Promise<unknown>) => {
    const times: number[] = []
    const state = { over: false }
    const ended = what.finally(() => (state.over = true))
    while (!state.over) {
      const begun = performance.now()
      await (await ask(served, other, { path: '/region' })).text()
      times.push(performance.now() - begun)
      await setTimeout(PACE)
    }
    await ended
    return times
  }
  const quiet = await meanwhile(setTimeout(QUIET))
  const whole = async () => {
    const body = { nome: 'CB.RET', conteudo: Buffer.from(returned(), 'latin1').toString('base64'), semDesconhecidos: false }
    const response = await ask(served, finance, { path: '/nfse/returns', method: 'POST', body })
    if (!response.ok) throw new Error(`POST /nfse/returns: ${response.status} ${await response.text()}`)
    for (;;) {
      const [file] = (await (await ask(served, finance, { path: '/nfse/returns' })).json()) as { mensagens: number; pendentes: number }[]
      if (file?.mensagens === REGISTERED[1] - REGISTERED[0] + 1 && file.pendentes === 0) return
      await setTimeout(POLL)
    }
  }
  const begun = performance.now()
  const busy = await meanwhile(whole())
  return { seconds: (performance.now() - begun) / 1000, quiet, busy }
}

interface Limits {
  /** For p50 of each call, in ms. */
  ms: number
  /** For the whole retorno, in s. */
  seconds: number
}

/** Prints the figures for a database. Returns the limits that were exceeded. */
export async function receivables(file: string, name: string, place: Place, limits: Limits) {
  const emails = await fill(place)
  const failures: string[] = []
  await withProduct(file, place, emails, async (served) => {
    const took = await askAll(served, questions, 'nenhuma recusa')
    failures.push(...tellGrowth(name, 'contas a receber', [RECEIVABLES], [took], [RECEIVABLES], limits.ms))
    const { seconds, quiet, busy } = await readReturn(served)
    const ratio = p99(busy) / p99(quiet)
    console.log(
      `${name}: retorno de 10.000 linhas em ${seconds.toFixed(1)} s; chamada de outra pessoa: p50 ${median(busy).toFixed(1)} ms, p99 ${p99(busy).toFixed(1)} ms, ${ratio.toFixed(2)} vezes a de antes`,
    )
    if (seconds >= limits.seconds) failures.push(`${name}: o retorno leva ${limits.seconds} s ou mais`)
    if (ratio > 2) failures.push(`${name}: o p99 de outra pessoa passa do dobro durante o retorno`)
  })
  return failures
}
