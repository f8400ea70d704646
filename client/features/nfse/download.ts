// Downloads an account's documents.
import type { Account } from '../../../shared/features/nfse.ts'
import { readFile } from '../../api/request.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'
import { nameOf } from './columns.tsx'

export const hasNote = (account: Account) => account.ID_STATUS_NFSE === 3
export const hasSlip = (account: Account) => account.ID_STATUS_BOLETO === 2

/** Downloads one document and saves it. `tipo`: 1 is the NFS-e, 2 the boleto. */
export async function saveDocument(account: Account, tipo: '1' | '2') {
  const file = await readFile('GET /nfse-download-file', { query: { id: String(account.ID_REF_PARCELA_CONTA), tipo } })
  const kind = tipo === '1' ? 'NFS-e' : 'Boleto'
  saveFile(`${kind} - ${nameOf(account)} - conta ${account.ID_REF_CONTA}.${file.type.includes('xml') ? 'xml' : 'pdf'}`, file)
  return true
}
