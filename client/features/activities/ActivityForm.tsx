import { TextInput } from '@mantine/core'
import { messages as common } from '../../../shared/messages.ts'
import { messages, record } from '../../../shared/features/activities.ts'
import type { Send } from '../../api/request.ts'
import { FlagSwitch, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { inputOf, rulesOf } from '../../ui/form/record.ts'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './editing.ts'

/** `saved` reloads the list. */
export default function ActivityForm({ editing, saved }: { editing: Editing<Values>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: Values, id: number | null, send: Send) => {
    await (id === null ? send('POST /tasks', { body }) : send('PUT /tasks', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Nova Atividade', failed: common.database }}
      change={{ title: 'Editar Atividade', failed: common.database }}
      rules={rulesOf(record)}
      status="status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-wide" {...inputOf(record, form, 'descricao')} />
          <StatusSwitch {...form.getInputProps('status')} />
          <FlagSwitch label="Envolve cliente" {...form.getInputProps('envolveClient')} />
          <FlagSwitch label="Envolve carro" {...form.getInputProps('carro')} />
          <FlagSwitch label="Envolve região" {...form.getInputProps('regiao')} />
          <FlagSwitch label="Mostrar na TV" {...form.getInputProps('mostrarTv')} />
        </>
      )}
    </FormModal>
  )
}
