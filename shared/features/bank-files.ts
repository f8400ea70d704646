// The files that a company exchanges with its bank about boletos: remessas, which it sends, and retornos, which it receives.
import { z } from 'zod'
import { P } from '../access.ts'
import { call } from '../call.ts'
import { messages as common } from '../messages.ts'
import { NOT_POSITIVE } from '../money.ts'
import { Day, Done, Id, Instant, Money, text, Version, Words, WrittenDay } from '../wire.ts'

export const messages = {
  registered: 'Registro pedido! O arquivo para o banco está em Remessas.',
  sent: (files: number) => (files === 1 ? 'Remessa gerada!' : `${files} remessas geradas!`),
  nothing: 'Não há boleto nem instrução para uma remessa.',
  slips: 'Selecione pelo menos um boleto!',
  notIssued: 'Só um boleto emitido pode ser registrado.',
  already: 'Este boleto já está em uma remessa.',
  sameNumber: 'Outro boleto desta empresa já tem este nosso número no banco.',
  notRegistered: 'O boleto ainda não está registrado no banco.',
  ordered: 'Instrução guardada: vai na próxima remessa.',
  orderWaits: 'Já há uma instrução igual à espera da próxima remessa.',
  orderDropped: 'Instrução desfeita!',
  orderSent: 'Esta instrução já foi ao banco: não pode mais ser desfeita.',
  orderNeeded: 'Este boleto não vale mais: a baixa precisa ir ao banco.',
  dueInPast: 'Vencimento não pode ser anterior a hoje.',
  sameDue: 'O boleto já tem este vencimento.',
  tooMuch: 'O abatimento deve ser menor que o que falta receber.',
  noAbatement: 'O boleto não tem abatimento para cancelar.',
  terms: 'Condições salvas!',
  noBank: 'Esta empresa não emite boletos.',
  read: 'Retorno lido!',
  readBefore: 'Este retorno já tinha sido lido: nada mudou.',
  size: 'O arquivo passa de 3 MB.',
  kind: 'Não é um arquivo de retorno CNAB 240.',
}

/** Kinds of interest, of a fine or discount, and of a protest. */
export const INTEREST = ['none', 'daily', 'monthly'] as const
export const AMOUNTS = ['none', 'fixed', 'share'] as const
export const PROTESTS = ['none', 'calendar', 'working'] as const

const Value = Money.positive(NOT_POSITIVE).nullable()
const days = (most: number) => {
  const wrong = `Informe de 1 a ${most} dias.`
  return z.int(wrong).min(1, wrong).max(most, wrong).nullable()
}
/** The terms of a company's boletos. Values are in reais or percent, by their kind, and null without one. */
const terms = {
  juros: z.enum(INTEREST),
  jurosValor: Value,
  multa: z.enum(AMOUNTS),
  multaValor: Value,
  desconto: z.enum(AMOUNTS),
  descontoValor: Value,
  /** Days before the due date until which the discount holds. */
  descontoDias: days(365),
  baixaDias: days(999),
  protesto: z.enum(PROTESTS),
  protestoDias: days(99),
}
type Terms = z.output<z.ZodObject<typeof terms>>
/** The fields that a kind other than 'none' needs. */
const NEEDED = [
  ['juros', 'jurosValor'],
  ['multa', 'multaValor'],
  ['desconto', 'descontoValor'],
  ['desconto', 'descontoDias'],
  ['protesto', 'protestoDias'],
] as const satisfies [keyof Terms, keyof Terms][]
export const TermsBody = z.strictObject({ versao: Version, ...terms }).superRefine((body, context) => {
  for (const [kind, value] of NEEDED) {
    const isRate = value.endsWith('Valor') && (body[kind] === 'monthly' || body[kind] === 'share')
    if (body[kind] !== 'none' && body[value] === null) context.addIssue({ code: 'custom', path: [value], message: common.required })
    else if (isRate && (body[value] ?? 0) > 100) context.addIssue({ code: 'custom', path: [value], message: 'Percentual deve ser de até 100%.' })
  }
})

export const CompanyTerms = z.object({
  id: Id,
  empresa: Words,
  /** Null if the company issues no boletos. */
  banco: Words.nullable(),
  ...terms,
  /** The terms in words, '' without any. */
  resumo: z.string(),
  versao: Version,
})
export type CompanyTerms = z.output<typeof CompanyTerms>

/** State of a boleto's registration at its bank: in a remessa, confirmed, refused, paid there, or written off. */
export const REGISTRATION_STATES = ['sent', 'registered', 'refused', 'paid', 'writtenOff'] as const
/** Orders of a company to its bank about a boleto. `entry` registers it. */
export const MOVEMENTS = ['entry', 'writeOff', 'abatement', 'cancelAbatement', 'dueDate'] as const
/** The meaning of a message of the bank. */
export const MEANINGS = ['registered', 'refused', 'paid', 'writtenOff', 'dueDateChanged', 'fee', 'other'] as const

/** Largest file of a bank in bytes: 12,900 lines. */
export const LARGEST_RETURN = 3 * 1024 * 1024

