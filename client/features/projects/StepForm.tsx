import { Textarea, TextInput } from '@mantine/core'
import { messages } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Send } from '../../api/request.ts'
import { useCall } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { PercentField, Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { optionsOf } from '../options.ts'
import type { StepValues, usePendingEditing } from './editing.ts'
import { description, note, progress, required } from './rules.ts'

interface Props {
  editing: ReturnType<typeof usePendingEditing>
  /** Returns a project's name. */
  nameOf: (project: number | undefined) => string
  /** Reloads the lists that show the step. */
  saved: () => unknown
}

export default function StepForm({ editing, nameOf, saved }: Props) {
  const project = nameOf(editing.opened?.values.idAcompanhamentoProjeto)
  const people = useCall(editing.opened && 'GET /trackprojetos-steps', { query: { data: 'true' } })
  const save = async ({ versao, ...values }: StepValues, id: number | null, send: Send) => {
    const body = {
      ...values,
      progresso: Number(values.progresso),
      idResponsavel: values.idResponsavel ?? 0,
      dataInicial: values.dataInicial || null,
      dataFinal: values.dataFinal || null,
    }
    await (id === null ? send('POST /trackprojetos-steps', { body }) : send('PUT /trackprojetos-steps', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.stepCreated : messages.stepChanged
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: `Nova Etapa${project}`, failed: common.database }}
      change={{ title: `Editar Etapa${project}`, failed: common.database }}
      lists={people}
      rules={{
        descricao: description,
        idResponsavel: required,
        progresso: progress,
        observacao: note,
        dataInicial: wrongDay,
        dataFinal: (until, { dataInicial }) => lastDay(until, dataInicial),
      }}
      status="idStatus"
      save={save}
    >
      {(form) => (
        <>
          <TextInput data-autofocus label="Descrição" required {...form.getInputProps('descricao')} />
          <Picker
            className="form-wide"
            label="Responsável"
            required
            options={optionsOf.people(people.data && 'users' in people.data ? people.data.users : undefined)}
            {...form.getInputProps('idResponsavel')}
          />
          <PercentField className="form-narrow" label="Progresso" {...form.getInputProps('progresso')} />
          <DateField label="Data inicial" {...form.getInputProps('dataInicial')} />
          <DateField label="Data final" {...form.getInputProps('dataFinal')} />
          <Textarea label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('observacao')} />
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}
