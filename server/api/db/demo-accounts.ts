// Accounts of the demo company for invoicing. They are imported from one file per month, written as another system would write it. A month's content
// depends only on its date.
import { sql } from 'drizzle-orm'
import { addDays, lastDayOf, wallDay } from '../../../shared/clock.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { linesOf } from '../csv.ts'
import { accountSheet } from '../features/account-sheet.ts'
import { importLines } from '../import.ts'
import type { Source } from '../nfse/load.ts'
import { pick, random } from './demo-days.ts'
import { insertRows, type Db } from './sql.ts'

/** Number of months before and after the current one that have accounts. */
const BEFORE = 6
const AFTER = 1

/** Days until the due date of the accounts that the first start issues, because an overdue boleto is not issued. */
const AHEAD = 12

/** The issuers: the companies of demo-finance.ts, in that order. */
const issuers = [
  ['Exemplo Sistemas · Sorriso', 'Exemplo Sistemas Ltda.', '260148830001', 5_107_925, 'Av. Natalino Brescansin', '1480', 'Centro', '78890000', 3],
  [
    'Exemplo Integrações · Sinop',
    'Exemplo Integrações Ltda.',
    '314470250001',
    5_107_909,
    'Av. das Embaúbas',
    '620',
    'Setor Comercial',
    '78550000',
    3,
  ],
  [
    'Exemplo Backup e Nuvem · Cuiabá',
    'Exemplo Backup e Nuvem S.A.',
    '402811570001',
    5_103_403,
    'Rua das Acácias',
    '95',
    'Jardim das Américas',
    '78060000',
    1,
  ],
  ['Exemplo Treinamentos · Lucas do Rio Verde', 'Exemplo Treinamentos Ltda.', '455902110001', 5_105_259, 'Av. Goiás', '210', 'Centro', '78455000', 3],
] as const

/** The issuers' contracts with Banco do Brasil, Sicredi and Itaú, in the same order. */
const contracts = [
  { bank: '001', agreement: '2601488', wallet: '17', variation: '019', branch: '1480-X', bank_account: '22418-9', post: '' },
  { bank: '748', agreement: '31077', wallet: '', variation: '', branch: '0802', bank_account: '31077-4', post: '07' },
  { bank: '341', agreement: '', wallet: '109', variation: '', branch: '1573', bank_account: '48210-4', post: '' },
  { bank: '001', agreement: '2601491', wallet: '17', variation: '019', branch: '1480-X', bank_account: '22418-9', post: '' },
] as const

/** Cost centre, accounts per month, issuer, cTribNac with its name, description, and the range of the amount in reais. */
const centres = [
  ['Locação de Softwares', 17, 0, '010501', 'Licenciamento de programas de computação', 'Licença de uso do sistema de gestão', 740, 6_400],
  ['SySGrão', 8, 0, '010501', 'Licenciamento de programas de computação', 'Licença de uso e suporte do módulo SySGrão', 2_400, 7_800],
  ['SySBackup', 6, 2, '010302', 'Armazenamento de dados', 'Cópias de segurança na nuvem', 420, 1_900],
  ['Integracao Bancaria', 6, 1, '010701', 'Suporte técnico em informática', 'Licença de uso e suporte do módulo Integracao Bancaria', 1_200, 4_200],
  ['Integracao Bayer', 5, 1, '010701', 'Suporte técnico em informática', 'Integração de contratos de barter', 1_600, 5_200],
] as const

