import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, type Car } from '../../../shared/features/cars.ts'
import { messages as common } from '../../../shared/messages.ts'
import { read, send } from '../../api/request.ts'
import { DescriptionInput, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { placa: '', numero: '', descricao: '', status: 'A' as Car['CODIGO_STATUS'], versao: undefined as number | undefined }

export const useCarEditing = () =>
  useEditing('carro', blank, async (id) => {
    const car = await read('GET /cars/{id}', { path: { id } })
    const { PLACACARRO: placa, NUMEROCARRO: numero, DESCRICAOCARRO: descricao, CODIGO_STATUS: status, versao } = car
    return { placa: placa ?? '', numero: numero ?? '', descricao: descricao ?? '', status, versao }
  })

/** `saved`: reloads the list. */
export function CarForm({ editing, saved }: { editing: ReturnType<typeof useCarEditing>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: typeof blank, id: number | null) => {
    await (id === null ? send('POST /cars', { body }) : send('PUT /cars', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed(body.descricao.trim())
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Carro', failed: messages.createFailed }}
      change={{ title: 'Editar Carro', failed: messages.changeFailed }}
      rules={{ placa: isNotEmpty(messages.placa), numero: isNotEmpty(messages.numero), descricao: isNotEmpty(common.description) }}
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus className="form-narrow" label="Placa" required maxLength={10} {...form.getInputProps('placa')} />
          <TextInput className="form-narrow" label="Número" required maxLength={20} {...form.getInputProps('numero')} />
          <DescriptionInput {...form.getInputProps('descricao')} />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}
