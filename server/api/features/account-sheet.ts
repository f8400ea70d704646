// The spreadsheet of the accounts for which NFS-e and boletos are issued. The data load of a month reads it too.
import { and, eq, gt, inArray, ne, or } from 'drizzle-orm'
import { z } from 'zod'
import { messages } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { centsOf } from '../../../shared/money.ts'
import { Decimal, Flag, Id, line as words, note, text, WrittenDay } from '../../../shared/wire.ts'
import { accounts, emissions } from '../db/schema.ts'
import { isAmong } from '../db/sql.ts'
import { REFUSED } from '../errors.ts'
import { linkClients } from '../nfse/clients.ts'
import { isCnpj, isCpf } from '../nfse/taker.ts'
import { amountOf, dayOf, finder, flagOf, monthIn, percentOf, sheetAlone, withZeros } from '../sheet.ts'
import { namesOfIssuers } from './issuer-sheet.ts'
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
  isCode,
  named,
  noneOr,
  onlyDigits,
  orNull,
  percent,
  integer,
} from './nfse-sheet-fields.ts'
import { names } from './overview-sheets.ts'

const addressesIn = (typed = '') => [...new Set(typed.split(/[;,\s]+/).filter(Boolean))]
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
    reference: integer('Conta', 1, 2_147_483_647),
    instalment: integer('Parcela', 1, 9_999),
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
    const received = await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(isAmong(accounts.id, ids), gt(accounts.receivedCents, 0)))
    return new Map([
      ...received.map(({ id }) => [id, messages.receivedAccount] as const),
      ...found.map(({ id }) => [id, REFUSED.get('accounts_sent')?.message ?? ''] as const),
    ])
  },
  finish: (db, bodies) =>
    linkClients(
      db,
      isAmong(
        accounts.reference,
        bodies.map(({ reference }) => reference),
      ),
    ),
  among: (bodies) =>
    isAmong(
      accounts.reference,
      bodies.map(({ reference }) => reference),
    ),
})
