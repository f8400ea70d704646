import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, NAME } from '../../../shared/features/clients.ts'
import { written } from '../../../shared/text.ts'
import { send } from '../../api/request.ts'
import { useCall, useShown } from '../../api/useCall.ts'
import { Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './Clients.tsx'
import { optionsOf } from '../options.ts'

export default function ClientForm({ editing }: { editing: Editing<Values> }) {
  const cities = useCall(editing.opened && 'GET /cities')
  const show = useShown('GET /clients')

  const save = async ({ versao, idCidade, ...fields }: Values, id: number | null) => {
    const body = { ...fields, idCidade: idCidade ?? 0, telefone: '' as const }
    const saved = id === null ? await send('POST /clients', { body }) : await send('PUT /clients', { body: { ...body, id, versao } })
    const city = cities.data?.find(({ CODIGOCIDADE }) => CODIGOCIDADE === idCidade)
    const client = { ...saved, CODIGOCIDADE: idCidade, CIDADE: city?.NOMECIDADE ?? null }
    show((rows) => (id === null ? [client, ...rows] : rows.map((row) => (row.CODIGOCLIENTE === id ? client : row))))
    return id === null ? messages.created : messages.changed(fields.nome.trim())
  }

  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Cliente', failed: messages.createFailed }}
      change={{ title: 'Editar Cliente', failed: messages.changeFailed }}
      rules={{ nome: written(NAME), idCidade: isNotEmpty(messages.idCidade) }}
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Razão Social" required {...form.getInputProps('nome')} />
          <Picker
            className="form-wide"
            label="Cidade"
            placeholder="Escolha a cidade"
            required
            options={optionsOf.cities(cities.data)}
            {...form.getInputProps('idCidade')}
          />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}
