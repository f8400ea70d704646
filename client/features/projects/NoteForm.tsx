import { Textarea } from '@mantine/core'
import { messages } from '../../../shared/features/projects.ts'
import { messages as common } from '../../../shared/messages.ts'
import { send } from '../../api/request.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import type { useNoteEditing } from './editing.ts'
import { note } from './rules.ts'

/** Form for the note on a client that requests a project. */
export function NoteForm({ editing, saved }: { editing: ReturnType<typeof useNoteEditing>; saved: () => unknown }) {
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Observação', failed: common.database }}
      change={{ title: 'Observação', failed: common.database }}
      rules={{ observacao: note }}
      save={async (values, id) => {
        await send('PUT /trackprojetos-clients', { body: { ...values, id: id ?? 0 } })
        await saved()
        return messages.noteChanged
      }}
    >
      {(form) => <Textarea data-autofocus label="Observação" autosize minRows={3} maxRows={8} {...form.getInputProps('observacao')} />}
    </FormModal>
  )
}
