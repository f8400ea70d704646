// NFS-e Express: service invoices, boletos, and the data load that supplies their accounts.
import { z } from 'zod'
import { oneOf } from '../access.ts'
import { ANYBODYS, call } from '../call.ts'
import { dayBr } from '../clock.ts'
import { messages as common } from '../messages.ts'
import { MOVEMENTS, REGISTRATION_STATES } from './bank-files.ts'
import { ClientChoice } from './clients.ts'
import { NOT_POSITIVE } from '../money.ts'
import { Amount, Day, displayOnly, Done, Id, IdText, Instant, line, Money, MonthYear, note, text, Version, Words, WrittenDay } from '../wire.ts'

export const messages = {
  contas: 'Selecione pelo menos uma conta!',
  filters: 'Informe os filtros antes de prosseguir.',
  nothingToRefresh: 'Não há mais NFS-e para atualizar status.',
  sent: 'Documentos processados!',
  sentUnheard: 'A resposta se perdeu, mas as contas foram enviadas.',
  removed: 'Documentos excluídos!',
  removedOne: 'Documento excluído!',
  refreshed: 'Notas emitidas atualizadas!',
  refreshFailed: 'Houve uma falha no processo',
  mailSent: 'Evento enviado.',
  loadRequested: 'Solicitação de carga enviada com sucesso!',
  loadListFailed: 'Falha ao carregar as datas!',
  loadRunning: 'A carga deste mês já está na fila ou em execução.',
  notSent: 'Nenhuma destas contas está na fila de emissão: em Processamento está o motivo.',
  tooMuch: 'Há contas demais para uma lista só: escolha outro filtro.',
  onlyOpen: 'Só contas em aberto podem ser excluídas.',
  paid: 'Pagamento registrado!',
  unpaid: 'Pagamento desfeito!',
  wrongClient: 'Cliente não encontrado entre os ativos. Escolha um da lista.',
  wrongWay: 'Forma não encontrada. Escolha uma da lista.',
  paidInFuture: 'Pagamento não pode ser de um dia futuro.',
  creditedEarlier: 'Crédito não pode ser antes do pagamento.',
  overpaid: 'O valor passa do que falta receber. O que veio a mais vai em Juros e multa.',
  paidAtBank: 'O boleto está no banco: este pagamento vem pelo retorno. Para outro, escolha outra forma.',
  alreadyUndone: 'Este pagamento já foi desfeito.',
  received: 'Uma conta de que já se recebeu não pode ser excluída.',
  receivedAccount: 'Desta conta já se recebeu: não pode mais ser alterada.',
  notIssued: 'O documento ainda não foi emitido.',
  noMail: 'O e-mail só vai de contas emitidas dos centros de custo que o recebem.',
  noReceipt: 'O recibo só vai de boletos emitidos de Locação de Softwares.',
  noAddress: 'Tomador sem e-mail cadastrado.',
  dueInPast: 'Novo vencimento não pode ser anterior a hoje.',
  dueTooFar: 'Novo vencimento não pode passar de um ano.',
  sentAccount: 'Esta conta já foi enviada: não pode mais ser alterada.',
  corrected: 'Dados da conta corrigidos!',
  ambiguousCity: (name: string) => `Há mais de um município com o nome ${name}: escreva o nome e a UF, como Bom Jesus - PI.`,
  noneTaken: 'Nenhuma conta foi aceita: o motivo está em cada uma, como Recusada.',
  mayBeSent: 'Pode ter sido enviado: o servidor de e-mail não confirmou. Só sai de novo por Reenviar e-mail.',
}

/** The text of IMPEDIMENTO_BOLETO for an overdue boleto, which is not issued. */
export const overdue = (dueOn: string) => `Boleto vencido em ${dayBr(dueOn)}: informe um novo vencimento.`
/** Maximum number of days from today to a new due date. */
export const LONGEST_TERM = 365

/** Addition to the contract: stands for all cost centres, wherever a list asks for one. */
export const ALL_CENTRES = 'Todos'
/** Cost centres whose customers (tomadores) receive the documents by mail. */
export const MAILED = ['Locação de Softwares', 'SySBackup', 'SySGrão', 'Integracao Bancaria', 'Integracao Bayer']
/** The cost centre whose customers (tomadores) receive a receipt. */
export const RECEIPTED = 'Locação de Softwares'

/** The ways of a payment that a person may enter. */
export const PAYMENT_WAYS = ['Dinheiro', 'PIX', 'Transferência', 'Cheque', 'Boleto', 'Outra'] as const

/** 1: NFS-e, 2: boletos, 3: both. */
const TipoEmissao = z.literal([1, 2, 3], messages.filters)

