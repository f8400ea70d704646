// Calls of the table that the embedded API does not answer yet: 501. Their rules hold all the same.
import type { CallName } from '../../../shared/calls.ts'

export const pending = [
  'GET /nfse/centrocustos',
  'GET /nfse',
  'GET /nfse/{id}',
  'POST /nfse',
  'PUT /nfse',
  'DELETE /nfse',
  'POST /nfse/send-mail',
  'POST /nfse/send-mail-recibo',
  'GET /nfse-download-file',
  'POST /load-data/request',
  'GET /load-data/data',
] as const satisfies CallName[]
