import { Textarea } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useFresh } from '../../api/useCall.ts'
import { MultiPicker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { optionsOf } from '../options.ts'
import type { useClientLinking } from './editing.ts'
import { note } from './rules.ts'

interface Props {
  editing: ReturnType<typeof useClientLinking>
  /** Reloads the lists that show the clients. */
  saved: () => unknown
  /** Returns a project's name. */
  nameOf: (project: number | undefined) => string
  /** Whether the project already has requesting clients. */
  isAsked: (project: number) => boolean
}

/** Form for the clients that request a project. */
export default function ClientsForm({ editing, nameOf, saved, isAsked }: Props) {
  const project = editing.opened?.values.idAcompanhamentoProjeto
  const lists = useFresh(project ? 'GET /trackprojetos-clients' : null, { query: { idTrackProject: String(project), data: 'true' } })
  return (
    <FormModal
      editing={editing}
      create={{ title: `Clientes solicitantes${nameOf(project)}`, failed: common.database }}
      change={{ title: 'Clientes solicitantes', failed: common.database }}
      lists={lists}
      rules={{ idClients: isNotEmpty(common.required), observacao: note }}
      save={async (body, _id, send) => {
        const wasAsked = isAsked(body.idAcompanhamentoProjeto)
        await send('POST /trackprojetos-clients', { body })
        await saved()
        return wasAsked ? messages.clientsChanged : messages.clientsCreated
      }}
    >
      {(form) => (
        <>
          <MultiPicker
            data-autofocus
            label="Clientes"
            required
            options={optionsOf.clients(lists.data && 'clients' in lists.data ? lists.data.clients : undefined)}
            {...form.getInputProps('idClients')}
          />
          <Textarea label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('observacao')} />
        </>
      )}
    </FormModal>
  )
}
