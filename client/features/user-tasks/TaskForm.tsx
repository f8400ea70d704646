import { TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages as common } from '../../../shared/messages.ts'
import { messages, TASK, type UserTask } from '../../../shared/features/user-tasks.ts'
import { requiredText } from '../../../shared/text.ts'
import { read, type Send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { wrongDay } from '../../ui/form/days.ts'
import { Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { optionsOf } from '../options.ts'

const blank = {
  descricao: '',
  idPrioridade: null as number | null,
  idUsuario: null as number | null,
  idStatus: 'A' as UserTask['CODIGO_STATUS'],
  /** The day for which the task is planned, or ''. Null if the company's API has no such day. */
  dia: '' as string | null,
  versao: undefined as number | undefined,
}

export const useTaskEditing = () =>
  useOpened('tarefa', blank, async (id) => {
    const { task } = await read('GET /user-task/{id}', { path: { id } })
    const { DESCRICAOTAREFA: descricao, id_prioridade: idPrioridade, CODIGO_USUARIO: idUsuario, CODIGO_STATUS: idStatus, versao, dia } = task
    return { descricao: descricao ?? '', idPrioridade, idUsuario, idStatus, versao, dia: dia === undefined ? null : (dia ?? '') }
  })

export function TaskForm({ editing, refresh }: { editing: ReturnType<typeof useTaskEditing>; refresh: () => Promise<unknown> }) {
  const me = useMe()
  const isSupervisor = me.supervisor === 'S'
  const { data } = useCall(editing.opened && 'GET /user-task', { query: { request: 'data', id: String(me.id) } })

  const save = async ({ versao, idPrioridade, idUsuario, dia, ...fields }: typeof blank, id: number | null, send: Send) => {
    // An API without this field is not sent it.
    const day = dia === null || (dia === '' && id === null) ? {} : { dia: dia || null }
    const body = { ...fields, ...day, idPrioridade: idPrioridade ?? 0, idUsuario: idUsuario ?? me.id }
    await (id === null ? send('POST /user-task', { body }) : send('PUT /user-task', { body: { ...body, id, versao } }))
    await refresh()
    return id === null ? messages.created : messages.changed
  }

  return (
    <FormModal
      editing={editing}
      create={{ title: 'Nova Atividade', failed: messages.saveFailed }}
      change={{ title: 'Alterar Atividade', failed: messages.saveFailed }}
      rules={{
        descricao: requiredText(TASK),
        idPrioridade: isNotEmpty(common.required),
        idUsuario: isNotEmpty(common.required),
        dia: (dia) => wrongDay(dia ?? ''),
      }}
      status="idStatus"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Descrição" required {...form.getInputProps('descricao')} />
          <Picker
            className="form-narrow"
            label="Prioridade"
            required
            options={optionsOf.described(data && 'priority' in data ? data.priority : undefined)}
            {...form.getInputProps('idPrioridade')}
          />
          {isSupervisor && (
            <Picker className="form-wide" label="Colaborador" required options={optionsOf.people(data?.users)} {...form.getInputProps('idUsuario')} />
          )}
          {form.values.dia !== null && <DateField className="form-narrow" label="Dia" {...form.getInputProps('dia')} />}
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}
