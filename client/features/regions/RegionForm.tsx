import { TextInput } from '@mantine/core'
import { messages as common } from '../../../shared/messages.ts'
import { messages, record } from '../../../shared/features/regions.ts'
import type { Send } from '../../api/request.ts'
import { StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { inputOf, rulesOf } from '../../ui/form/record.ts'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './editing.ts'

/** `saved` reloads the list. */
export default function RegionForm({ editing, saved }: { editing: Editing<Values>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: Values, id: number | null, send: Send) => {
    await (id === null ? send('POST /region', { body }) : send('PUT /region', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Nova Região', failed: common.database }}
      change={{ title: 'Editar Região', failed: common.database }}
      rules={rulesOf(record)}
      status="id_status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-wide" {...inputOf(record, form, 'descricao')} />
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('id_status')} />}
        </>
      )}
    </FormModal>
  )
}
