// The spreadsheets of the issuers of NFS-e and boletos, and of their accounts. No screen edits issuers.
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf } from '../../../shared/money.ts'
import { Decimal, Flag, Id, line as words, note, text, WrittenDay } from '../../../shared/wire.ts'
import { accounts, cities, companies, emissions, issuers } from '../db/schema.ts'
import { isAmong, type Db } from '../db/sql.ts'
import { REFUSED } from '../errors.ts'
import { issuerFaults } from '../nfse/faults.ts'
import { PIX_KINDS } from '../nfse/pix.ts'
import { isCnpj, isCpf } from '../nfse/taker.ts'
import { amountOf, dayOf, finder, flagOf, fold, monthIn, percentOf, sheetAlone, shown, withZeros } from '../sheet.ts'
import { names } from './overview-sheets.ts'

const named = (name: string, max: number) => text({ name, max, empty: `${name} precisa ser preenchido.` })
const digits = (name: string, count: number) =>
  z.string().refine((typed) => /^\d+$/.test(typed) && typed.length === count, `${name}: informe ${count} dígitos.`)
/** Schema of an optional field. A union would lose the messages of the field's own schema. */
const noneOr = <S extends z.ZodType>(schema: S) =>
  z.string().transform((typed, { issues }): z.output<S> | '' => {
    if (typed === '') return ''
    const { data, error } = schema.safeParse(typed)
    issues.push(...(error?.issues ?? []).map(({ message }) => ({ code: 'custom' as const, input: typed, message })))
    return error ? '' : data
  })
const orNull = (typed: string) => typed || null
const whole = (name: string, min: number, max: number) => {
  const wrong = `${name}: informe um número inteiro de ${min} a ${max}.`
  return z
    .string()
    .regex(/^\d{1,15}$/, wrong)
    .transform(Number)
    .pipe(z.int(wrong).min(min, wrong).max(max, wrong))
}
const percent = (name: string, max = 100) => {
  const wrong = `${name}: informe um percentual de 0 a ${max}, com até duas casas.`
  return z.number(wrong).min(0, wrong).max(max, wrong)
}
/** Keeps only letters and digits, because documents are stored without punctuation. */
const bare = (typed = '') => typed.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase()
const onlyDigits = (typed = '') => typed.replaceAll(/\D/g, '')
const addressesIn = (typed = '') => [...new Set(typed.split(/[;,\s]+/).filter(Boolean))]

const address = {
  logradouro: 'rua ou avenida ?',
  numero: 'S/N onde não há ?',
  complemento: '?',
  bairro: '?',
  municipio: 'código do IBGE, 7 dígitos ?',
  cep: '8 dígitos ?',
  telefone: '?',
}
/** Returns a function that tells whether digits form a code of the given length. Such a code has at most one leading zero. */
const isCode = (length: number) => (digits: string) => digits.length === length && /^0?[1-9]/.test(digits)
const addressIn = (values: Record<string, string>) => ({
  street: () => values['logradouro'] ?? '',
  number: () => values['numero'] ?? '',
  complement: () => values['complemento'] ?? '',
  district: () => values['bairro'] ?? '',
  cep: () => withZeros('cep', values, onlyDigits(values['cep']), isCode(8), 8),
  phone: () => onlyDigits(values['telefone']),
})
const Address = {
  street: words('Logradouro', 255),
  number: words('Número', 60),
  complement: words('Complemento', 156),
  district: words('Bairro', 60),
  cep: noneOr(digits('CEP', 8)),
  phone: noneOr(z.string().regex(/^\d{6,20}$/, 'Telefone: informe de 6 a 20 dígitos.')),
}
const columnsOfAddress = { logradouro: 'street', numero: 'number', complemento: 'complement', bairro: 'district', cep: 'cep', telefone: 'phone' }
const City = digits('Município', 7).transform(Number).pipe(Id)
const byCode = async (db: Db) => {
  const known = new Set((await db.select({ id: cities.id }).from(cities)).map(({ id }) => id))
  return (code: string) => {
    if (known.has(Number(code))) return Number(code)
    throw new Error(REFUSED.get('accounts_city_id_fkey')?.message)
  }
}
/**
 * The city code of a line, for the schema. Throws if the city does not exist: otherwise the database would report ten thousand such lines one by one,
 * which takes minutes.
 */
