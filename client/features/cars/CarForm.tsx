import { TextInput } from '@mantine/core'
import { messages, NUMBER, wrongPlate } from '../../../shared/features/cars.ts'
import { DESCRIPTION, written } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { DescriptionInput, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './editing.ts'

/** `saved` reloads the list. */
export default function CarForm({ editing, saved }: { editing: Editing<Values>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: Values, id: number | null, send: Send) => {
    await (id === null ? send('POST /cars', { body }) : send('PUT /cars', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed(body.descricao.trim())
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Carro', failed: messages.createFailed }}
      change={{ title: 'Editar Carro', failed: messages.changeFailed }}
      rules={{ placa: wrongPlate, numero: written(NUMBER), descricao: written(DESCRIPTION) }}
      status="status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-narrow" label="Placa" required {...form.getInputProps('placa')} />
          <TextInput className="form-narrow" label="Número" required {...form.getInputProps('numero')} />
          <DescriptionInput {...form.getInputProps('descricao')} />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}
