// Controle Financeiro: the batches, and the movements of each batch.
import { z } from 'zod'
import { all, any, is, must, P, type Ref } from '../access.ts'
import { call, read } from '../call.ts'
import { History, HistoryQuery } from '../history.ts'
import { messages as common } from '../messages.ts'
import { NOT_POSITIVE } from '../money.ts'
import {
  Amount,
  Chosen,
  Created,
  Day,
  Decimal,
  Done,
  Id,
  IdText,
  IdTexts,
  Money,
  NewId,
  note,
  displayOnly,
  Status,
  text,
  Toggled,
  Version,
  Words,
  WrittenDay,
} from '../wire.ts'

export const messages = {
  /** Shown in the form of a closing if the balances of its day could not be loaded. */
  noBalances: 'Não foi possível carregar os saldos do dia.',
  operador: 'Escolha entre créditar ou debitar o lote.',
  operacao: 'Escolha entre cartão e dinheiro.',
  responsavel: 'Escolha um responsável!',
  /** Message for a second batch, because a person may have only one active batch. */
  oneBatch: 'Este colaborador já tem um lote ativo.',
  /** Messages for a newly chosen record that is inactive. */
  inactive: {
    colaborador: 'O colaborador escolhido está inativo. Escolha outro.',
    cliente: 'O cliente escolhido está inativo. Escolha outro.',
    tipo: 'O tipo escolhido está inativo. Escolha outro.',
  },
  noBatch: 'Você não tem um lote ativo.',
  batchAsked: 'Enquanto ele estiver inativo, não recebe lançamentos e o colaborador não o vê.',
  batchInactive: 'Este lote está inativo. Reative-o antes de lançar.',
  /** `day` is the day of the last active closing, written DD/MM/AAAA. */
  closed: (day: string) => `O lote tem um fechamento em ${day}: o que é de antes desse dia não muda mais.`,
  /** `day`: DD/MM/AAAA; `balance`: the balance on that day, formatted in reais. */
  closingDiffers: (day: string, balance: string) => `O saldo em ${day} é ${balance}. Confirme se o fechamento tem mesmo outro valor.`,
  tooFar: 'A data não pode passar de um ano a partir de hoje.',
  far: (day: string) => `${messages.isFar(day)} Confirme se é ela mesma.`,
  /** The first sentence of `far`. An import shows it alone, because nobody can confirm there. */
  isFar: (day: string) => `A data é ${day}, daqui a mais de ${SOON} dias.`,
  batchCreated: 'Novo lote criado!',
  created: 'Movimentação criada com sucesso!',
  changed: 'Movimentação alterada com sucesso!',
  attached: 'Comprovante anexado com sucesso!',
  notAttached: (why: string) => `A movimentação foi criada, mas o comprovante não foi anexado: ${why} Anexe-o pelo menu do lançamento.`,
  receiptGone: 'o arquivo se perdeu quando a página foi deixada.',
  receiptKind: 'O comprovante é uma foto ou um PDF.',
  receiptName: 'O nome do comprovante termina em .pdf ou .jpg, como o arquivo.',
  receiptSize: 'O comprovante pode ter até 3 MB.',
  /** Message for a picture that reveals where, when or with which device it was taken. */
  receiptTells: 'A foto guarda dados de quem a tirou. Anexe-a pela tela, que os retira.',
  noReport: 'Só um fechamento ativo tem relatório!',
  reportTooLong: 'O lote tem lançamentos demais para um só relatório.',
}

/** A movement may be dated up to SOON days ahead without a confirmation, and up to FARTHEST days ahead with one. */
export const SOON = 30
export const FARTHEST = 365

/** Maximum size of the file of a receipt, in bytes. */
export const LARGEST_RECEIPT = 3 * 1024 * 1024
/** The field for the file name of a receipt. */
export const RECEIPT = { name: 'Nome do arquivo', max: 100, empty: common.required }

/** Names shown on screen. */
export const operators = { C: 'Crédito', D: 'Débito', F: 'Fechamento' } as const
export const operations = { C: 'Cartão', D: 'Dinheiro' } as const
export const responsibles = { C: 'Cliente', E: 'Empresa' } as const

