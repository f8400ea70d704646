import { isNotEmpty } from '@mantine/form'
import { messages, type Department } from '../../../shared/features/departments.ts'
import { messages as common } from '../../../shared/messages.ts'
import { read, send } from '../../api/request.ts'
import { DescriptionInput, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'

const blank = { descricao: '', codigo_status: 'A' as Department['CODIGO_STATUS'], versao: undefined as number | undefined }

export const useDepartmentEditing = () =>
  useEditing('departamento', blank, async (id) => {
    const { DESCRICAOSETOR: descricao, CODIGO_STATUS: codigo_status, versao } = await read('GET /department/{id}', { path: { id } })
    return { descricao, codigo_status, versao }
  })

/** `saved`: reloads the list. */
export function DepartmentForm({ editing, saved }: { editing: ReturnType<typeof useDepartmentEditing>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: typeof blank, id: number | null) => {
    await (id === null ? send('POST /department', { body }) : send('PUT /department', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Departamento', failed: common.database }}
      change={{ title: 'Editar Departamento', failed: common.database }}
      rules={{ descricao: isNotEmpty(common.description) }}
      save={save}
    >
      {(form) => (
        <>
          <DescriptionInput data-autofocus {...form.getInputProps('descricao')} />
          <StatusSwitch {...form.getInputProps('codigo_status')} />
        </>
      )}
    </FormModal>
  )
}
