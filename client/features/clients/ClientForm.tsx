import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, record, type City, type Client } from '../../../shared/features/clients.ts'
import type { Send } from '../../api/request.ts'
import { useCall, useHeld, useShown } from '../../api/useCall.ts'
import { Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { wordsOf } from '../../ui/grid/fold.ts'
import { inputOf, rulesOf } from '../../ui/form/record.ts'
import type { Editing } from '../../ui/form/useEditing.ts'
import type { Values } from './editing.ts'
import { optionsOf } from '../options.ts'

/** `saved` runs after a client was stored. */
export default function ClientForm({ editing, saved: done }: { editing: Editing<Values>; saved?: () => unknown }) {
  const cities = useCall(editing.opened && 'GET /cities')
  const show = useShown('GET /clients')
  const clients = useHeld('GET /clients')

  const save = async ({ versao, idCidade, ...fields }: Values, id: number | null, send: Send) => {
    const body = { ...fields, idCidade: idCidade ?? 0, telefone: '' as const }
    const saved = id === null ? await send('POST /clients', { body }) : await send('PUT /clients', { body: { ...body, id, versao } })
    const city = cities.data?.find(({ CODIGOCIDADE }) => CODIGOCIDADE === idCidade)
    const client = { ...saved, CODIGOCIDADE: idCidade, CIDADE: city?.NOMECIDADE ?? null }
    show((rows) => (id === null ? [client, ...rows] : rows.map((row) => (row.CODIGOCLIENTE === id ? client : row))))
    await done?.()
    return id === null ? messages.created : messages.changed(fields.nome.trim())
  }

  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Cliente', failed: messages.createFailed }}
      change={{ title: 'Editar Cliente', failed: messages.changeFailed }}
      rules={{ ...rulesOf(record), idCidade: isNotEmpty(messages.idCidade) }}
      lists={cities}
      warn={async (values, id) => (id === null ? twinOf(values, clients) : null)}
      status="status"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus {...inputOf(record, form, 'nome')} />
          <Picker
            className="form-wide"
            label="Cidade"
            placeholder="Escolha a cidade"
            required
            options={optionsOf.cities(ownFirst(cities.data, clients))}
            {...form.getInputProps('idCidade')}
          />
          <StatusSwitch {...form.getInputProps('status')} />
        </>
      )}
    </FormModal>
  )
}

/** Sorts the cities of the state with most of the company's clients first. */
function ownFirst(cities: City[] | undefined, clients: Client[] | undefined) {
  const stateOf = new Map(cities?.map(({ CODIGOCIDADE, UF }) => [CODIGOCIDADE, UF]))
  const counts = new Map<string | undefined, number>()
  for (const { CODIGOCIDADE } of clients ?? []) {
    const state = stateOf.get(CODIGOCIDADE ?? 0)
    if (state) counts.set(state, (counts.get(state) ?? 0) + 1)
  }
  const [own] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? []
  return own ? cities?.toSorted((a, b) => Number(b.UF === own) - Number(a.UF === own)) : cities
}

/** Warns of a client with the same name in the same city, which may be intended. */
function twinOf({ nome, idCidade }: Values, clients: Client[] | undefined) {
  const nameOf = (text: string | null) => wordsOf(text ?? '').join(' ')
  const twin = clients?.find((one) => one.CODIGOCIDADE === idCidade && nameOf(one.NOMEFANTASIACLIENTE) === nameOf(nome))
  return (
    twin && {
      text: (
        <>
          <strong>Já existe um cliente assim nesta cidade:</strong> {twin.NOMEFANTASIACLIENTE} (código {twin.CODIGOCLIENTE}).
        </>
      ),
    }
  )
}
