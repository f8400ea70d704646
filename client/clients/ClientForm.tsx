import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, type Client } from '../../shared/clients.ts'
import { read, send, useCall, useShown } from '../api.ts'
import { Picker, StatusSwitch } from '../ui/fields.tsx'
import { FormModal } from '../ui/FormModal.tsx'
import { useEditing } from '../ui/useEditing.ts'

const blank = { nome: '', idCidade: null as number | null, status: 'A' as Client['CODIGO_STATUS'], versao: undefined as number | undefined }

export const useClientEditing = () =>
  useEditing({
    form: 'cliente',
    blank,
    read: async (id) => {
      const [client] = await read('GET /clients/{id}', { path: { id } })
      return client && { nome: client.NOMEFANTASIACLIENTE, idCidade: client.CODIGOCIDADE, status: client.CODIGO_STATUS, versao: client.versao }
    },
  })

export function ClientForm({ editing }: { editing: ReturnType<typeof useClientEditing> }) {
  const cities = useCall(editing.opened && 'GET /cities')
  const show = useShown('GET /clients')
  const isNew = editing.opened?.id === null

  const save = async ({ versao, ...fields }: typeof blank, id: number | null) => {
    const body = { ...fields, idCidade: fields.idCidade ?? 0, telefone: '' as const }
    const saved = id === null ? await send('POST /clients', { body }) : await send('PUT /clients', { body: { ...body, id, versao } })
    const city = cities.data?.find(({ CODIGOCIDADE }) => CODIGOCIDADE === body.idCidade)
    const client = { ...saved, CODIGOCIDADE: body.idCidade, CIDADE: city?.NOMECIDADE ?? null }
    show((rows) => (id === null ? [client, ...rows] : rows.map((row) => (row.CODIGOCLIENTE === id ? client : row))))
    return id === null ? messages.created : messages.changed(saved.NOMEFANTASIACLIENTE)
  }

  return (
    <FormModal
      editing={editing}
      title={isNew ? 'Novo Cliente' : 'Editar Cliente'}
      rules={{ nome: isNotEmpty(messages.nome), idCidade: isNotEmpty(messages.idCidade) }}
      save={save}
      failed={isNew ? messages.createFailed : messages.changeFailed}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Razão Social" required maxLength={150} {...form.getInputProps('nome')} />
          <Picker
            className="form-wide"
            label="Cidade"
            placeholder="Escolha a cidade"
            required
            options={cities.data?.map(({ CODIGOCIDADE, NOMECIDADE, UF }) => ({
              value: CODIGOCIDADE,
              label: UF ? `${NOMECIDADE} - ${UF}` : NOMECIDADE,
            }))}
            {...form.getInputProps('idCidade')}
          />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}
