import { messages } from '../../../shared/features/departments.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION, written } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { DescriptionInput, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
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
      rules={{ descricao: written(DESCRIPTION) }}
      status="codigo_status"
      save={save}
    >
      {(form) => (
        <>
          <DescriptionInput data-autofocus {...form.getInputProps('descricao')} />
          <StatusSwitch {...form.getInputProps('codigo_status')} />
        </>
      )}
    </FormModal>
  )
}