/** A field of the provider or of the customer (tomador). Optional, because the original documents do not name these fields (docs/contract.md). */
const party = z.string().nullish()
const money = Amount.nullable()
export const Account = z.object({
  ID_REF_PARCELA_CONTA: Id,
  ID_REF_CONTA: Id,
  emailState: displayOnly(z.object({ errorMails: Amount, pendentMails: Amount, sendedMails: Amount })).nullable(),
  /** 1: open, 2: sent, 3: issued. */
  ID_STATUS_NFSE: z.literal([1, 2, 3]).nullable(),
  /** 1: open, 2: issued. */
  ID_STATUS_BOLETO: z.literal([1, 2]).nullable(),
  TIPO_CONTA: party,
  CNPJ_PRESTADOR: party,
  RAZAO_SOCIAL_PRESTADOR: party,
  NOME_FANTASIA_PRESTADOR: party,
  INSCRICAO_MUNICIPAL_PRESTADOR: party,
  LOGRADOURO_PRESTADOR: party,
  NUMERO_PRESTADOR: party,
  COMPLEMENTO_PRESTADOR: party,
  BAIRRO_PRESTADOR: party,
  CIDADE_PRESTADOR: party,
  UF_PRESTADOR: party,
  CEP_PRESTADOR: party,
  TELEFONE_PRESTADOR: party,
  CNPJ_TOMADOR: party,
  RAZAO_SOCIAL_TOMADOR: party,
  NOME_FANTASIA_TOMADOR: party,
  INSCRICAO_MUNICIPAL_TOMADOR: party,
  LOGRADOURO_TOMADOR: party,
  NUMERO_TOMADOR: party,
  COMPLEMENTO_TOMADOR: party,
  BAIRRO_TOMADOR: party,
  CIDADE_TOMADOR: party,
  UF_TOMADOR: party,
  CEP_TOMADOR: party,
  TELEFONE_TOMADOR: party,
  DISCRIMINACAO: Words.nullable(),
  VALOR_CONTA: money,
  TAXA_ISSQN_FIXO: money,
  TAXA_ISSQN_CONTA: money,
  SERVICO_CONTA: Words.nullable(),
  VALOR_ISSQN_CONTA: money,
  VALOR_LIQUIDO: money,
  DATA_VENCTO: displayOnly(Day).nullable(),
  /** Addition to the contract: when the authority registered the cancellation of the NFS-e. Null if it is valid. */
  NFSE_CANCELADA: Instant.nullish(),
  /** Addition to the contract: what was received so far, of VALOR_LIQUIDO. */
  VALOR_RECEBIDO: Amount.nullish(),
  /**
   * Addition to the contract: why the document was refused when it was last sent, or why its second copy, substitution or cancellation was refused. Null
   * if none was refused or the reason no longer applies.
   */
  RECUSA_NFSE: z.string().nullish(),
  RECUSA_BOLETO: z.string().nullish(),
  /** Addition to the contract: why the document cannot be issued at the moment. Null if it can be issued. */
  IMPEDIMENTO_NFSE: z.string().nullish(),
  IMPEDIMENTO_BOLETO: z.string().nullish(),
  /** Addition to the contract: what became of the boleto at its bank. Null if no bank knows it. */
  REGISTRO_BOLETO: z.enum(REGISTRATION_STATES).nullish(),
  /** Addition to the contract: why the bank refused the boleto, and why the issued boleto cannot be registered. Null if nothing is in the way. */
  RECUSA_REGISTRO: z.string().nullish(),
  IMPEDIMENTO_REGISTRO: z.string().nullish(),
  /** Addition to the contract: the second copy that replaced the boleto. Amounts in reais; null if there is none. */
  SEGUNDA_VIA: z.object({ vencimento: Day, valor: z.number(), multa: z.number(), juros: z.number() }).nullish(),
  /** Addition to the contract: warnings to read before sending. An empty list if there are none. */
  AVISOS: z.array(z.string()).nullish(),
  /** Addition to the contract: number of the issued NFS-e. */
  NUMERO_NFSE: z.string().nullish(),
  /** Addition to the contract: number of e-mail addresses of the customer (tomador). */
  QUANTIDADE_EMAILS: z.int().nullish(),
})
export type Account = z.output<typeof Account>

