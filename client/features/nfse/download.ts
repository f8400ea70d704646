// Downloads an account's documents.
import type { Account } from '../../../shared/features/nfse.ts'
import { messages, MOST_IN_FILE } from '../../../shared/features/nfse-month.ts'
import { readFile } from '../../api/request.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { nameOf } from './columns.tsx'
import { accountsBr, idsOf, type Kind } from './sending.ts'

export const hasNote = (account: Account) => account.ID_STATUS_NFSE === 3
export const hasSlip = (account: Account) => account.ID_STATUS_BOLETO === 2

/** Downloads one document and saves it. `tipo`: 1 is the NFS-e, 2 the boleto. */
export async function saveDocument(account: Account, tipo: '1' | '2') {
  const file = await readFile('GET /nfse-download-file', { query: { id: String(account.ID_REF_PARCELA_CONTA), tipo } })
  const kind = tipo === '1' ? 'NFS-e' : 'Boleto'
  saveFile(`${kind} - ${nameOf(account)} - conta ${account.ID_REF_CONTA}.${file.type.includes('xml') ? 'xml' : 'pdf'}`, file)
  return true
}

/** Downloads the documents of several accounts in one file: a ZIP with PDF and XML, or one PDF for printing. */
export async function saveDocuments(accounts: Account[], tipoEmissao: Kind, formato: 'zip' | 'pdf') {
  if (accounts.length > MOST_IN_FILE) {
    notify.warn(messages.tooManyForFile)
    return false
  }
  const file = await readFile('POST /nfse/files', { body: { contas: idsOf(accounts), tipoEmissao, formato } })
  const name = tipoEmissao === 1 ? 'NFS-e' : tipoEmissao === 2 ? 'Boletos' : 'Notas e boletos'
  saveFile(`${name} - ${accountsBr(accounts.length)}.${formato}`, file)
  if (formato === 'pdf') notify.success(messages.printable)
  return true
}
