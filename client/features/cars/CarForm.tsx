import { TextInput } from '@mantine/core'
import { messages, record, wrongPlate } from '../../../shared/features/cars.ts'
import type { Send } from '../../api/request.ts'
import { StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { inputOf, rulesOf } from '../../ui/form/record.ts'
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
      rules={{ ...rulesOf(record), placa: wrongPlate }}
      status="status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-narrow" {...inputOf(record, form, 'placa')} />
          <TextInput className="form-narrow" {...inputOf(record, form, 'numero')} />
          <TextInput className="form-wide" {...inputOf(record, form, 'descricao')} />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}
