// Second copies of overdue boletos, and requests to pay.
import { z } from 'zod'
import { call } from '../call.ts'
import { Day, Done, Id, WrittenDay } from '../wire.ts'
import { messages as nfse } from './nfse.ts'

export const messages = {
  asked: 'Segunda via pedida!',
  collected: 'Cobrança pedida!',
  noSlip: 'Esta conta não tem boleto emitido.',
  nothingOwed: 'Desta conta não falta receber.',
  notOverdue: 'O boleto ainda não venceu.',
  waits: 'A segunda via já está na fila de emissão.',
  previewFailed: 'Falha ao calcular a segunda via!',
  noSender: 'Emitente sem e-mail cadastrado.',
  collectedToday: 'Esta conta já foi cobrada hoje.',
}

/** Amounts in reais. */
const Preview = z.object({
  /** What is still owed, and the days from the first due date to the new one. */
  emAberto: z.number(),
  dias: z.int(),
  multa: z.number(),
  juros: z.number(),
  total: z.number(),
})
export type Preview = z.output<typeof Preview>

/** Maximum number of accounts that are asked for in one request. */
export const MOST_COLLECTED = 200
/** Days from today to the due date that a second copy is offered with. */
export const SUGGESTED_DAYS = 5

const menu = '/nfse'
export const secondCopy = [
  call('GET /nfse/{id}/second-copy', {
    title: 'Calcular a segunda via de um boleto',
    added: true,
    menu,
    query: z.strictObject({ vencimento: Day }),
    reply: Preview,
  }),
  call('POST /nfse/{id}/second-copy', {
    title: 'Emitir a segunda via de um boleto',
    added: true,
    menu,
    body: z.strictObject({
      vencimento: WrittenDay,
      /** True to leave out fine and interest. */
      semEncargos: z.boolean(),
    }),
    reply: Done,
  }),
  call('POST /nfse/collections', {
    title: 'Cobrar contas vencidas por e-mail',
    added: true,
    menu,
    slow: true,
    perMinute: 10,
    weight: ({ ids }) => Math.ceil(ids.length / 2),
    body: z.strictObject({
      ids: z.array(Id).min(1, nfse.contas).max(MOST_COLLECTED),
      /** Due date of the second copies. */
      vencimento: WrittenDay,
    }),
    reply: Done,
  }),
]
