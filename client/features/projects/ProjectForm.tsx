import { Button, Textarea, TextInput } from '@mantine/core'
import { isOverStatus, messages } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Send } from '../../api/request.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, wrongDay } from '../../ui/form/days.ts'
import { NumberField, PercentField, Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { percentBr } from '../../ui/number.ts'
import type { ProjectValues, useProjectEditing } from './editing.ts'
import { priorityOptions, type useProjectFilter } from './filter.ts'
import { Priority } from './Priority.tsx'
import { description, note, progress, required, task } from './rules.ts'

interface Props {
  editing: ReturnType<typeof useProjectEditing>
  /** The options of the fields. */
  lists: ReturnType<typeof useProjectFilter>
  /** Reloads the list. */
  saved: () => unknown
}

export default function ProjectForm({ editing, lists: { lists, statuses, types }, saved }: Props) {
  const save = async ({ versao, ...values }: ProjectValues, id: number | null, send: Send) => {
    const body = {
      ...values,
      idTipoProjeto: values.idTipoProjeto ?? 'P',
      idStatusRedmine: values.idStatusRedmine ?? 0,
      prioridade: values.prioridade ?? 0,
      progresso: Number(values.progresso),
      idTarefaRedmine: values.idTarefaRedmine === '' ? null : Number(values.idTarefaRedmine),
      dataIni: values.dataIni || null,
      dataFim: values.dataFim || null,
    }
    await (id === null ? send('POST /trackprojetos', { body }) : send('PUT /trackprojetos', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  const isOver = ({ idStatusRedmine }: ProjectValues) => {
    const status = lists.data?.status.find(({ id }) => id === idStatusRedmine)
    return status !== undefined && isOverStatus(status)
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Projeto', failed: common.database }}
      change={{ title: 'Editar Projeto', failed: common.database }}
      lists={lists}
      rules={{
        idTipoProjeto: required,
        descricao: description,
        idStatusRedmine: required,
        prioridade: (priority) => (priority === null ? common.required : null),
        progresso: progress,
        idTarefaRedmine: task,
        observacao: note,
        dataIni: wrongDay,
        dataFim: (until, { dataIni }) => lastDay(until, dataIni),
      }}
      status="idStatus"
      save={save}
      effect={(values) => {
        if (!isOver(values) || Number(values.progresso) === 100) return null
        return { grave: true, text: messages.overAt(percentBr(Number(values.progresso))) }
      }}
    >
      {(form) => (
        <>
          <Choice
            className="form-wide"
            legend="Tipo"
            required
            error={form.errors['idTipoProjeto']}
            options={types}
            value={form.values.idTipoProjeto ?? ''}
            onChange={(type) => (type === 'P' || type === 'T') && form.setFieldValue('idTipoProjeto', type)}
          />
          <NumberField isCode className="form-quarter" label="Tarefa no Redmine" inputMode="numeric" {...form.getInputProps('idTarefaRedmine')} />
          <TextInput data-autofocus label="Descrição" required {...form.getInputProps('descricao')} />
          <Picker className="form-half" label="Status" required options={statuses} {...form.getInputProps('idStatusRedmine')} />
          <Picker
            className="form-quarter"
            label="Prioridade"
            required
            options={priorityOptions}
            leftSection={<Priority of={form.values.prioridade} bare />}
            renderOption={({ option }) => <Priority of={option.value} />}
            {...form.getInputProps('prioridade')}
          />
          <PercentField className="form-quarter" label="Progresso" {...form.getInputProps('progresso')} />
          {isOver(form.values) && Number(form.values.progresso) !== 100 && (
            <Button variant="default" size="sm" onClick={() => form.setFieldValue('progresso', 100)}>
              Pôr o progresso em 100 %
            </Button>
          )}
          <DateField className="form-half" label="Data início" {...form.getInputProps('dataIni')} />
          <DateField className="form-half" label="Data fim" {...form.getInputProps('dataFim')} />
          <Textarea label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('observacao')} />
          {editing.opened?.id != null && <StatusSwitch label="Situação" {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}
