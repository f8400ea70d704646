// The spreadsheet of the companies that issue NFS-e and boletos. No screen edits issuers.
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { Flag, Id, line as words, text } from '../../../shared/wire.ts'
import type { Terms } from '../banks/bank.ts'
import { banks } from '../banks/banks.ts'
import { EXAMPLE, termsOf } from '../banks/terms.ts'
import { companies, issuers } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { issuerFaults } from '../nfse/faults.ts'
import { PIX_KINDS } from '../nfse/pix.ts'
import { contractOf } from '../nfse/slip.ts'
import { isCnpj } from '../nfse/taker.ts'
import { flagOf, fold, percentOf, sheetAlone, shown, withZeros } from '../sheet.ts'
import {
  address,
  Address,
  addressIn,
  bare,
  byCode,
  City,
  cityIn,
  columnsOfAddress,
  digits,
  named,
  noneOr,
  orNull,
  percent,
  integer,
  isCode,
} from './nfse-sheet-fields.ts'
import { names } from './overview-sheets.ts'

const CODES = banks.map(({ code }) => code)

/** The kind of a PIX key, from the word for it in the file. */
const pixKindOf = (typed = '') => {
  if (typed === '') return null
  const kind = Object.entries(PIX_KINDS).find(([, words]) => fold(words) === fold(typed))?.[0]
  if (kind === undefined) throw new Error(`tipo_chave_pix: “${shown(typed)}” não serve; escreva ${Object.values(PIX_KINDS).join(', ')}.`)
  return kind
}

const isAllOrNone = (...typed: string[]) => new Set(typed.map((one) => one !== '')).size === 1

