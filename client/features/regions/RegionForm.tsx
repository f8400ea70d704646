import { isNotEmpty } from '@mantine/form'
import { messages as common } from '../../../shared/messages.ts'
import { messages, type Region } from '../../../shared/features/regions.ts'
import { read, send } from '../../api/request.ts'
import { DescriptionInput, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { descricao: '', id_status: 'A' as Region['STATUS'], versao: undefined as number | undefined }

export const useRegionEditing = () =>
  useEditing('regiao', blank, async (id) => {
    const { DESCRICAO: descricao, STATUS: id_status, versao } = await read('GET /region/{id}', { path: { id } })
    return { descricao, id_status, versao }
  })

/** `saved`: reloads the list. */
export function RegionForm({ editing, saved }: { editing: ReturnType<typeof useRegionEditing>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: typeof blank, id: number | null) => {
    await (id === null ? send('POST /region', { body }) : send('PUT /region', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Nova Região', failed: common.database }}
      change={{ title: 'Editar Região', failed: common.database }}
      rules={{ descricao: isNotEmpty(common.description) }}
      save={save}
    >
      {(form) => (
        <>
          <DescriptionInput data-autofocus {...form.getInputProps('descricao')} />
          <StatusSwitch {...form.getInputProps('id_status')} />
        </>
      )}
    </FormModal>
  )
}
