import { TextInput } from '@mantine/core'
import { messages, record } from '../../../shared/features/departments.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Send } from '../../api/request.ts'
import { StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { inputOf, rulesOf } from '../../ui/form/record.ts'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './editing.ts'

/** `saved` reloads the list. */
export default function DepartmentForm({ editing, saved }: { editing: Editing<Values>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: Values, id: number | null, send: Send) => {
    await (id === null ? send('POST /department', { body }) : send('PUT /department', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Departamento', failed: common.database }}
      change={{ title: 'Editar Departamento', failed: common.database }}
      rules={rulesOf(record)}
      status="codigo_status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-wide" {...inputOf(record, form, 'descricao')} />
          <StatusSwitch {...form.getInputProps('codigo_status')} />
        </>
      )}
    </FormModal>
  )
}