const IssuerLine = z
  .strictObject({
    companyId: Id,
    cnpj: z.string().regex(/^[0-9A-Z]{12}\d{2}$/, 'CNPJ: informe 12 letras ou dígitos e os 2 verificadores.'),
    name: text({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
    tradeName: words('Nome Fantasia', 150),
    cityRegistration: words('Inscrição Municipal', 15),
    ...Address,
    street: named('Logradouro', 255),
    number: named('Número', 60),
    district: named('Bairro', 60),
    cep: digits('CEP', 8),
    cityId: City,
    email: noneOr(z.email('E-mail inválido.')),
    simples: integer('Simples', 1, 3),
    simplesRegime: noneOr(integer('Regime do Simples', 1, 3)),
    specialRegime: integer('Regime especial', 0, 9),
    cityAgreement: Flag.nullable(),
    taxFederal: percent('Tributos federais'),
    taxState: percent('Tributos estaduais'),
    taxCity: percent('Tributos municipais'),
    ibsOperation: noneOr(digits('IBS: operação', 6)),
    ibsSituation: noneOr(digits('IBS: situação', 3)),
    ibsClass: noneOr(digits('IBS: classificação', 6)),
    series: integer('Série', 1, 49_999),
    nextNumber: integer('Próxima DPS', 1, 999_999_999_999_999),
    bank: z.enum(['', ...CODES], `escreva um destes códigos: ${CODES.join(', ')}.`),
    agreement: words('Convênio', 20),
    wallet: words('Carteira', 4),
    variation: words('Variação', 3),
    branch: words('Agência', 10),
    bankAccount: words('Conta corrente', 20),
    post: words('Posto', 2),
    transmission: words('Código de transmissão', 20),
    nextSlip: integer('Próximo boleto', 1, 9_999_999_999),
    nextFile: integer('Próxima remessa', 1, 999_999),
    terms: z.custom<Terms | null>(),
    pixKey: words('Chave PIX', 77),
    pixKind: z.enum(['cpf', 'cnpj', 'email', 'phone', 'evp']).nullable(),
  })
  .refine(({ simples, simplesRegime }) => (simples === 3) === (simplesRegime !== ''), 'Regime do Simples: vai com ME ou EPP, e só com elas.')
  .refine((one) => one.bank !== '' || !Object.values(contractOf(one)).some(Boolean), 'banco: informe o código do banco, como 001.')
  .refine((one) => isAllOrNone(one.ibsOperation, one.ibsSituation, one.ibsClass), 'IBS: operação, situação e classificação vão juntas.')

/** Converts a line of the issuers' spreadsheet into a table row. */
function issuerIn(one: z.output<typeof IssuerLine>) {
  return {
    ...one,
    // The schema has ensured that the value is 1, 2 or 3, so the cast is safe.
    simples: one.simples as 1 | 2 | 3,
    cityRegistration: orNull(one.cityRegistration),
    simplesRegime: one.simplesRegime === '' ? null : one.simplesRegime,
    ibsOperation: orNull(one.ibsOperation),
    ibsSituation: orNull(one.ibsSituation),
    ibsClass: orNull(one.ibsClass),
    bank: orNull(one.bank),
    pixKey: orNull(one.pixKey),
    cityAgreement: one.cityAgreement && one.cityAgreement === 'S',
  }
}

export const issuerSheet = sheetAlone({
  table: issuers,
  key: ['company_id'],
  percents: ['tributos_federais', 'tributos_estaduais', 'tributos_municipais'],
  heads: {
    empresa: 'nome; diz qual é',
    cnpj: '14 letras e dígitos',
    razao_social: 'como no CNPJ',
    fantasia: '?',
    inscricao_municipal: '?',
    ...address,
    municipio: 'código do IBGE, 7 dígitos',
    logradouro: 'rua ou avenida',
    numero: 'S/N onde não há',
    bairro: 'do emitente',
    cep: '8 dígitos',
    email: '?',
    simples: '1 não optante, 2 MEI, 3 ME ou EPP',
    regime_simples: 'de ME e EPP: 1 tudo no Simples, 2 ISSQN por fora, 3 tudo por fora ?',
    regime_especial: '0 nenhum (padrão) ?',
    convenio_municipio: 'S se o do município com o sistema nacional está ativo, N se não; vazio: não se sabe ?',
    tributos_federais: 'percentual do preço (padrão 0) ?',
    tributos_estaduais: 'percentual do preço (padrão 0) ?',
    tributos_municipais: 'percentual do preço (padrão 0) ?',
    ibs_operacao: 'cIndOp, 6 dígitos; vai com os dois seguintes ?',
    ibs_situacao: 'CST, 3 dígitos ?',
    ibs_classificacao: 'cClassTrib, 6 dígitos ?',
    serie: 'da DPS, 1 a 49999',
    proxima_dps: 'número da próxima (padrão 1) ?',
    banco: `${CODES.join(', ')}; preciso com as colunas seguintes, e docs/boletos.md diz quais cada um pede ?`,
    convenio: 'convênio, código do beneficiário ou do cliente ?',
    carteira: 'onde o banco a pede ?',
    variacao: 'da carteira, 3 dígitos, no Banco do Brasil ?',
    agencia: 'com o dígito onde há, 1480-X ?',
    conta_corrente: 'com o dígito, 22418-9 ?',
    posto: '2 dígitos, no Sicredi ?',
    codigo_transmissao: 'no Santander ?',
    proximo_boleto: 'nosso número do próximo (padrão 1) ?',
    proxima_remessa: 'número da próxima, se outro sistema já mandou remessas ao banco (padrão 1) ?',
    condicoes: `${EXAMPLE} ?`,
    chave_pix: '?',
    tipo_chave_pix: 'CPF, CNPJ, e-mail, telefone ou aleatória; obrigatório onde 11 dígitos servem de CPF e de celular ?',
  },
  optional: {
    ...columnsOfAddress,
    fantasia: 'trade_name',
    inscricao_municipal: 'city_registration',
    email: 'email',
    regime_simples: 'simples_regime',
    regime_especial: 'special_regime',
    convenio_municipio: 'city_agreement',
    tributos_federais: 'tax_federal',
    tributos_estaduais: 'tax_state',
    tributos_municipais: 'tax_city',
    ibs_operacao: 'ibs_operation',
    ibs_situacao: 'ibs_situation',
    ibs_classificacao: 'ibs_class',
    proxima_dps: 'next_number',
    banco: 'bank',
    convenio: 'agreement',
    carteira: 'wallet',
    agencia: 'branch',
    conta_corrente: 'bank_account',
    variacao: 'variation',
    posto: 'post',
    codigo_transmissao: 'transmission',
    proximo_boleto: 'next_slip',
    proxima_remessa: 'next_file',
    condicoes: 'terms',
    chave_pix: 'pix_key',
    tipo_chave_pix: 'pix_kind',
  },
  names: async (db) => ({ company: await names.company(db), city: await byCode(db) }),
  body: (values, { company, city }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    cnpj: () => withZeros('cnpj', values, bare(values['cnpj']), isCnpj, 14),
    name: () => values['razao_social'],
    tradeName: () => values['fantasia'] ?? '',
    cityRegistration: () => values['inscricao_municipal'] ?? '',
    ...addressIn(values),
    cityId: () => cityIn(values, city),
    email: () => values['email'] ?? '',
    simples: () => values['simples'],
    simplesRegime: () => values['regime_simples'] ?? '',
    specialRegime: () => values['regime_especial'] || '0',
    cityAgreement: () => (values['convenio_municipio'] ? flagOf('convenio_municipio', values) : null),
    taxFederal: () => percentOf(values['tributos_federais'] || '0'),
    taxState: () => percentOf(values['tributos_estaduais'] || '0'),
    taxCity: () => percentOf(values['tributos_municipais'] || '0'),
    ibsOperation: () => values['ibs_operacao'] ?? '',
    ibsSituation: () => values['ibs_situacao'] ?? '',
    ibsClass: () => values['ibs_classificacao'] ?? '',
    series: () => values['serie'],
    nextNumber: () => values['proxima_dps'] || '1',
    bank: () => withZeros('banco', values, values['banco'] ?? '', isCode(3), 3),
    agreement: () => values['convenio'] ?? '',
    variation: () => values['variacao'] ?? '',
    post: () => values['posto'] ?? '',
    transmission: () => values['codigo_transmissao'] ?? '',
    wallet: () => values['carteira'] ?? '',
    branch: () => values['agencia'] ?? '',
    bankAccount: () => values['conta_corrente'] ?? '',
    nextSlip: () => values['proximo_boleto'] || '1',
    nextFile: () => values['proxima_remessa'] || '1',
    terms: () => termsOf(values['condicoes'] ?? ''),
    pixKey: () => values['chave_pix'] ?? '',
    pixKind: () => pixKindOf(values['tipo_chave_pix']),
  }),
  schema: IssuerLine.superRefine((one, context) => {
    const { notes, slips } = issuerFaults(issuerIn(one))
    for (const message of new Set([...notes, ...slips])) context.addIssue(message)
  }),
  row: issuerIn,
})

/** All names of an issuer: that of the register, and its legal and trade names. */
export async function namesOfIssuers(db: Db) {
  const { id, name, tradeName } = issuers
  const found = await db
    .select({ id, name, tradeName, company: companies.name })
    .from(issuers)
    .innerJoin(companies, eq(companies.id, issuers.companyId))
  return found.flatMap((one) => [one.company, one.name, one.tradeName].filter(Boolean).map((words) => [words, one.id] as const))
}