/** The customers (tomadores): name, CNPJ or CPF without its check digits, city, street, number, district, CEP. */
const takers = [
  ['Agropecuária Vale do Teles Pires Ltda.', '042183770001', 5_107_909, 'Estrada Jacinta', 'km 12', 'Zona Rural', '78550001'],
  ['Algodoeira Campos de Júlio', '116409020001', 5_102_686, 'Rod. MT-388', 'km 4', 'Distrito Industrial', '78307000'],
  ['Armazéns Gerais Serra Azul', '083315540002', 0, 'Av. Mutum', '1100', 'Centro', '78450000'],
  ['Associação Comercial e Empresarial de Querência', '150772180001', 5_107_065, 'Av. Central', '88', 'Setor A', '78643000'],
  ['Cerealista São José do Rio Claro', '039927410001', 5_107_305, 'Rod. MT-010', 'km 2', 'Distrito Industrial', '78435000'],
  ['Construtora Dal Maso', '214086630001', 5_107_925, 'Rua Marau', '431', 'Centro Norte', '78890100'],
  [
    'Cooperativa Agroindustrial dos Produtores de Grãos do Norte Mato-Grossense',
    '021148900001',
    5_107_925,
    'Rod. BR-163',
    'km 752',
    'Distrito Industrial',
    '78890900',
  ],
  ['Cooperativa de Crédito Rural do Médio-Norte', '12ABC34501DE', 5_103_502, 'Av. Irmão Miguel Abib', '77', 'Centro', '78400000'],
  ['Fazenda Santa Rita do Trivelato S.A.', '075561290001', 5_107_768, 'Rod. MT-235', 'km 30', 'Zona Rural', '78453000'],
  ['Frigorífico Rio Sapezal', '182400770001', 5_107_875, 'Av. Lions', '1500', 'Distrito Industrial', '78365000'],
  ['Grupo Meneghetti Participações', '098734120001', 5_105_259, 'Av. Mato Grosso', '900', 'Jardim das Palmeiras', '78455100'],
  ['Insumos Agrícolas Tapurah', '301184050001', 5_108_006, 'Av. Rio de Janeiro', '330', 'Centro', '78573000'],
  ['Irmãos Scherer Agronegócios', '279053360001', 5_104_526, 'Av. Brasil', '1020', 'Centro', '78578000'],
  ['Laticínios Vale do Araguaia', '056621980001', 5_100_201, 'Av. Planalto', '45', 'Centro', '78635000'],
  ['Madeireira Alta Floresta', '167308410001', 5_100_250, 'Av. Ludovico da Riva Neto', '2200', 'Setor Industrial', '78580000'],
  ['Posto e Transportadora Três Marcos', '225940170001', 5_107_040, 'Rod. BR-070', 'km 280', 'Jardim Riva', '78850000'],
  ['Revenda Agrícola Parecis', '130876250001', 5_102_637, 'Av. Mato Grosso', '700', 'Centro', '78360000'],
  ['Sementes Chapadão', '337120640001', 5_103_007, 'Rua Quinco Caldas', '12', 'Centro', '78195000'],
  ['Transportes Bressan & Filhos', '284519030001', 5_107_602, 'Rod. BR-364', 'km 205', 'Vila Mineira', '78705000'],
  ['Usina Barra do Bugres Energia', '190263470001', 5_101_704, 'Rod. MT-246', 'km 9', 'Zona Rural', '78390000'],
  ['Helena Prado Bortoluzzi', '318427659', 5_106_224, 'Rua dos Ipês', '310', 'Centro', '78450100'],
] as const
/** Index of the customer without an e-mail address. */
const NO_MAIL = 13

const HEADS =
  'empresa;conta;parcela;mes;centro_custo;documento;razao_social;logradouro;numero;bairro;municipio;cep;telefone;emails;codigo_servico;servico;discriminacao;valor;aliquota_iss;iss_retido;vencimento'

/** Check digit by modulus 11. A letter counts as its ASCII code minus 48, as a digit does. */
const mod11 = (text: string, weights: number) => {
  const sum = Array.from(text)
    .toReversed()
    .reduce((all, char, index) => all + (char.charCodeAt(0) - 48) * (2 + (index % weights)), 0)
  return String(sum % 11 < 2 ? 0 : 11 - (sum % 11))
}
/** Adds the two check digits to the nine digits of a CPF or the twelve of a CNPJ. */
function checked(bare: string) {
  const weights = bare.length === 9 ? 12 : 8
  const first = bare + mod11(bare, weights)
  return first + mod11(first, weights)
}
const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '')
    .slice(0, 18)
/** Number of the month, counted from the beginning of 2020, so that account numbers increase. */
const numberOf = (month: string) => 12 * (Number(month.slice(0, 4)) - 2020) + Number(month.slice(5, 7))

/** The issuers' invoices of a month 'YYYY-MM'. `issuer` and `taker` are indexes. */
export function invoicesOf(month: string) {
  const chance = random(`accounts ${month}`)
  let nth = 0
  return centres.flatMap(([centre, count, issuer, code, service, what, from, to]) =>
    Array.from({ length: count }, (_, index) => {
      const taker = (index * 5 + centres.findIndex(([name]) => name === centre) * 3) % takers.length
      const due = pick(['20', '25', '28'], chance())
      const phone = `65${30_000_000 + Math.floor(chance() * 9_000_000)}`
      const slug = slugOf((takers[taker] ?? takers[0])[0])
      const emails =
        taker === NO_MAIL ? [] : [`financeiro@${slug}.exemplo.com.br`, ...(chance() < 0.4 ? [`contas.pagar@${slug}.exemplo.com.br`] : [])]
      const reais = Math.round((from + (to - from) * chance()) / 10) * 10
      nth += 1
      return { centre, issuer, code, service, what, taker, phone, emails, reais, dueOn: `${month}-${due}`, reference: 100 * numberOf(month) + nth }
    }),
  )
}

