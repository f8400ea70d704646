// Departamentos: the register of departments.
import { z } from 'zod'
import { call } from '../call.ts'
import { bodyOf, replyOf, type RecordFields } from '../record.ts'
import { DESCRIPTION } from '../text.ts'
import { Created, Done, Id, NewId, Version } from '../wire.ts'

export const messages = {
  created: 'Departamento criado com sucesso!',
  changed: 'Departamento alterado com sucesso!',
}

export const record = {
  descricao: { type: 'text', column: 'name', reply: 'DESCRICAOSETOR', ...DESCRIPTION },
  codigo_status: { type: 'status', column: 'status', reply: 'CODIGO_STATUS' },
} as const satisfies RecordFields

export const Department = z.object({ CODIGOSETOR: Id, ...replyOf(record) })
export type Department = z.output<typeof Department>

export const StoredDepartment = Department.extend({ versao: Version })

const fields = bodyOf(record)

const menu = '/departamentos'
export const departments = [
  call('GET /department', { title: 'Ver os departamentos', menu, reply: z.array(Department) }),
  call('GET /department/{id}', { title: 'Abrir um departamento', menu, reply: StoredDepartment }),
  call('POST /department', { title: 'Criar departamento', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /department', { title: 'Alterar departamento', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