/** C: credit, D: debit, F: closing. */
const Operador = z.enum(['C', 'D', 'F'], messages.operador)
/** C: card, D: cash, '': none, for a closing. */
const Operacao = z.enum(['C', 'D', ''], messages.operacao)
/** C: client, E: company, null: none, for a closing. */
const Responsavel = z.enum(['C', 'E'], messages.responsavel)

export const Batch = z.object({
  id: Id,
  colaborador: Words,
  status: Status,
  /** Additions to the contract: the balances in reais, and the amount and day of the last active closing, null without one. */
  saldoCartao: Amount.nullish(),
  saldoDinheiro: Amount.nullish(),
  ultFecha: Amount.nullish(),
  dtUltFecha: displayOnly(Day).nullish(),
})
export type Batch = z.output<typeof Batch>

/** A line of the exported spreadsheet: a batch with one of its movements, or a batch without any. */
export const BatchExport = z.object({
  ID_LOTE: Id,
  COLABORADOR: Words,
  STATUS_LOTE: Status,
  OPERADOR: Operador.nullable(),
  OPERACAO: Operacao.nullable(),
  VALOR: Amount.nullable(),
  OBSERVACAO: Words.nullable(),
  RESPONSAVEL: Responsavel.nullable(),
  TIPO: Words.nullable(),
  STATUS_LANCAMENTO: Status.nullable(),
  DATA_LANCAMENTO: displayOnly(Day).nullable(),
})
export type BatchExport = z.output<typeof BatchExport>

export const Movement = z.object({
  id: Id,
  operador: Operador,
  operacao: Operacao,
  /** Id of the batch. */
  idControleFinanceiro: Id,
  valor: Decimal,
  responsavel: Responsavel.nullable(),
  obs: z.string().nullable(),
  data: Day,
  idCliente: Id.nullable(),
  idTipo: Id.nullable(),
  idStatus: Status,
  /** Addition to the contract: how many times the record has been changed. */
  versao: Version,
})
export type Movement = z.output<typeof Movement>

/** A movement as a card on the screen. `valor` is formatted like '1.234,56'. */
export const MovementCard = Movement.omit({ versao: true }).extend({
  valor: Words,
  obs: Words.nullable(),
  data: displayOnly(Day),
  tipo: Words.nullable(),
  /** Addition to the contract: name of the client. */
  cliente: Words.nullish(),
  /** Addition to the contract: file name and size in bytes of the receipt. */
  comprovante: Words.nullish(),
  comprovanteBytes: z.int().nullish(),
  /**
   * Addition to the contract: the amounts in reais that are left on the card and in cash after this movement, counting the active movements in order
   * of date. Null for an inactive movement. A closing keeps the balances that it was stored with.
   */
  saldoCartao: Amount.nullish(),
  saldoDinheiro: Amount.nullish(),
})
export type MovementCard = z.output<typeof MovementCard>

export const BatchHeader = z.object({
  nome: Words,
  saldoCartao: Amount,
  saldoDinheiro: Amount,
  ultFecha: Amount.nullable(),
  dtUltFecha: displayOnly(Day).nullable(),
  /** Addition to the contract: status of the batch. */
  status: Status.nullish(),
})
export type BatchHeader = z.output<typeof BatchHeader>

/** One or two statuses in a query. Two are written by repeating the key. */
const StatusTexts = z.union([Status.transform((one) => [one]), z.array(Status).max(2)])

export const OBS = { name: 'Observação', max: 4000 }

/** The status of a new movement. The original form sends 1, which means active. */
const NewStatus = z.preprocess((status: z.input<typeof Status> | 1) => (status === 1 ? 'A' : status), Status)

const fields = {
  operador: Operador,
  operacao: Operacao,
  idControleFinanceiro: Id,
  valor: Money,
  responsavel: Responsavel.nullish(),
  obs: note(OBS.name, OBS.max).nullish(),
  data: WrittenDay,
  idCliente: Id.nullish(),
  idTipo: Id.nullish(),
  idStatus: Status,
}
/**
 * Checks the fields that depend on `operador`. A closing has no responsible party, no card or cash, and no type. Every other movement has all of
 * these and an amount, and must name the client if the client is responsible.
 */
