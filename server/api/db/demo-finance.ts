// Finances of the demo company: receivables that were invoiced elsewhere, receipts, payables, and the income statement. A month's content depends only
// on its date, apart from the months whose receivables are the accounts of demo-accounts.ts.
import { and, eq, sql } from 'drizzle-orm'
import { addDays, lastDayOf } from '../../../shared/clock.ts'
import { firstMonthOf, invoicesOf } from './demo-accounts.ts'
import { pick, random, type Row } from './demo-days.ts'
import { accounts, clients } from './schema.ts'
import { insertRows, type Db } from './sql.ts'

/** The companies: the issuers of demo-accounts.ts, in that order, and one that invoices elsewhere. */
const companies = [
  'Exemplo Sistemas · Sorriso',
  'Exemplo Integrações · Sinop',
  'Exemplo Backup e Nuvem · Cuiabá',
  'Exemplo Treinamentos · Lucas do Rio Verde',
] as const
const centres = ['Locação de Softwares', 'SySGrão', 'SySBackup', 'Integracao Bancaria', 'Integracao Bayer'] as const
/** Index of the company that invoices elsewhere, its receivables per month, and their range in reais. */
const ELSEWHERE = { company: 3, times: 7, from: 1_900, to: 9_400 }

const DRE = 'DRE Gerencial'
/** Lines of the income statement, with their postings per month in reais for all companies together. A negative amount reduces the result. */
const lines: [name: string, parts: [analytic: string, from: number, to: number, times: number, words: string[]][] | 'subtotal'][] = [
  ['Receita bruta', centres.map((name) => [name, 0, 0, 0, []])],
  [
    'Deduções',
    [
      ['ISSQN', 0, 0, 0, []],
      ['PIS e COFINS', 0, 0, 0, []],
      ['Descontos concedidos', -900, -300, 2, ['Desconto por antecipação', 'Abatimento acordado']],
    ],
  ],
  ['Receita líquida', 'subtotal'],
  [
    'Custos dos serviços',
    [
      [
        'Pessoal técnico',
        -9_800,
        -5_200,
        8,
        ['Salário de suporte', 'Salário de desenvolvimento', 'Salário de implantação', 'Encargos da equipe técnica'],
      ],
      ['Deslocamento', -2_300, -380, 9, ['Combustível', 'Hospedagem', 'Pedágio e estacionamento', 'Manutenção de veículos']],
      ['Infraestrutura em nuvem', -7_400, -2_100, 3, ['Servidores', 'Armazenamento de backup', 'Monitoramento']],
      ['Serviços de terceiros', -4_900, -900, 4, ['Consultoria fiscal', 'Desenvolvimento contratado']],
    ],
  ],
  ['Lucro bruto', 'subtotal'],
  [
    'Despesas operacionais',
    [
      ['Pessoal administrativo', -7_600, -4_100, 4, ['Salário do financeiro', 'Salário do comercial', 'Pró-labore']],
      ['Aluguel e condomínio', -5_800, -3_900, 2, ['Aluguel da sede', 'Condomínio']],
      ['Marketing', -3_800, -500, 3, ['Feira agropecuária', 'Anúncios', 'Brindes']],
      ['Despesas gerais', -1_500, -180, 8, ['Energia elétrica', 'Telefonia e internet', 'Material de escritório', 'Contabilidade']],
    ],
  ],
  ['Resultado operacional', 'subtotal'],
  [
    'Outras receitas e despesas',
    [
      ['Receitas financeiras', 150, 900, 2, ['Rendimento de aplicação']],
      ['Tarifas bancárias', -420, -60, 4, ['Tarifa de cobrança', 'Tarifa de manutenção']],
    ],
  ],
  ['Resultado antes dos tributos', 'subtotal'],
  [
    'IRPJ e CSLL',
    [
      ['IRPJ', -5_200, -3_400, 1, ['IRPJ do mês']],
      ['CSLL', -2_900, -1_900, 1, ['CSLL do mês']],
    ],
  ],
  ['Lucro líquido', 'subtotal'],
]
const centreOf = (analytic: string | null) => {
  const index = centres.findIndex((name) => name === analytic)
  return index < 0 ? null : index + 1
}
const dreAccounts = lines
  .flatMap(([name, parts], index) =>
    (parts === 'subtotal' ? [null] : parts.map(([analytic]) => analytic)).map((analytic) => ({
      dre: DRE,
      position: 10 * (index + 1),
      name,
      analytic,
      subtotal: parts === 'subtotal',
      // Revenue is the sum of the receivables of its cost centre.
      centre_id: centreOf(analytic),
    })),
  )
  .map((row, index) => ({ id: index + 1, ...row }))
const accountOf = (analytic: string) => dreAccounts.find((one) => one.analytic === analytic)?.id