/** The file of a month 'YYYY-MM'. */
function fileOf(month: string) {
  const lines = invoicesOf(month).map((one) => {
    const [name, bare, city, street, number, district, cep] = takers[one.taker] ?? takers[0]
    return [
      issuers[one.issuer][0],
      one.reference,
      1,
      numericMonthBr(month),
      one.centre,
      checked(bare),
      name,
      street,
      number,
      district,
      city || '',
      cep,
      one.phone,
      one.emails.join(' '),
      one.code,
      one.service,
      `${one.what}, competência ${numericMonthBr(month)}, contrato ${2_000 + one.taker}/2024.`,
      one.reais.toFixed(2).replace('.', ','),
      '3,00',
      'S',
      one.dueOn,
    ].join(';')
  })
  return Buffer.from([HEADS, ...lines].join('\n'))
}

/** The first month of which the demo has accounts, if it starts on that day. */
export const firstMonthOf = (day: string) => monthsOf(day)[0] ?? ''

const monthsOf = (day: string) => {
  const months = [day.slice(0, 7)]
  for (let count = 0; count < BEFORE; count += 1) months.unshift(addDays(`${months[0]}-01`, -1).slice(0, 7))
  for (let count = 0; count < AFTER; count += 1) months.push(addDays(lastDayOf(months.at(-1) ?? ''), 1).slice(0, 7))
  return months
}

/** Supplies the files of the demo company, which exist for the months around the current one. */
export const demoSource =
  (clock: () => number): Source =>
  async (month) =>
    monthsOf(wallDay(clock())).includes(month) ? fileOf(month) : undefined

/** Adds the demo's first records: the issuers and the accounts of its months, a few of which are queued for issuing. */
export async function seedAccounts(db: Db, today: string) {
  await insertRows(
    db,
    'issuers',
    issuers.map(([, name, bare, city_id, street, number, district, cep, simples], index) => ({
      id: index + 1,
      company_id: index + 1,
      cnpj: checked(bare),
      name,
      trade_name: name.replace(/ (Ltda\.|S\.A\.)$/, ''),
      city_registration: String(48_217 + 1_311 * index),
      street,
      number,
      complement: '',
      district,
      city_id,
      cep,
      phone: '6535440000',
      email: 'financeiro@exemplo.com.br',
      simples,
      simples_regime: simples === 3 ? 1 : null,
      special_regime: 0,
      city_agreement: true,
      tax_federal: 13.45,
      tax_state: 0,
      tax_city: 2.9,
      series: 1,
      next_number: 1,
      next_slip: 1,
      ...(contracts[index] ?? contracts[0]),
      pix_key: 'financeiro@exemplo.com.br',
    })),
  )
  await db.execute(sql`select setval(pg_get_serial_sequence('issuers', 'id'), (select max(id) from issuers))`)
  for (const month of monthsOf(today)) await addMonth(db, month)
  // In the latest month that has ended, a few accounts per cost centre are queued, so that the first start issues them.
  const last = monthsOf(today).at(BEFORE - 1) ?? ''
  await db.execute(sql`with sent as (
    update accounts set note_status = 2, due_on = ${addDays(today, AHEAD)} where city_id is not null and id in (
      select id from (select id, row_number() over (partition by centre_id order by id) as nth from accounts where month = ${`${last}-01`}) as numbered where nth in (1, 4)
    ) returning id
  ) insert into emissions (account_id, document, state, user_id) select id, document, 'queued', 2 from sent, (values ('N'), ('B')) as each (document)`)
}

async function addMonth(db: Db, month: string) {
  const { lines } = await linesOf(fileOf(month), accountSheet)
  const { problems } = await importLines(db, { kind: 'accounts', lines, check: false }, () => undefined)
  if (problems.length > 0) throw new Error(problems.map(({ line, problem }) => `${month}.csv ${line}: ${problem}`).join('\n'))
  await db.execute(
    sql`insert into data_loads (month, state, user_id, loaded, refused, ended_at) values (${`${month}-01`}, 2, 2, ${lines.length}, 0, now()) on conflict do nothing`,
  )
}

/** Adds the months that began since `from`. */
export async function growAccounts(db: Db, from: string, until: string) {
  const known = new Set(monthsOf(from))
  for (const month of monthsOf(until)) if (!known.has(month)) await addMonth(db, month)
}
