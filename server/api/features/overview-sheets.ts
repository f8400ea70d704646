// The spreadsheets of companies, receivables, payables, balances and the income statement. No screen edits these records.
import { isNotNull } from 'drizzle-orm'
import { z } from 'zod'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE, centsOf } from '../../../shared/money.ts'
import { Flag, Id, line as words, Money, Status, text, WrittenDay } from '../../../shared/wire.ts'
import { accounts, bankAccounts, cashBoxes, companies, costCentres, dreAccounts, payables, postings } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { dayOf, dayOrNone, finder, flagOf, reaisIn, sheetAlone, statusOf } from '../sheet.ts'
import { namesOfClients } from './clients.ts'

const named = (name: string, max = 100) => text({ name, max, empty: `${name} precisa ser preenchido.` })
const positive = Money.positive(NOT_POSITIVE)
const namesOf = async (db: Db, what: string, table: typeof companies | typeof costCentres) =>
  finder(
    what,
    (await db.select({ id: table.id, name: table.name }).from(table)).map(({ id, name }) => [name, id]),
  )
export const names = { company: (db: Db) => namesOf(db, 'Empresa', companies), centre: (db: Db) => namesOf(db, 'Centro de custo', costCentres) }

const register = (what: string, table: typeof companies | typeof costCentres) =>
  sheetAlone({
    table,
    key: ['name'],
    heads: { nome: 'diz qual é', status: 'A ou I (padrão A) ?' },
    optional: { status: 'status' },
    body: (values) => ({ name: () => values['nome'], status: () => statusOf(values['status']) }),
    schema: z.strictObject({ name: named(what), status: Status }),
    row: (one) => one,
  })
export const companySheet = register('Empresa', companies)
export const centreSheet = register('Centro de custo', costCentres)

export const receivableSheet = sheetAlone({
  table: accounts,
  key: ['company_id', 'paper'],
  heads: {
    empresa: 'nome',
    documento: 'com a empresa, diz qual é',
    cliente: 'nome',
    centro_custo: 'nome',
    vencimento: 'dia, 25/11/2026 ou 2026-11-25',
    valor: '1.234,56',
    recebido: 'o que já entrou (padrão 0) ?',
    recebimento: 'dia em que entrou; preciso onde algo entrou ?',
  },
  optional: { recebido: 'imported_cents', recebimento: 'imported_on' },
  names: async (db) => ({ company: await names.company(db), centre: await names.centre(db), client: await namesOfClients(db) }),
  body: (values, { company, centre, client }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    centreId: () => centre?.(values['centro_custo'] ?? ''),
    clientId: () => client?.(values['cliente'] ?? ''),
    paper: () => values['documento'],
    dueOn: () => dayOf('vencimento', values),
    amount: () => reaisIn(values['valor']),
    received: () => (values['recebido'] ? reaisIn(values['recebido']) : 0),
    importedOn: () => dayOrNone('recebimento', values),
  }),
  schema: z
    .strictObject({
      companyId: Id,
      centreId: Id,
      clientId: Id,
      paper: named('Documento', 60),
      dueOn: WrittenDay,
      amount: positive,
      received: Money.min(0, common.negative),
      importedOn: WrittenDay.nullable(),
    })
    .refine(({ amount, received }) => received <= amount, 'recebido: mais que o valor.')
    .refine(({ received, importedOn }) => (received === 0) === (importedOn === null), 'recebimento: o dia vem com o que entrou.'),
  row: ({ amount, received, ...one }) => ({ ...one, month: `${one.dueOn.slice(0, 7)}-01`, cents: centsOf(amount), importedCents: centsOf(received) }),
  among: () => isNotNull(accounts.paper),
})

export const payableSheet = sheetAlone({
  table: payables,
  key: ['company_id', 'supplier', 'document'],
  heads: {
    empresa: 'nome',
    fornecedor: 'com a empresa e o documento, diz qual é',
    documento: 'número da nota ou do boleto',
    vencimento: 'dia, 25/11/2026 ou 2026-11-25',
    valor: '1.234,56',
    pagamento: 'dia em que foi pago ?',
  },
  optional: { pagamento: 'paid_on' },
  names: async (db) => ({ company: await names.company(db) }),
  body: (values, { company }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    supplier: () => values['fornecedor'],
    document: () => values['documento'],
    dueOn: () => dayOf('vencimento', values),
    amount: () => reaisIn(values['valor']),
    paidOn: () => dayOrNone('pagamento', values),
  }),
  schema: z.strictObject({
    companyId: Id,
    supplier: named('Fornecedor'),
    document: named('Documento', 60),
    dueOn: WrittenDay,
    amount: positive,
    paidOn: WrittenDay.nullable(),
  }),
  row: ({ amount, ...one }) => ({ ...one, cents: centsOf(amount) }),
})