export const Remittance = z.object({
  id: Id,
  empresa: Words,
  banco: Words,
  /** Number of the file, without gaps for a company and its bank. */
  numero: z.int(),
  /** Name of the file. */
  arquivo: z.string(),
  quando: Instant,
  por: Words,
  /** Number of boletos that it registers, with their sum in reais, and of other instructions. */
  entradas: z.int(),
  valor: z.number(),
  instrucoes: z.int(),
  /** How many of the entries the bank has accepted (whatever became of them since) and refused. */
  aceitos: z.int(),
  recusados: z.int(),
})
export type Remittance = z.output<typeof Remittance>

export const Return = z.object({
  id: Id,
  empresa: Words,
  banco: Words,
  numero: z.int(),
  arquivo: z.string(),
  /** Day on which the bank wrote the file. */
  gravado: Day.nullable(),
  quando: Instant,
  por: Words,
  /** Numbers of messages: all, those that wait to be applied, those that an earlier file had told, and those about unknown boletos. */
  mensagens: z.int(),
  pendentes: z.int(),
  conhecidas: z.int(),
  desconhecidas: z.int(),
})
export type Return = z.output<typeof Return>

export const ReturnLine = z.object({
  linha: z.int(),
  conta: Id,
  tomador: Words,
  nossoNumero: z.string(),
  sentido: z.enum(MEANINGS),
  ocorrencia: z.string(),
  motivos: z.array(z.string()),
  /** Paid or charged amount in reais, and the day of the credit. Null if the message has none. */
  valor: z.number().nullable(),
  credito: Day.nullable(),
})

const menu = '/nfse'
const largest = 1024 * 1024
const base64 = (bytes: number) => (bytes / 3) * 4

export const bankFiles = [
  call('GET /nfse/remittances', { title: 'Ver as remessas aos bancos', added: true, menu, reply: z.array(Remittance) }),
  call('GET /nfse/remittances/{id}', {
    title: 'Baixar uma remessa',
    added: true,
    menu,
    reply: z.object({ arquivo: z.string(), conteudo: z.string() }),
  }),
  call('POST /nfse/remittances', {
    title: 'Registrar boletos no banco',
    added: true,
    menu,
    largest,
    weight: ({ contas }) => Math.max(1, Math.ceil(contas.length / 10)),
    // Without accounts, the files hold only the instructions that wait.
    body: z.strictObject({ contas: z.array(Id).max(1000) }),
    reply: z.array(z.object({ id: Id, numero: z.int() })),
  }),
  call('POST /nfse/{id}/orders', {
    title: 'Dar ao banco uma instrução sobre um boleto',
    added: true,
    menu,
    body: z
      .strictObject({
        movimento: z.enum(MOVEMENTS).exclude(['entry']),
        /** The new due date. */
        vencimento: WrittenDay.nullish(),
        /** The abatement in reais. */
        abatimento: Money.positive(NOT_POSITIVE).nullish(),
      })
      .refine(({ movimento, vencimento }) => movimento !== 'dueDate' || Boolean(vencimento), { path: ['vencimento'], error: common.required })
      .refine(({ movimento, abatimento }) => movimento !== 'abatement' || Boolean(abatimento), { path: ['abatimento'], error: common.required }),
    reply: Done,
  }),
  call('DELETE /nfse/orders/{id}', { title: 'Desfazer uma instrução que o banco ainda não tem', added: true, menu, reply: Done }),
  call('POST /nfse/returns', {
    title: 'Ler um retorno do banco',
    added: true,
    menu,
    largest: base64(LARGEST_RETURN) + 4096,
    upload: true,
    slow: true,
    body: z.strictObject({
      nome: text({ name: 'Nome do arquivo', max: 100, empty: common.required }),
      /** The content of the file in base64. */
      conteudo: z
        .string(common.required)
        .min(1, messages.kind)
        .max(base64(LARGEST_RETURN), messages.size)
        .refine((typed) => typed.length % 4 === 0 && /^[a-zA-Z\d+/]*={0,2}$/.test(typed), messages.kind),
      /** True to leave out messages about boletos that the company does not know. Otherwise such a file is refused as a whole. */
      semDesconhecidos: z.boolean(),
    }),
    reply: z.object({ id: Id, jaLido: z.boolean() }),
  }),
  call('GET /nfse/terms', { title: 'Ver as condições dos boletos das empresas', added: true, menu, rule: () => P, reply: z.array(CompanyTerms) }),
  call('PUT /nfse/terms/{id}', {
    title: 'Mudar as condições dos boletos de uma empresa',
    added: true,
    menu,
    rule: () => P,
    body: TermsBody,
    reply: Done,
  }),
  call('GET /nfse/returns', { title: 'Ver os retornos lidos', added: true, menu, reply: z.array(Return) }),
  call('GET /nfse/returns/{id}', {
    title: 'Ver o que um retorno disse',
    added: true,
    menu,
    reply: Return.extend({ linhas: z.array(ReturnLine) }),
  }),
]
