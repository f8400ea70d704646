// Regiões: the register of regions. The field names of the upstream differ between reading and writing.
import { z } from 'zod'
import { call } from '../call.ts'
import { bodyOf, replyOf, type RecordFields } from '../record.ts'
import { DESCRIPTION } from '../text.ts'
import { Created, Done, Id, NewId, Version } from '../wire.ts'

export const messages = {
  created: 'Região criada com sucesso!',
  changed: 'Região alterada com sucesso!',
}

export const record = {
  descricao: { type: 'text', column: 'description', reply: 'DESCRICAO', ...DESCRIPTION },
  id_status: { type: 'status', column: 'status', reply: 'STATUS' },
} as const satisfies RecordFields

export const Region = z.object({ ID: Id, ...replyOf(record) })
export type Region = z.output<typeof Region>

export const StoredRegion = Region.extend({ versao: Version })

const fields = bodyOf(record)

const menu = '/regioes'
export const regions = [
  call('GET /region', { title: 'Ver as regiões', menu, reply: z.array(Region) }),
  call('GET /region/{id}', { title: 'Abrir uma região', menu, reply: StoredRegion }),
  call('POST /region', { title: 'Criar região', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /region', { title: 'Alterar região', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