const suppliers = [
  'Energia do Norte',
  'Nuvem Austral',
  'Imobiliária Teles Pires',
  'Posto Trevo',
  'Contábil Arinos',
  'Telefonia Cerrado',
  'Hotel Paiaguás',
] as const
/** Number of the month, counted from the beginning of 2020, so that document numbers increase. */
const numberOfMonth = (month: string) => 12 * (Number(month.slice(0, 4)) - 2020) + Number(month.slice(5, 7))
const monthsFrom = (from: string, until: string) => {
  const months: string[] = []
  for (let month = from.slice(0, 7); month <= until.slice(0, 7); month = addDays(lastDayOf(month), 1).slice(0, 7)) months.push(month)
  return months
}
const dayIn = (month: string, chance: number) => `${month}-${String(1 + Math.floor(chance * Number(lastDayOf(month).slice(8)))).padStart(2, '0')}`
const centsIn = (from: number, to: number, chance: number) => Math.round(100 * (from + (to - from) * chance))

/** The receipt of a receivable until a day. Most clients pay around the due date, some much later, and a few in part. */
function receiptOf(which: string, dueOn: string, cents: number, until: string) {
  const chance = random(`receipt ${which}`)
  const [how, delay] = [chance(), chance()]
  const paysOn = addDays(dueOn, how < 0.06 ? 45 + Math.floor(90 * delay) : Math.floor(9 * delay) - 2)
  const received = paysOn > until ? 0 : how > 0.97 ? Math.round(cents / 2) : cents
  return { imported_cents: received, imported_on: received > 0 ? paysOn : null }
}

/** Receivables due in a month that were invoiced elsewhere, in their state on the day `until`. `isBefore`: the month has no accounts. */
function receivablesOf(month: string, until: string, { clientIds, isBefore }: { clientIds: number[]; isBefore: boolean }): Row[] {
  const chance = random(`receivables ${month}`)
  const trained = Array.from({ length: ELSEWHERE.times }, (_, nth) => ({
    company: ELSEWHERE.company,
    centre: pick([0, 1, 3], chance()),
    dueOn: dayIn(month, chance()),
    cents: centsIn(ELSEWHERE.from, ELSEWHERE.to, chance()),
    paper: `Recibo ${100 * numberOfMonth(month) + nth}`,
  }))
  const invoiced = invoicesOf(month).map(({ issuer, centre, dueOn, reais, reference }) => ({
    company: issuer,
    centre: centres.indexOf(centre),
    dueOn,
    cents: 100 * reais,
    paper: `NFS-e ${reference}`,
  }))
  return [...trained, ...(isBefore ? invoiced : [])].map(({ company, centre, dueOn, cents, paper }) => ({
    company_id: company + 1,
    centre_id: centre + 1,
    client_id: pick(clientIds, chance()),
    paper,
    month: `${month}-01`,
    due_on: dueOn,
    cents,
    ...receiptOf(paper, dueOn, cents, until),
  }))
}

function payablesOf(month: string, until: string): Row[] {
  const chance = random(`payables ${month}`)
  return companies.flatMap((_, company) =>
    Array.from({ length: 7 }, (__, nth) => {
      const dueOn = dayIn(month, chance())
      return {
        company_id: company + 1,
        supplier: pick(suppliers, chance()),
        document: `${100 * numberOfMonth(month) + nth}`,
        due_on: dueOn,
        cents: centsIn(480, 9_600, chance()),
        paid_on: dueOn <= until ? dueOn : null,
      }
    }),
  )
}

/** Postings of a month: taxes on what is receivable in it, by company, and the lines of the statement that are not revenue. */
function postingsOf(month: string, receivable: ReadonlyMap<string, number>): Row[] {
  const chance = random(`postings ${month}`)
  const booked = (company: number, analytic: string, on_day: string, description: string, cents: number) => ({
    company_id: company,
    account_id: accountOf(analytic),
    on_day,
    description,
    cents,
  })
  const taxes = companies.flatMap((_, index) => {
    const sum = receivable.get(`${index + 1} ${month}`) ?? 0
    const last = lastDayOf(month)
    return [
      booked(index + 1, 'ISSQN', last, 'ISSQN do mês', -Math.round(0.03 * sum)),
      booked(index + 1, 'PIS e COFINS', last, 'PIS e COFINS do mês', -Math.round(0.0365 * sum)),
    ]
  })
  const rest = lines.flatMap(([, parts]) =>
    parts === 'subtotal'
      ? []
      : parts.flatMap(([analytic, from, to, times, words]) =>
          Array.from({ length: times }, (_, nth) =>
            booked(1 + (nth % companies.length), analytic, dayIn(month, chance()), pick(words, chance()), centsIn(from, to, chance())),
          ),
        ),
  )
  return [...taxes, ...rest]
}

