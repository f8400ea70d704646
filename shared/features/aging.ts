// Financeiro - Visão Geral, Cobrança: what is still to be received, by client and by the days since it was due.
import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Id, text, Words } from '../wire.ts'
import { messages as common } from '../messages.ts'

export const messages = {
  noSlip: 'Sem boleto emitido.',
  noAddress: 'Tomador sem e-mail cadastrado.',
  notOverdue: 'Ainda não venceu.',
  nothingToCollect: 'Nenhuma conta deste cliente pode ser cobrada por e-mail agora.',
  collectedToday: 'Já cobrada hoje.',
}

/** Open amounts in reais: not overdue, and overdue for 1 to 30, 31 to 60, 61 to 90 and more than 90 days. */
const buckets = {
  aVencer: z.number(),
  ate30: z.number(),
  ate60: z.number(),
  ate90: z.number(),
  mais90: z.number(),
  total: z.number(),
}
export const BUCKETS = ['aVencer', 'ate30', 'ate60', 'ate90', 'mais90', 'total'] as const satisfies (keyof typeof buckets)[]

/** `idCliente` is null for a customer who is not in the register. */
const Client = z.object({ cliente: z.string(), idCliente: Id.nullable(), contas: z.int(), ...buckets })
export type AgingClient = z.output<typeof Client>

const Document = z.object({
  id: Id,
  documento: Words,
  empresa: Words,
  centro: Words,
  vencimento: Day,
  /** Days since the due date; negative if it has not come yet. */
  dias: z.int(),
  /** What is still owed, in reais. */
  valor: z.number(),
  /** Whether GET /nfse/{id} knows the document. */
  nfse: z.boolean(),
  /** Why the client cannot be asked by e-mail to pay it now. Null if they can. */
  impedimento: z.string().nullable(),
  /** The day on which the client was last asked. */
  cobradaEm: Day.nullable(),
})
export type AgingDocument = z.output<typeof Document>

/** Sums in reais, and the open documents of a client of the register. */
const Owed = z.object({
  /** All accounts of the month of the request and the eleven before it. */
  gerado: z.number(),
  aVencer: z.number(),
  vencido: z.number(),
  documentos: z.array(Document),
})

const menu = '/dash-financeiro'
export const aging = [
  call('GET /dash/aging', {
    title: 'Ver o que falta receber por cliente e por atraso',
    added: true,
    menu,
    reply: z.object({ total: z.object(buckets), clientes: z.array(Client) }),
  }),
  call('GET /dash/aging/documents', {
    title: 'Ver os documentos em aberto de um cliente',
    added: true,
    menu,
    query: z.strictObject({ cliente: text({ name: 'Cliente', max: 300, empty: common.required }) }),
    reply: z.array(Document),
  }),
  call('GET /dash/aging/client/{id}', {
    title: 'Ver o que um cliente do cadastro deve',
    added: true,
    menu: [menu, '/nfse'],
    reply: Owed,
  }),
]
