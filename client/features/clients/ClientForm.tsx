import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, type Client } from '../../../shared/features/clients.ts'
import { read, send } from '../../api/request.ts'
import { useCall, useShown } from '../../api/useCall.ts'
import { Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'
import { optionsOf } from '../options.ts'

const blank = { nome: '', idCidade: null as number | null, status: 'A' as Client['CODIGO_STATUS'], versao: undefined as number | undefined }

export const useClientEditing = () =>
  useEditing('cliente', blank, async (id) => {
    const [client] = await read('GET /clients/{id}', { path: { id } })
    return client && { nome: client.NOMEFANTASIACLIENTE, idCidade: client.CODIGOCIDADE, status: client.CODIGO_STATUS, versao: client.versao }
  })

export function ClientForm({ editing }: { editing: ReturnType<typeof useClientEditing> }) {
  const cities = useCall(editing.opened && 'GET /cities')
  const show = useShown('GET /clients')

  const save = async ({ versao, idCidade, ...fields }: typeof blank, id: number | null) => {
    const body = { ...fields, idCidade: idCidade ?? 0, telefone: '' as const }
    const saved = id === null ? await send('POST /clients', { body }) : await send('PUT /clients', { body: { ...body, id, versao } })
    const city = cities.data?.find(({ CODIGOCIDADE }) => CODIGOCIDADE === idCidade)
    const client = { ...saved, CODIGOCIDADE: idCidade, CIDADE: city?.NOMECIDADE ?? null }
    show((rows) => (id === null ? [client, ...rows] : rows.map((row) => (row.CODIGOCLIENTE === id ? client : row))))
    return id === null ? messages.created : messages.changed(saved.NOMEFANTASIACLIENTE)
  }

  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Cliente', failed: messages.createFailed }}
      change={{ title: 'Editar Cliente', failed: messages.changeFailed }}
      rules={{ nome: isNotEmpty(messages.nome), idCidade: isNotEmpty(messages.idCidade) }}
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Razão Social" required maxLength={150} {...form.getInputProps('nome')} />
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