export const bankSheet = sheetAlone({
  table: bankAccounts,
  key: ['company_id', 'description'],
  heads: {
    empresa: 'nome',
    conta: 'banco, agência e número; com a empresa, diz qual é',
    saldo_cc: 'o da conta corrente, 1.234,56; abaixo de zero com sinal',
    saldo_aplicacao: 'o aplicado (padrão 0) ?',
  },
  optional: { saldo_aplicacao: 'invested_cents' },
  names: async (db) => ({ company: await names.company(db) }),
  body: (values, { company }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    description: () => values['conta'],
    current: () => reaisIn(values['saldo_cc']),
    invested: () => (values['saldo_aplicacao'] ? reaisIn(values['saldo_aplicacao']) : 0),
  }),
  schema: z.strictObject({ companyId: Id, description: named('Conta'), current: Money, invested: Money }),
  row: ({ current, invested, ...one }) => ({ ...one, currentCents: centsOf(current), investedCents: centsOf(invested) }),
})

export const cashSheet = sheetAlone({
  table: cashBoxes,
  key: ['company_id', 'description'],
  heads: { empresa: 'nome', caixa: 'com a empresa, diz qual é', saldo: '1.234,56' },
  names: async (db) => ({ company: await names.company(db) }),
  body: (values, { company }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    description: () => values['caixa'],
    amount: () => reaisIn(values['saldo']),
  }),
  schema: z.strictObject({ companyId: Id, description: named('Caixa'), amount: Money }),
  row: ({ amount, ...one }) => ({ ...one, cents: centsOf(amount) }),
})

export const dreAccountSheet = sheetAlone({
  table: dreAccounts,
  key: ['dre', 'name', 'analytic'],
  heads: {
    dre: 'nome da demonstração, como DRE Gerencial',
    conta: 'linha da demonstração; com as outras duas, diz qual é',
    ordem: 'número: as linhas vêm por ele',
    custo_analitico: 'de que a conta é feita; vazio onde não se divide',
    subtotal: 'S: a soma do que está acima, como Receita líquida (padrão N) ?',
    centro_custo: 'nome de um centro, cujas parcelas a receber a conta soma ?',
  },
  optional: { subtotal: 'subtotal', centro_custo: 'centre_id' },
  names: async (db) => ({ centre: await names.centre(db) }),
  body: (values, { centre }) => ({
    dre: () => values['dre'],
    position: () => values['ordem'],
    name: () => values['conta'],
    analytic: () => values['custo_analitico'] ?? '',
    subtotal: () => flagOf('subtotal', values),
    centreId: () => (values['centro_custo'] ? centre?.(values['centro_custo']) : null),
  }),
  schema: z
    .strictObject({
      dre: named('DRE', 50),
      position: text({ name: 'Ordem', max: 7, empty: 'Ordem precisa ser preenchida.' })
        .transform(Number)
        .pipe(z.int('ordem: informe um número inteiro.').min(0, 'ordem: informe um número inteiro.').max(1_000_000)),
      name: named('Conta'),
      analytic: words('Custo analítico', 100),
      subtotal: Flag,
      centreId: Id.nullable(),
    })
    .refine(({ subtotal, analytic }) => subtotal === 'N' || analytic === '', 'Um subtotal não se divide.')
    .refine(({ subtotal, centreId }) => subtotal === 'N' || centreId === null, 'Um subtotal não tem centro de custo.'),
  row: ({ subtotal, analytic, ...one }) => ({ ...one, analytic: analytic || null, subtotal: subtotal === 'S' }),
})

const namesOfAccounts = async (db: Db) => {
  const all = await db.select().from(dreAccounts)
  return finder(
    'Conta',
    all.filter(({ subtotal }) => !subtotal).map(({ id, dre, name, analytic }) => [wordsOf(dre, name, analytic), id]),
  )
}
const wordsOf = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(' · ')

export const postingSheet = sheetAlone({
  table: postings,
  key: ['company_id', 'account_id', 'on_day', 'description', 'document'],
  heads: {
    empresa: 'nome',
    dre: 'nome da demonstração',
    conta: 'linha dela',
    custo_analitico: 'de que a conta é feita; vazio onde não se divide',
    lancamento: 'o que foi',
    data: 'dia, 25/11/2026 ou 2026-11-25',
    documento: 'com o resto, sem o valor, diz qual é; sem ele é outro lançamento que o mesmo com documento ?',
    valor: '1.234,56; o que tira do resultado com sinal',
  },
  optional: { documento: 'document' },
  names: async (db) => ({ company: await names.company(db), account: await namesOfAccounts(db) }),
  body: (values, { company, account }) => ({
    companyId: () => company?.(values['empresa'] ?? ''),
    accountId: () => account?.(wordsOf(values['dre'], values['conta'], values['custo_analitico'])),
    onDay: () => dayOf('data', values),
    description: () => values['lancamento'],
    document: () => values['documento'] ?? '',
    amount: () => reaisIn(values['valor']),
  }),
  schema: z.strictObject({
    companyId: Id,
    accountId: Id,
    onDay: WrittenDay,
    description: named('Lançamento', 200),
    document: words('Documento', 100),
    amount: Money.refine((reais) => reais !== 0, common.zero),
  }),
  row: ({ amount, ...one }) => ({ ...one, cents: centsOf(amount) }),
})
