// Regiões: the register of regions. The field names of the upstream differ between reading and writing.
import { z } from 'zod'
import { call } from '../call.ts'
import { Created, Description, Done, Id, NewId, Status, Version, Words } from '../wire.ts'

export const messages = {
  created: 'Região criada com sucesso!',
  changed: 'Região alterada com sucesso!',
}

export const Region = z.object({ ID: Id, DESCRICAO: Words, STATUS: Status })
export type Region = z.output<typeof Region>

export const StoredRegion = Region.extend({ versao: Version })

const fields = { descricao: Description, id_status: Status }

const menu = '/regioes'
export const regions = [
  call('GET /region', { title: 'Ver as regiões', menu, reply: z.array(Region) }),
  call('GET /region/{id}', { title: 'Abrir uma região', menu, reply: StoredRegion }),
  call('POST /region', { title: 'Criar região', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /region', { title: 'Alterar região', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