const checkedByOperator = <B extends z.ZodType<z.output<z.ZodObject<typeof fields>>>>(body: B) =>
  body
    .refine(({ operador, valor }) => operador === 'F' || valor !== 0, { path: ['valor'], error: common.zero })
    .refine(({ operador, valor }) => operador === 'F' || valor >= 0, { path: ['valor'], error: NOT_POSITIVE })
    .refine(({ operador, valor }) => operador !== 'F' || valor >= 0, { path: ['valor'], error: common.negative })
    .refine(({ operador, operacao }) => operador === 'F' || operacao !== '', { path: ['operacao'], error: messages.operacao })
    .refine(({ operador, responsavel }) => operador === 'F' || responsavel != null, { path: ['responsavel'], error: messages.responsavel })
    .refine(({ operador, idTipo }) => operador === 'F' || idTipo != null, { path: ['idTipo'], error: common.required })
    .refine(({ operador, responsavel, idCliente }) => operador === 'F' || responsavel !== 'C' || idCliente != null, {
      path: ['idCliente'],
      error: common.required,
    })

const menu = '/controle-financeiro'
const ownBatch = call('GET /financial-control-user', { title: 'Ver qual é o próprio lote', menu, reply: z.object({ ID: Id.nullable() }) })
// A copy of the call without a rule, which the rules below read. In the list of calls, this call has a rule about its own reply.
const movement = call('GET /financial-control-batch/{id}', { title: 'Abrir uma movimentação', menu, reply: Movement })

// Written as a function, because a constant would be evaluated here and pull the schemas into the bundle of the browser.
const own = () => read(ownBatch).ID
/** The rule that a movement is in the caller's own batch. Finance may access any batch. */
const inOwnBatch = (id: Ref<number>) => {
  const stored = read(movement, id)
  return any(P, all(is(stored.id, id), is(stored.idControleFinanceiro, own())))
}
/** Whether a file in base64 is a PDF or a JPEG, recognised by its first bytes. */
const isPdf = (base64: string) => base64.startsWith('JVBERi0')
const isJpeg = (base64: string) => base64.startsWith('/9j/')
/** Whether a file name has the extension that fits the content, and no characters that some operating system forbids. */
const isNamed = (name: string, base64: string) => (isPdf(base64) ? /^[^\\/:*?"<>|]+\.pdf$/i : /^[^\\/:*?"<>|]+\.jpe?g$/i).test(name)
/** The rule that a movement, sent or stored, is a debit in the caller's own batch. */
const ownDebit = (one: Ref<Pick<Movement, 'operador' | 'idControleFinanceiro'>>) => all(is(one.operador, 'D'), is(one.idControleFinanceiro, own()))

