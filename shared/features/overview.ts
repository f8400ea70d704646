// Financeiro - Visão Geral: balances, cash flow and income statement of the company.
import { z } from 'zod'
import { call } from '../call.ts'
import { Amount, Day, Done, Id, Ids, Instant, displayOnly, text, Words } from '../wire.ts'
import { messages as common } from '../messages.ts'

export const messages = {
  updateFailed: 'Falha ao atualizar os dados!',
  noFilter: 'Informe os parâmetros de apuração.',
  filterSaved: 'Filtros salvos.',
  saveFilter: 'Deseja salvar os filtros para a próxima execução?',
  tooMuch: 'São dados demais para uma só resposta.',
  unknownDre: 'DRE não encontrada. Escolha uma da lista.',
  unknownCompany: 'Empresa não encontrada. Escolha uma da lista.',
}

const value = Amount
export const Balances = z.object({
  /** One entry per bank account or per cash box. */
  dataset: z.array(
    z.object({
      descricao: Words,
      saldoCC: value.nullish(),
      saldoAplicacao: value.nullish(),
      saldoTotal: value.nullish(),
      saldoCxa: value.nullish(),
    }),
  ),
  total: z.object({ saldoCC: value.nullish(), saldoAplicacao: value.nullish(), saldoTotal: value.nullish(), saldoCxa: value.nullish() }),
})
export type Balances = z.output<typeof Balances>

export const CashFlow = z.object({
  saldoBanco: value,
  saldoCaixa: value,
  saldoGeral: value,
  valorPagarGeral: value,
  valorReceberGeral: value,
  valorGeradoCC: value,
  valorRecebidoCC: value,
  percentualRecebidoCC: value,
  valorReceberCC: value,
  percentualReceberCC: value,
  vencidasVencendoHoje: z.object({ vencidas: value, vencendoHoje: value, aVencer: value }),
  /** Addition to the contract: the overdue amount of all months together. */
  vencidasGeral: value.nullish(),
  totalizerByCompay: z.array(z.object({ company: Words, valorGerado: value, valorRecebido: value, valorAReceber: value })),
  receveidByCenter: z.array(z.object({ tipoConta: Words, valorRecebido: value })),
})
export type CashFlow = z.output<typeof CashFlow>

/** Field of a row of a drill-down that names an account of NFS-e Express. Null for a document from elsewhere. */
export const ACCOUNT = 'idConta'

/** A table whose columns are chosen by the upstream. Fields that belong to no column are removed. */
export const DrillDown = z
  .object({
    // The rows are not validated in detail, because a record schema would collect an error for each of a million wrong fields.
    dataset: z.array(z.custom<object>((row) => typeof row === 'object' && row !== null)),
    columns: z.array(z.object({ title: Words, field: z.string().max(100) })).max(1000),
  })
  .transform(({ dataset, columns }) => ({
    dataset: dataset.map((row) => ({
      ...Object.fromEntries(columns.map(({ field }) => [field, Object.hasOwn(row, field) ? Reflect.get(row, field) : null])),
      // Addition to the contract: the id of the account, for GET /nfse/{id}. It belongs to no column.
      ...(Object.hasOwn(row, ACCOUNT) && { [ACCOUNT]: Reflect.get(row, ACCOUNT) }),
    })),
    columns,
  }))
  .pipe(
    z.object({
      dataset: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
      columns: z.array(z.object({ title: z.string().nullable(), field: z.string() })),
    }),
  )
export type DrillDown = z.output<typeof DrillDown>

export const DreRow = z.object({
  descricaoConta: Words,
  custoAnalitico: Words.nullable(),
  descricaoLancamento: Words.nullable(),
  dataLancamento: displayOnly(z.union([Day, Instant])),
  valor: value,
})
export type DreRow = z.output<typeof DreRow>

export const DreLine = z.object({ descricao: z.string(), subtotal: z.boolean() })
export type DreLine = z.output<typeof DreLine>

/** A month 'YYYYMM' in one of the years that a day may have. */
const Month = z.string().regex(/^(19|2[01])\d{2}(0[1-9]|1[0-2])$/, 'Mês inválido.')
const Company = text({ name: 'Empresa', max: 150, empty: common.required })
const Option = z.enum(['gerado', 'recebido', 'aReceber'])
/** The kind of documents to list. Addition to the contract: the parts of the amount due, and the open and overdue amounts of all months. */
const Part = z.enum([...Option.options, 'vencidas', 'vencendoHoje', 'aVencer', 'vencidasGeral', 'aReceberGeral'])
export type Part = z.output<typeof Part>
/** 1: received, 2: to be received. */
const idOptionCentroCusto = z.union([z.literal(1), z.literal(2)]).optional()

const Choice = z.object({ id: Id, descricao: Words })

const menu = '/dash-financeiro'
export const overview = [
  call('GET /dash/saldoBancosCaixas', {
    title: 'Ver os saldos de bancos e caixas',
    menu,
    query: z.strictObject({ typeofModal: z.enum(['bco', 'cxa']) }),
    reply: Balances,
  }),
  call('POST /dash/boletos', {
    title: 'Ver o fluxo de caixa',
    menu,
    body: z.strictObject({ period: Month, company: Company.nullish(), idOptionCentroCusto, drillDownOption: Option.nullish() }),
    reply: CashFlow,
    safe: true,
  }),
  call('POST /dash/boletos/drill-down', {
    title: 'Ver os detalhes do fluxo de caixa',
    menu,
    /**
     * Additions to the contract: without `company`, the reply covers the documents of all companies; with `centro`, only those of one cost centre.
     */
    body: z.strictObject({ period: Month, company: Company.nullish(), centro: Company.nullish(), idOptionCentroCusto, drillDownOption: Part }),
    reply: DrillDown,
    safe: true,
  }),
  call('GET /dash/dre', {
    title: 'Ver as opções do resultado do exercício',
    menu,
    reply: z.object({ dres: z.array(Choice), empresas: z.array(Choice) }),
  }),
  call('POST /dash/dre', {
    title: 'Ver o resultado do exercício',
    menu,
    body: z
      .strictObject({
        /** With `firstLoad`, the filter that the person saved replaces this id and `idEmpresas`, if there is one. */
        idDre: Id.nullable(),
        idEmpresas: Ids,
        firstLoad: z.boolean(),
        typeofView: z.enum(['Mensal', 'Anual']),
        /** 'YYYYMM' for a month, 'YYYY' for a year. */
        period: z.string().regex(/^(19|2[01])\d{2}(0[1-9]|1[0-2])?$/, 'Período inválido.'),
      })
      .refine(({ typeofView, period }) => period.length === (typeofView === 'Anual' ? 4 : 6), { path: ['period'], error: 'Período inválido.' }),
    reply: z.object({
      haveFilter: z.boolean(),
      dataset: z.array(DreRow),
      /** Addition to the contract: the lines of the statement in their order. A subtotal is the sum of all accounts above it. */
      contas: z.array(DreLine).optional(),
      filters: z.object({ idDre: Id.nullable(), idEmpresas: z.array(Id) }),
    }),
    safe: true,
  }),
  call('PUT /dash/dre', {
    title: 'Salvar os filtros do resultado do exercício',
    menu,
    body: z.strictObject({ idDre: Id, idEmpresas: Ids.min(1, messages.noFilter) }),
    reply: Done,
  }),
]