function cityIn(values: Record<string, string>, city: ((code: string) => number) | undefined) {
  const code = onlyDigits(values['municipio'])
  if (code.length === 7) city?.(code)
  return code
}

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
    simples: whole('Simples', 1, 3),
    simplesRegime: noneOr(whole('Regime do Simples', 1, 3)),
    specialRegime: whole('Regime especial', 0, 9),
    cityAgreement: Flag.nullable(),
    taxFederal: percent('Tributos federais'),
    taxState: percent('Tributos estaduais'),
    taxCity: percent('Tributos municipais'),
    ibsOperation: noneOr(digits('IBS: operação', 6)),
    ibsSituation: noneOr(digits('IBS: situação', 3)),
    ibsClass: noneOr(digits('IBS: classificação', 6)),
    series: whole('Série', 1, 49_999),
    nextNumber: whole('Próxima DPS', 1, 999_999_999_999_999),
    agreement: noneOr(digits('Convênio', 7)),
    wallet: noneOr(digits('Carteira', 2)),
    branch: words('Agência', 10),
    bankAccount: words('Conta corrente', 20),
    nextSlip: whole('Próximo boleto', 1, 9_999_999_999),
    pixKey: words('Chave PIX', 77),
    pixKind: z.enum(['cpf', 'cnpj', 'email', 'phone', 'evp']).nullable(),
  })
  .refine(({ simples, simplesRegime }) => (simples === 3) === (simplesRegime !== ''), 'Regime do Simples: vai com ME ou EPP, e só com elas.')
  .refine((one) => isAllOrNone(one.ibsOperation, one.ibsSituation, one.ibsClass), 'IBS: operação, situação e classificação vão juntas.')
  .refine(
    (one) => isAllOrNone(one.agreement, one.wallet, one.branch, one.bankAccount),
    'Boleto: convênio, carteira, agência e conta corrente vão juntos.',
  )

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
    agreement: orNull(one.agreement),
    wallet: orNull(one.wallet),
    branch: orNull(one.branch),
    bankAccount: orNull(one.bankAccount),
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
    convenio: 'do Banco do Brasil, 7 dígitos; vai com os três seguintes ?',
    carteira: '2 dígitos ?',
    agencia: 'com o dígito, 1480-X ?',
    conta_corrente: 'com o dígito, 22418-9 ?',
    proximo_boleto: 'nosso número do próximo (padrão 1) ?',
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
    convenio: 'agreement',
    carteira: 'wallet',
    agencia: 'branch',
    conta_corrente: 'bank_account',
    proximo_boleto: 'next_slip',
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
    agreement: () => values['convenio'] ?? '',
    wallet: () => values['carteira'] ?? '',
    branch: () => values['agencia'] ?? '',
    bankAccount: () => values['conta_corrente'] ?? '',
    nextSlip: () => values['proximo_boleto'] || '1',
    pixKey: () => values['chave_pix'] ?? '',
    pixKind: () => pixKindOf(values['tipo_chave_pix']),
  }),
  schema: IssuerLine.superRefine((one, context) => {
    const { notes, slips } = issuerFaults(issuerIn(one))
    for (const message of new Set([...notes, ...slips])) context.addIssue(message)
  }),
  row: issuerIn,
})