export const ledger = [
  call('GET /financial-control', {
    title: 'Ver os lotes',
    menu,
    slow: true,
    perMinute: 10,
    counted: 'typeReq=export',
    query: z.strictObject({
      typeReq: z.enum(['grid', 'export']),
      colaboradores: IdTexts.optional(),
      status: StatusTexts.optional(),
      saldoCartao: z.enum(['0', '1']).optional(),
      saldoDinheiro: z.enum(['0', '1']).optional(),
    }),
    rule: () => P,
    reply: z.union([z.array(Batch), z.array(BatchExport)]),
  }),
  call('POST /financial-control', {
    title: 'Criar lote',
    menu,
    body: z.strictObject({ id: NewId, idColaborador: Chosen, idStatus: Status }),
    rule: () => P,
    reply: Created,
  }),
  call('PATCH /financial-control/{id}', { title: 'Ativar ou inativar lote', menu, rule: () => P, reply: Toggled }),
  call('GET /financial-control-data', {
    title: 'Ver os colaboradores que um lote pode ter',
    menu,
    query: z.strictObject({ typeReq: z.enum(['form', 'filter']) }),
    rule: () => P,
    reply: z.object({ colaboradores: z.array(z.object({ id: Id, nome: Words })) }),
  }),
  ownBatch,
  call('GET /financial-control-batch-data', {
    title: 'Ver os tipos e clientes de uma movimentação',
    menu,
    reply: z.object({
      tipos: z.array(z.object({ id: Id, descricao: Words })),
      clientes: z.array(z.object({ id: Id, nomeFantasia: Words })),
    }),
  }),
  call('GET /financial-control-batch', {
    title: 'Ver as movimentações de um lote',
    menu,
    query: z.strictObject({
      idLote: IdText,
      operador: Operador.optional(),
      operacao: z.enum(['C', 'D']).optional(),
      responsavel: Responsavel.optional(),
      dataInicial: Day.optional(),
      dataFinal: Day.optional(),
      status: Status.optional(),
    }),
    rule: ({ query }) => any(P, is(query.idLote, own())),
    reply: z.object({ data: z.array(MovementCard), dataLote: BatchHeader }),
  }),
  call('GET /financial-control-batch/{id}', {
    title: movement.title,
    menu,
    rule: ({ path }) => inOwnBatch(path.id),
    reply: Movement,
  }),
  call('GET /financial-control-batch/{id}/history', {
    title: 'Ver o histórico de uma movimentação',
    added: true,
    menu,
    query: HistoryQuery,
    rule: ({ path }) => inOwnBatch(path.id),
    reply: History,
  }),
  call('POST /financial-control-batch', {
    title: 'Criar movimentação',
    menu,
    body: checkedByOperator(z.strictObject({ id: NewId, ...fields, idStatus: NewStatus })),
    rule: ({ body }) => any(P, ownDebit(body)),
    reply: Created,
  }),
  call('PUT /financial-control-batch', {
    title: 'Alterar movimentação',
    menu,
    body: checkedByOperator(z.strictObject({ id: Id, versao: Version, ...fields })),
    rule: ({ body }) => {
      const stored = read(movement, body.id)
      return all(any(P, all(ownDebit(body), ownDebit(stored))), is(stored.id, body.id), must(is(stored.idStatus, 'A'), common.inactive, 409))
    },
    judged: ({ body }) => read(movement, body.id).versao,
    reply: Done,
  }),
  call('GET /financial-control-batch/{id}/receipt', {
    title: 'Baixar o comprovante de uma movimentação',
    added: true,
    menu,
    rule: ({ path }) => inOwnBatch(path.id),
    reply: z.instanceof(Uint8Array),
    file: ({ path }) => `Comprovante - movimentação ${path.id}`,
    slow: true,
  }),
  call('GET /financial-control-batch/{id}/report', {
    title: 'Baixar o relatório de um fechamento',
    added: true,
    menu,
    rule: ({ path }) => {
      const stored = read(movement, path.id)
      const isActiveClosing = all(is(stored.operador, 'F'), is(stored.idStatus, 'A'))
      return all(any(P, is(stored.idControleFinanceiro, own())), is(stored.id, path.id), must(isActiveClosing, messages.noReport, 409))
    },
    reply: z.instanceof(Uint8Array),
    file: ({ path }) => `Relatório de despesas - fechamento ${path.id}`,
    slow: true,
  }),
  call('PUT /financial-control-batch/{id}/receipt', {
    title: 'Anexar o comprovante de uma movimentação',
    added: true,
    menu,
    // Base64 needs four characters for three bytes, so the body may be a third longer than the file.
    largest: (LARGEST_RECEIPT / 3) * 4 + 4096,
    upload: true,
    slow: true,
    body: z
      .strictObject({
        nome: text(RECEIPT),
        /** The content of the file in base64. */
        conteudo: z
          .string(common.required)
          .max((LARGEST_RECEIPT / 3) * 4, messages.receiptSize)
          .refine((base64) => isPdf(base64) || isJpeg(base64), messages.receiptKind)
          .refine((base64) => base64.length % 4 === 0 && /^[a-zA-Z\d+/]*={0,2}$/.test(base64), messages.receiptKind),
      })
      .refine(({ nome, conteudo }) => isNamed(nome, conteudo), { path: ['nome'], error: messages.receiptName }),
    rule: ({ path }) => {
      const stored = read(movement, path.id)
      return all(any(P, ownDebit(stored)), is(stored.id, path.id), must(is(stored.idStatus, 'A'), common.inactive, 409))
    },
    reply: Done,
  }),
  call('PATCH /financial-control-batch/{id}', {
    title: 'Ativar ou inativar movimentação',
    menu,
    rule: ({ path }) => {
      const stored = read(movement, path.id)
      return any(P, all(is(stored.id, path.id), ownDebit(stored)))
    },
    reply: Toggled,
  }),
]
