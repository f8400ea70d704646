import { isNotEmpty } from '@mantine/form'
import { messages as common } from '../../../shared/messages.ts'
import { messages, type Activity } from '../../../shared/features/activities.ts'
import { read, send } from '../../api/request.ts'
import { DescriptionInput, FlagSwitch, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useEditing } from '../../ui/form/useEditing.ts'

const no = 'N' as Activity['CLIENTE']
const blank = {
  descricao: '',
  envolveClient: no,
  carro: no,
  regiao: no,
  mostrarTv: no,
  status: 'A' as Activity['CODIGO_STATUS'],
  versao: undefined as number | undefined,
}

export const useActivityEditing = () =>
  useEditing('atividade', blank, async (id) => {
    const activity = await read('GET /tasks/{id}', { path: { id } })
    const { DESCTAREFAEXTERNO: descricao, CLIENTE: envolveClient, CARRO: carro, REGIAO: regiao, MOSTRARTV: mostrarTv } = activity
    return { descricao, envolveClient, carro, regiao, mostrarTv, status: activity.CODIGO_STATUS, versao: activity.versao }
  })

/** `saved`: reloads the list. */
export function ActivityForm({ editing, saved }: { editing: ReturnType<typeof useActivityEditing>; saved: () => unknown }) {
  const save = async ({ versao, ...body }: typeof blank, id: number | null) => {
    await (id === null ? send('POST /tasks', { body }) : send('PUT /tasks', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Nova Atividade', failed: common.database }}
      change={{ title: 'Editar Atividade', failed: common.database }}
      rules={{ descricao: isNotEmpty(common.description) }}
      save={save}
    >
      {(form) => (
        <>
          <DescriptionInput data-autofocus {...form.getInputProps('descricao')} />
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