/** Addition to the contract: time of an event. The original documents have no such field. */
const quando = Instant.nullish()
/** Addition to the contract: kind of an event. Null if only the text of the event describes it. */
const tipo = z.enum(['queued', 'sent', 'retried', 'issued', 'refused', 'changed']).nullish()
const Event = z.object({ descricaoEvento: Words.nullable(), retornoEvento: Words.nullable(), quando, tipo })
export const WholeAccount = Account.extend({
  EVENTOS: z.array(z.object({ data: Words.nullable(), hora: Words.nullable(), status: Words.nullable() })),
  eventosNotas: z.array(Event),
  eventosBoletos: z.array(Event),
  emailsList: z.array(Words),
  /** Addition to the contract: the version that PUT /nfse/{id} needs. */
  versao: Version,
  /** Addition to the contract: whether a second copy of the boleto waits to be issued; what is under way with the issued NFS-e, null if nothing is. */
  segundaViaNaFila: z.boolean().nullish(),
  notaEmAndamento: z.enum(['cancelamento', 'substituição']).nullish(),
  NBS: z.string().nullish(),
  /** Addition to the contract: the client of the register that the customer (tomador) is. Null if it is not known. */
  CLIENTE: z.object({ id: Id, nome: Words }).nullish(),
  /** Addition to the contract: the payments, newest first. `desfeito` says by whom and why a payment was undone. */
  pagamentos: z
    .array(
      z.object({
        id: Id,
        valor: Amount,
        acrescimos: Amount,
        pagoEm: Day,
        creditadoEm: Day,
        /** The part of `valor` that was granted as a discount or an abatement. */
        desconto: Amount,
        forma: Words,
        observacao: Words.nullable(),
        por: Words.nullable(),
        desfeito: Words.nullable(),
      }),
    )
    .nullish(),
  /** Addition to the contract: what the bank was asked to do with the boleto, newest first. `remessa` is null while it waits for a file. */
  instrucoes: z
    .array(
      z.object({
        id: Id,
        /** Of the boleto that the instruction is about: the present one, or one that it has replaced. */
        nossoNumero: Words.nullish(),
        movimento: z.enum(MOVEMENTS),
        vencimento: Day.nullable(),
        abatimento: z.number().nullable(),
        remessa: z.int().nullable(),
        por: Words,
        quando: Instant,
      }),
    )
    .nullish(),
  /** Addition to the contract: address and time of each mail. */
  emailsEvents: z.array(z.object({ status: Words.nullable(), log: Words.nullable(), destinatario: z.string().nullish(), quando })),
})
export type WholeAccount = z.output<typeof WholeAccount>

export const DataLoad = z.object({
  mesAno: MonthYear,
  /** 0: running, 1: waiting, 2: done. */
  LOADING: z.literal([0, 1, 2]),
  NO_DATA: z.literal([0, 1]),
  /** Addition to the contract: why lines were refused. */
  ERROS: z.array(z.string()).nullish(),
  /** Addition to the contract: number of stored accounts, number of refused lines, and when the load ended. */
  CARREGADAS: z.int().nullish(),
  RECUSADAS: z.int().nullish(),
  quando,
})
export type DataLoad = z.output<typeof DataLoad>

/** The maximum lengths are the same as in the spreadsheet of the accounts. */
const Email = z.email('E-mail inválido.').max(80, 'E-mail não pode ter mais que 80 caracteres.')
const Emails = z.array(Email).max(10, 'No máximo 10 e-mails.')
/** Addition to the contract: the fields of an account that may be corrected until the account is issued. */
export const Correction = z.strictObject({
  versao: Version,
  documento: line('CNPJ / CPF', 18),
  razaoSocial: text({ name: 'Razão Social', max: 300, empty: 'Razão Social precisa ser preenchida.' }),
  inscricaoMunicipal: line('Inscrição Municipal', 15),
  logradouro: line('Logradouro', 255),
  numero: line('Número', 60),
  complemento: line('Complemento', 156),
  bairro: line('Bairro', 60),
  /** Name and state of the municipality, or its IBGE code. An empty text if there is no municipality. */
  municipio: line('Município', 100),
  cep: line('CEP', 10),
  telefone: line('Telefone', 20),
  emails: Emails,
  nbs: line('NBS', 12),
  discriminacao: note('Discriminação', 2000),
  /** The client of the register, for all accounts of this customer. If null or absent, the client stays as it is. */
  idCliente: Id.nullish(),
})

/** Addition to the contract: a payment that came by another way than the bank's file. Amounts in reais. */
export const Payment = z.strictObject({
  /** The amount that settles the account. */
  valor: Money.positive(NOT_POSITIVE),
  /** Interest and fine that were paid beyond it. */
  acrescimos: Money.min(0, common.negative).nullish(),
  pagoEm: WrittenDay,
  /** The day on which the money is available; by default that of the payment. */
  creditadoEm: WrittenDay.nullish(),
  forma: z.enum(PAYMENT_WAYS, messages.wrongWay),
  observacao: note('Observação', 200).nullish(),
})

