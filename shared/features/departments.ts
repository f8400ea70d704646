// Departamentos: the register of departments.
import { z } from 'zod'
import { call } from '../call.ts'
import { Created, Description, Done, Id, NewId, Status, Version, Words } from '../wire.ts'

export const messages = {
  created: 'Departamento criado com sucesso!',
  changed: 'Departamento alterado com sucesso!',
}

export const Department = z.object({ CODIGOSETOR: Id, DESCRICAOSETOR: Words, CODIGO_STATUS: Status })
export type Department = z.output<typeof Department>

export const StoredDepartment = Department.extend({ versao: Version })

const fields = { descricao: Description, codigo_status: Status }

const menu = '/departamentos'
export const departments = [
  call('GET /department', { title: 'Ver os departamentos', menu, reply: z.array(Department) }),
  call('GET /department/{id}', { title: 'Abrir um departamento', menu, reply: StoredDepartment }),
  call('POST /department', { title: 'Criar departamento', menu, body: z.strictObject({ id: NewId, ...fields }), reply: Created }),
  call('PUT /department', { title: 'Alterar departamento', menu, body: z.strictObject({ id: Id, versao: Version, ...fields }), reply: Done }),
]