/** Adds everything since `from`, or since the start of the previous year, in its state on the day `until`. The accounts must be there already. */
export async function growFinance(db: Db, from: string | undefined, until: string) {
  const clientIds = (await db.select({ id: clients.id }).from(clients).orderBy(clients.id).limit(120)).map(({ id }) => id)
  const next = addDays(lastDayOf(until.slice(0, 7)), 1)
  const first = from ?? `${Number(until.slice(0, 4)) - 1}-01-01`
  // The months up to the one after `from` are already stored, so the new months begin with the next one.
  const fresh = monthsFrom(from === undefined ? first : addDays(lastDayOf(addDays(lastDayOf(from.slice(0, 7)), 1).slice(0, 7)), 1), next)
  const add = async (table: string, rows: Row[]) => {
    if (rows.length > 0) await insertRows(db, table, rows, sql`on conflict do nothing`)
  }
  if (from !== undefined) await linkRevenue(db)
  await add(
    'accounts',
    fresh.flatMap((month) => receivablesOf(month, until, { clientIds, isBefore: from === undefined && month < firstMonthOf(until) })),
  )
  await add(
    'payables',
    fresh.flatMap((month) => payablesOf(month, until)),
  )
  await receive(db, until)
  const ofMonth = sql<string>`to_char(${accounts.dueOn}, 'YYYY-MM')`
  const owed = await db
    .select({ company: accounts.companyId, month: ofMonth, cents: sql<number>`sum(${accounts.owedCents})::float8` })
    .from(accounts)
    .groupBy(accounts.companyId, ofMonth)
  const receivable = new Map(owed.map(({ company, month, cents }) => [`${company} ${month}`, cents]))
  await add(
    'postings',
    monthsFrom(first, until)
      .flatMap((month) => postingsOf(month, receivable))
      .filter(({ on_day }) => String(on_day) <= until && (from === undefined || String(on_day) > from)),
  )
  await db.execute(sql`update payables set paid_on = due_on where paid_on is null and due_on > ${from ?? until} and due_on <= ${until}`)
}

/** In a demo from before revenue was summed from receivables, links its accounts and deletes the postings that repeat the receivables. */
async function linkRevenue(db: Db) {
  await db.execute(sql`delete from postings p using dre_accounts a, cost_centres c
    where a.id = p.account_id and a.dre = ${DRE} and a.centre_id is null and c.name = a.analytic and p.description like 'NFS-e %'`)
  await db.execute(sql`update dre_accounts a set centre_id = c.id from cost_centres c
    where a.dre = ${DRE} and a.centre_id is null and c.name = a.analytic
      and not exists (select from dre_accounts o where o.dre = a.dre and o.centre_id = c.id)`)
}

/** Enters the receipts until a day, for accounts of which nothing was received or sent. */
async function receive(db: Db, until: string) {
  const untouched = await db
    .select({
      id: accounts.id,
      paper: accounts.paper,
      reference: accounts.reference,
      month: accounts.month,
      dueOn: accounts.dueOn,
      cents: accounts.owedCents,
    })
    .from(accounts)
    .where(and(eq(accounts.receivedCents, 0), eq(accounts.noteStatus, 1), eq(accounts.slipStatus, 1)))
  // Records that a person has imported have other numbers.
  const isOfDemo = ({ paper, reference, month }: (typeof untouched)[number]) =>
    Math.floor((reference ?? Number(/^(?:NFS-e|Recibo) (\d+)$/.exec(paper ?? '')?.[1])) / 100) === numberOfMonth(month)
  const received = untouched
    .filter(isOfDemo)
    .map(({ id, paper, reference, dueOn, cents }) => ({ id, ...receiptOf(paper ?? `NFS-e ${reference}`, dueOn, cents, until) }))
    .filter(({ imported_cents }) => imported_cents > 0)
  await db.execute(sql`update accounts t set imported_cents = r.imported_cents, imported_on = r.imported_on
    from json_to_recordset(${JSON.stringify(received)}::text::json) as r (id integer, imported_cents bigint, imported_on date) where t.id = r.id and t.received_cents = 0`)
}

/** Adds companies, cost centres, the lines of the income statement, and balances. */
export async function seedFinance(db: Db) {
  const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name, status: 'A' }))
  await insertRows(db, 'companies', named(companies))
  await insertRows(db, 'cost_centres', named(centres))
  await insertRows(db, 'dre_accounts', dreAccounts)
  await insertRows(db, 'bank_accounts', [
    { company_id: 1, description: 'Banco do Brasil · 1480-X / 22.418-9', current_cents: 18_421_930, invested_cents: 12_000_000 },
    { company_id: 2, description: 'Sicredi · 0802 / 31.077-4', current_cents: 6_284_012, invested_cents: 4_500_000 },
    { company_id: 3, description: 'Itaú · 1573 / 48.210-4', current_cents: -412_488, invested_cents: 0 },
    { company_id: 4, description: 'Caixa · 1695 / 600-3', current_cents: 445_200, invested_cents: 0 },
  ])
  await insertRows(db, 'cash_boxes', [
    { company_id: 1, description: 'Caixa da sede', cents: 512_430 },
    { company_id: 2, description: 'Caixa de Sinop', cents: 187_000 },
    { company_id: 3, description: 'Caixa de Cuiabá', cents: 122_000 },
  ])
  for (const table of ['companies', 'cost_centres', 'dre_accounts'])
    await db.execute(sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.identifier(table)}))`)
}