export const accountSheet = sheetAlone({
  table: accounts,
  key: ['issuer_id', 'reference', 'instalment'],
  percents: ['aliquota_iss'],
  heads: {
    empresa: 'nome de uma que emite; com a conta e a parcela, diz qual é',
    conta: 'número',
    parcela: 'número (padrão 1) ?',
    mes: '11/2026 ou 2026-11',
    centro_custo: 'nome',
    documento: 'CNPJ ou CPF do tomador ?',
    razao_social: 'do tomador',
    fantasia: '?',
    inscricao_municipal: '?',
    ...address,
    emails: 'um ou mais, separados por espaço, vírgula ou ponto e vírgula ?',
    codigo_servico: 'cTribNac, 6 dígitos',
    servico: 'como se chama',
    nbs: '9 dígitos ?',
    discriminacao: 'o que se cobra',
    valor: '1.234,56',
    aliquota_iss: 'percentual, 0 a 5',
    iss_retido: 'S ou N (padrão N) ?',
    vencimento: 'dia, 25/11/2026 ou 2026-11-25',
  },
  optional: {
    ...columnsOfAddress,
    parcela: 'instalment',
    documento: 'document',
    fantasia: 'trade_name',
    inscricao_municipal: 'city_registration',
    municipio: 'city_id',
    emails: 'emails',
    nbs: 'nbs',
    iss_retido: 'iss_withheld',
  },
  names: async (db) => ({
    issuer: finder('Empresa que emite', await namesOfIssuers(db)),
    centre: await names.centre(db),
    city: await byCode(db),
  }),
  body: (values, { issuer, centre, city }) => ({
    issuerId: () => issuer?.(values['empresa'] ?? ''),
    centreId: () => centre?.(values['centro_custo'] ?? ''),
    reference: () => values['conta'],
    instalment: () => values['parcela'] || '1',
    month: () => monthIn('mes', values),
    document: () => withZeros('documento', values, bare(values['documento']), (text) => isCpf(text) || isCnpj(text), 11, 14),
    name: () => values['razao_social'],
    tradeName: () => values['fantasia'] ?? '',
    cityRegistration: () => values['inscricao_municipal'] ?? '',
    ...addressIn(values),
    cityId: () => cityIn(values, city),
    emails: () => addressesIn(values['emails']),
    serviceCode: () => withZeros('codigo_servico', values, onlyDigits(values['codigo_servico']), isCode(6), 6),
    service: () => values['servico'],
    nbs: () => onlyDigits(values['nbs']),
    description: () => values['discriminacao'],
    amount: () => amountOf('valor', values),
    issRate: () => percentOf(values['aliquota_iss']),
    issWithheld: () => flagOf('iss_retido', values),
    dueOn: () => dayOf('vencimento', values),
  }),
  schema: z.strictObject({
    issuerId: Id,
    centreId: Id,
    reference: whole('Conta', 1, 2_147_483_647),
    instalment: whole('Parcela', 1, 9_999),
    month: WrittenDay,
    document: words('CNPJ / CPF', 14),
    name: text({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
    tradeName: words('Nome Fantasia', 150),
    cityRegistration: words('Inscrição Municipal', 15),
    ...Address,
    cityId: noneOr(City),
    emails: z.array(z.email('E-mail inválido.').max(80, 'E-mail não pode ter mais que 80 caracteres.')).max(10, 'No máximo 10 e-mails.'),
    serviceCode: digits('Código do serviço', 6),
    service: named('Serviço', 200),
    nbs: noneOr(digits('NBS', 9)),
    description: note('Discriminação', 2000),
    // Refuses only formal errors here. Missing data is reported later, before the account is issued.
    amount: Decimal.refine((reais) => reais >= 0, common.negative).refine((reais) => reais < 1e8, 'Valor acima de R$ 99.999.999,99 não é aceito.'),
    issRate: percent('Alíquota do ISSQN', 5),
    issWithheld: Flag,
    dueOn: WrittenDay,
  }),
  row: ({ amount, ...one }) => ({
    ...one,
    document: orNull(one.document),
    cityRegistration: orNull(one.cityRegistration),
    cityId: one.cityId === '' ? null : one.cityId,
    nbs: orNull(one.nbs),
    cents: centsOf(amount),
    issWithheld: one.issWithheld === 'S',
  }),
  kept: async (db, ids) => {
    const sent = or(ne(accounts.noteStatus, 1), ne(accounts.slipStatus, 1), inArray(emissions.state, ['waiting', 'queued']))
    const found = await db
      .selectDistinct({ id: accounts.id })
      .from(accounts)
      .leftJoin(emissions, eq(emissions.accountId, accounts.id))
      .where(and(isAmong(accounts.id, ids), sent))
    return new Map(found.map(({ id }) => [id, REFUSED.get('accounts_sent')?.message ?? '']))
  },
  among: (bodies) =>
    isAmong(
      accounts.reference,
      bodies.map(({ reference }) => reference),
    ),
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
