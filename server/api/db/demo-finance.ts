// Finances of the demo company: receivables per month, payables, and the income statement. A month's content depends only on its date.
import { sql } from 'drizzle-orm'
import { addDays, lastDayOf } from '../../../shared/clock.ts'
import { pick, random, type Row } from './demo-days.ts'
import { clients } from './schema.ts'
import { insertRows, type Db } from './sql.ts'

/** Companies, each with its number of receivables per month. */
const companies = [
  ['Exemplo Sistemas · Sorriso', 26],
  ['Exemplo Integrações · Sinop', 16],
  ['Exemplo Backup e Nuvem · Cuiabá', 11],
  ['Exemplo Treinamentos · Lucas do Rio Verde', 7],
] as const
/** Cost centres: the range of an instalment in reais, and the share of all instalments in tenths. */
const centres = [
  ['Locação de Softwares', 1_900, 9_400, 5],
  ['SySGrão', 2_400, 7_800, 2],
  ['SySBackup', 700, 3_600, 1],
  ['Integracao Bancaria', 1_200, 4_200, 1],
  ['Integracao Bayer', 1_600, 5_200, 1],
] as const
const centreOf = centres.flatMap(([, , , tenths], index) => Array.from({ length: tenths }, () => index))

const DRE = 'DRE Gerencial'
/** Lines of the income statement, with their postings per month in reais for all companies together. A negative amount reduces the result. */
const lines: [name: string, parts: [analytic: string, from: number, to: number, times: number, words: string[]][] | 'subtotal'][] = [
  ['Receita bruta', centres.map(([name]) => [name, 0, 0, 0, []])],
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
        12,
        ['Salário de suporte', 'Salário de desenvolvimento', 'Salário de implantação', 'Encargos da equipe técnica'],
      ],
      ['Deslocamento', -2_300, -380, 9, ['Combustível', 'Hospedagem', 'Pedágio e estacionamento', 'Manutenção de veículos']],
      ['Infraestrutura em nuvem', -7_400, -2_100, 4, ['Servidores', 'Armazenamento de backup', 'Monitoramento']],
      ['Serviços de terceiros', -4_900, -900, 4, ['Consultoria fiscal', 'Desenvolvimento contratado']],
    ],
  ],
  ['Lucro bruto', 'subtotal'],
  [
    'Despesas operacionais',
    [
      ['Pessoal administrativo', -7_600, -4_100, 6, ['Salário do financeiro', 'Salário do comercial', 'Pró-labore']],
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
const dreAccounts = lines
  .flatMap(([name, parts], index) =>
    (parts === 'subtotal' ? [null] : parts.map(([analytic]) => analytic)).map((analytic) => ({
      dre: DRE,
      position: 10 * (index + 1),
      name,
      analytic,
      subtotal: parts === 'subtotal',
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

/** Receivables due in a month, in their state on the day `until`. */
function receivablesOf(month: string, until: string, clientIds: number[]): Row[] {
  const chance = random(`receivables ${month}`)
  return companies.flatMap(([, count], company) =>
    Array.from({ length: count }, (_, nth) => {
      const centre = pick(centreOf, chance())
      const [, from, to] = centres[centre] ?? centres[0]
      const dueOn = dayIn(month, chance())
      const cents = centsIn(from, to, chance())
      const clientId = pick(clientIds, chance())
      const [how, delay] = [chance(), chance()]
      // Most clients pay around the due date, some much later, and a few in part.
      const paysOn = addDays(dueOn, how < 0.06 ? 45 + Math.floor(90 * delay) : Math.floor(9 * delay) - 2)
      const received = paysOn > until ? 0 : how > 0.97 ? Math.round(cents / 2) : cents
      return {
        company_id: company + 1,
        centre_id: centre + 1,
        client_id: clientId,
        document: `NFS-e ${100 * numberOfMonth(month) + nth}`,
        due_on: dueOn,
        cents,
        received_cents: received,
        received_on: received > 0 ? paysOn : null,
      }
    }),
  )
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

/** Postings of a month: income from its receivables, taxes on them, and the other lines. */
function postingsOf(month: string, owed: Row[]): Row[] {
  const chance = random(`postings ${month}`)
  const booked = (company: number, analytic: string, on_day: string, description: string, cents: number) => ({
    company_id: company,
    account_id: accountOf(analytic),
    on_day,
    description,
    cents,
  })
  const income = owed.map((row) =>
    booked(Number(row['company_id']), centres[Number(row['centre_id']) - 1]?.[0] ?? '', `${month}-01`, String(row['document']), Number(row['cents'])),
  )
  const taxes = companies.flatMap((_, index) => {
    const sum = income.reduce((all, { company_id, cents }) => all + (company_id === index + 1 ? cents : 0), 0)
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
  return [...income, ...taxes, ...rest]
}

/** Adds everything since `from`, or since the start of the previous year, in its state on the day `until`. */
export async function growFinance(db: Db, from: string | undefined, until: string) {
  const clientIds = (await db.select({ id: clients.id }).from(clients).orderBy(clients.id).limit(120)).map(({ id }) => id)
  const next = addDays(lastDayOf(until.slice(0, 7)), 1)
  const first = from ?? `${Number(until.slice(0, 4)) - 1}-01-01`
  if (from === undefined) await seed(db)
  // The months up to the one after `from` are already stored, so the new months begin with the next one.
  const fresh = monthsFrom(from === undefined ? first : addDays(lastDayOf(addDays(lastDayOf(from.slice(0, 7)), 1).slice(0, 7)), 1), next)
  const known = from === undefined ? [] : monthsFrom(addDays(from, -150), next).filter((month) => !fresh.includes(month))
  const add = async (table: string, rows: Row[]) => {
    if (rows.length > 0) await insertRows(db, table, rows, sql`on conflict do nothing`)
  }
  await add(
    'receivables',
    fresh.flatMap((month) => receivablesOf(month, until, clientIds)),
  )
  await add(
    'payables',
    fresh.flatMap((month) => payablesOf(month, until)),
  )
  const booked = monthsFrom(first, until).flatMap((month) => postingsOf(month, receivablesOf(month, until, clientIds)))
  await add(
    'postings',
    booked.filter(({ on_day }) => String(on_day) <= until && (from === undefined || String(on_day) > from)),
  )
  const owed = JSON.stringify(known.flatMap((month) => receivablesOf(month, until, clientIds)))
  await db.execute(sql`update receivables t set received_cents = r.received_cents, received_on = r.received_on
    from json_populate_recordset(null::receivables, ${owed}::text::json) r
    where t.company_id = r.company_id and t.document = r.document and t.received_cents < r.received_cents and t.cents = r.cents`)
  await db.execute(sql`update payables set paid_on = due_on where paid_on is null and due_on > ${from ?? until} and due_on <= ${until}`)
}

async function seed(db: Db) {
  const named = (names: readonly string[]) => names.map((name, index) => ({ id: index + 1, name, status: 'A' }))
  await insertRows(db, 'companies', named(companies.map(([name]) => name)))
  await insertRows(db, 'cost_centres', named(centres.map(([name]) => name)))
  await insertRows(db, 'dre_accounts', dreAccounts)
  await insertRows(db, 'bank_accounts', [
    { company_id: 1, description: 'Banco do Brasil · 1480-2 / 22.418-7', current_cents: 18_421_930, invested_cents: 12_000_000 },
    { company_id: 2, description: 'Sicredi · 0802 / 31.077-4', current_cents: 6_284_012, invested_cents: 4_500_000 },
    { company_id: 3, description: 'Sicoob · 3325 / 9.114-0', current_cents: -412_488, invested_cents: 0 },
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