const accounts = z.array(Id).min(1, messages.contas).max(1000)
const menu = '/nfse'
/** Number of changes that a request counts as: one per ten accounts. */
const weightOf = (ids: number[]) => Math.ceil(ids.length / 10)
const largest = 1024 * 1024
export const nfse = [
  // Listed before {id}, because {id} would take the name for an id.
  call('GET /nfse/centrocustos', {
    title: 'Ver os centros de custo das notas',
    menu,
    query: z.strictObject({ mesAno: MonthYear }),
    reply: z.array(z.object({ TIPO_CONTA: z.string() })),
  }),
  call('GET /nfse/clients', { title: 'Ver os clientes que um tomador pode ser', added: true, menu, reply: z.array(ClientChoice) }),
  call('GET /nfse', {
    title: 'Ver as contas para nota e boleto',
    menu,
    alias: '/nfse/',
    query: z.strictObject({
      mesAno: MonthYear,
      /** The cost centre, as in TIPO_CONTA. Addition to the contract: ALL_CENTRES for all of them. */
      tipoRegistro: text({ name: 'Centro de custo', max: 100, empty: messages.filters }),
      tipoEmissao: z.enum(['1', '2', '3'], messages.filters),
      /** 1: open, 2: sent, 3: issued. */
      status: z.enum(['1', '2', '3'], messages.filters),
    }),
    reply: z.array(Account),
  }),
  call('GET /nfse/{id}', { title: 'Abrir uma conta para nota e boleto', menu, reply: WholeAccount }),
  call('PUT /nfse/{id}', { title: 'Corrigir uma conta para nota e boleto', added: true, menu, body: Correction, reply: Done }),
  call('POST /nfse/{id}/payments', {
    title: 'Registrar o pagamento de uma conta',
    added: true,
    menu,
    body: Payment,
    reply: Done,
  }),
  call('POST /nfse/payments/{id}/undo', {
    title: 'Desfazer o pagamento de uma conta',
    added: true,
    menu,
    body: z.strictObject({ motivo: text({ name: 'Motivo', max: 200, empty: 'Motivo precisa ser preenchido.' }) }),
    reply: Done,
  }),
  call('POST /nfse', {
    title: 'Processar contas para nota e boleto',
    menu,
    largest,
    body: z.strictObject({ contasForSend: accounts }),
    reply: Done,
  }),
  call('PUT /nfse', {
    title: 'Mudar a situação de contas para nota e boleto',
    menu,
    largest,
    body: z.strictObject({
      contas: accounts,
      idStatus: z.literal([1, 2, 3]),
      observacao: note('Observação').nullish(),
      tipoEmissao: TipoEmissao,
      /** Addition to the contract: a new due date for each of these accounts whose boleto is open and overdue. */
      novoVencimento: WrittenDay.nullish(),
    }),
    // 3 is refused, because it would mark a document as issued.
    rule: ({ body }) => oneOf(body.idStatus, 1, 2),
    weight: ({ contas, idStatus }) => (idStatus === 1 ? weightOf(contas) : 1),
    reply: Done,
  }),
  call('DELETE /nfse', {
    title: 'Excluir contas para nota e boleto',
    menu,
    largest,
    // Each deletion counts separately, because the audit keeps each of them for years.
    weight: ({ ids }) => ids.length,
    body: z.strictObject({ ids: accounts }),
    reply: Done,
  }),
  call('POST /nfse/send-mail', {
    title: 'Enviar nota e boleto por e-mail',
    menu,
    slow: true,
    perMinute: 10,
    weight: () => ANYBODYS,
    /** Addition to the contract: `emails` is used instead of the addresses of the customer (tomador). */
    body: z.strictObject({ id: Id, emails: Emails.min(1, messages.noAddress).nullish() }),
    reply: Done,
  }),
  call('POST /nfse/send-mail-recibo', {
    title: 'Enviar recibos por e-mail',
    menu,
    largest,
    slow: true,
    perMinute: 10,
    weight: ({ ids }) => Math.ceil(ids.length / 2),
    body: z.strictObject({ ids: accounts, emails: Emails.min(1, messages.noAddress).nullish() }),
    reply: Done,
  }),
  call('GET /nfse-download-file', {
    title: 'Baixar nota ou boleto',
    menu,
    /** `tipo` is 1 for the NFS-e and 2 for the boleto. */
    query: z.strictObject({ id: IdText, tipo: z.enum(['1', '2']) }),
    reply: z.instanceof(Uint8Array),
    file: ({ query: { id, tipo } }) => `${tipo === '1' ? 'NFS-e' : 'Boleto'} - parcela de conta ${id}`,
    slow: true,
  }),
  call('POST /load-data/request', {
    title: 'Pedir a carga de dados de um mês',
    menu,
    perMinute: 1,
    weight: () => ANYBODYS,
    // An NFS-e is possible only in the years 2000 to 2099.
    body: z.strictObject({ mesAno: MonthYear.regex(/20\d\d$/, 'Mês inválido.') }),
    reply: Done,
  }),
  call('GET /load-data/data', { title: 'Ver as cargas de dados', menu, reply: z.array(DataLoad) }),
]
