// NFS-e Express: the figures of a month, and documents of several accounts at once.
import { z } from 'zod'
import { call } from '../call.ts'
import { Done, Id, MonthYear, text } from '../wire.ts'
import { messages as nfse } from './nfse.ts'

/** Maximum number of accounts whose documents are put into one file. */
export const MOST_IN_FILE = 100

export const messages = {
  nothingIssued: 'Nenhuma destas contas tem este documento emitido.',
  printable: 'Um PDF com todos os documentos foi baixado: abra-o para imprimir.',
  tooManyForFile: `No máximo ${MOST_IN_FILE} contas por arquivo.`,
}

const menu = '/nfse'
export const nfseMonth = [
  call('GET /nfse/summary', {
    title: 'Ver o resumo do mês das contas para nota e boleto',
    added: true,
    menu,
    query: z.strictObject({
      mesAno: MonthYear,
      /** A cost centre, or `ALL_CENTRES`. */
      tipoRegistro: text({ name: 'Centro de custo', max: 100, empty: nfse.filters }),
      tipoEmissao: z.enum(['1', '2', '3'], nfse.filters),
    }),
    reply: z.object({
      /** Number and sum of VALOR_CONTA of the accounts that GET /nfse lists for each of the three states. */
      situacoes: z.array(z.object({ status: z.literal([1, 2, 3]), quantidade: z.int(), valor: z.number() })),
      /** The earlier months in which accounts are still open, the latest first. */
      anteriores: z.array(z.object({ mesAno: MonthYear, quantidade: z.int() })),
    }),
  }),
  call('POST /nfse/files', {
    title: 'Baixar notas e boletos em um arquivo',
    added: true,
    menu,
    slow: true,
    perMinute: 10,
    safe: true,
    body: z.strictObject({
      contas: z.array(Id).min(1, nfse.contas).max(MOST_IN_FILE, messages.tooManyForFile),
      /** 1: NFS-e, 2: boletos, 3: both. */
      tipoEmissao: z.literal([1, 2, 3], nfse.filters),
      /** A ZIP with each PDF, and with the XML of each NFS-e; or one PDF with a page for each document, for printing. */
      formato: z.enum(['zip', 'pdf']),
    }),
    reply: z.instanceof(Uint8Array),
    file: () => 'Notas e boletos',
  }),
  call('POST /nfse/send-mails', {
    title: 'Enviar notas e boletos de várias contas por e-mail',
    added: true,
    menu,
    slow: true,
    perMinute: 10,
    weight: ({ ids }) => Math.ceil(ids.length / 2),
    body: z.strictObject({ ids: z.array(Id).min(1, nfse.contas).max(1000) }),
    reply: Done,
  }),
]
