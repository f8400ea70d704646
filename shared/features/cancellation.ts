// Cancellation and substitution of an issued NFS-e.
import { z } from 'zod'
import { call } from '../call.ts'
import { lengthOf } from '../text.ts'
import { Done, line } from '../wire.ts'
import { Correction } from './nfse.ts'

/** cMotivo of a cancellation, and of a substitution, as the layout names them. */
export const CANCEL_REASONS = { 1: 'Erro na Emissão', 2: 'Serviço não Prestado', 9: 'Outros' } as const
export const REPLACE_REASONS = {
  '01': 'Desenquadramento do Simples Nacional',
  '02': 'Enquadramento no Simples Nacional',
  '03': 'Inclusão retroativa de imunidade ou isenção',
  '04': 'Exclusão retroativa de imunidade ou isenção',
  '05': 'Rejeição pelo tomador ou pelo intermediário',
  '99': 'Outros',
} as const

export const messages = {
  cancelling: 'Cancelamento pedido!',
  replacing: 'Substituição pedida!',
  noNote: 'Esta conta não tem NFS-e válida.',
  underWay: 'Um cancelamento ou uma substituição desta NFS-e já está em andamento.',
  paid: 'Desta conta já se recebeu: confirme que a NFS-e deve ser cancelada mesmo assim.',
  cancelled: 'A NFS-e desta conta foi cancelada.',
  noReason: 'Motivo precisa ser escolhido.',
}

/** Shortest and longest xMotivo. */
export const EXPLANATION = { min: 15, max: 255 }
/** The text on one line, as the layout takes it. */
export const asLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
const WRONG = `Descrição deve ter de ${EXPLANATION.min} a ${EXPLANATION.max} caracteres.`
export const wrongExplanation = (text: string) => {
  const length = lengthOf(asLine(text))
  return length < EXPLANATION.min || length > EXPLANATION.max ? WRONG : null
}

const texto = line('Descrição', EXPLANATION.max).refine((text) => wrongExplanation(text) === null, WRONG)

const menu = '/nfse'
export const cancellation = [
  call('POST /nfse/{id}/cancel', {
    title: 'Cancelar uma NFS-e emitida',
    added: true,
    menu,
    body: z.strictObject({
      motivo: z.literal([1, 2, 9], messages.noReason),
      texto,
      /** True if the note shall be cancelled although something was received of its account. */
      mesmoRecebida: z.boolean(),
    }),
    reply: Done,
  }),
  call('POST /nfse/{id}/substitute', {
    title: 'Substituir uma NFS-e emitida',
    added: true,
    menu,
    /** The corrected data of the account, and why the note is replaced. */
    body: Correction.omit({ idCliente: true }).extend({ motivo: z.enum(['01', '02', '03', '04', '05', '99'], messages.noReason), texto }),
    reply: Done,
  }),
]
