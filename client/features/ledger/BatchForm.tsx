import { isNotEmpty } from '@mantine/form'
import { messages } from '../../../shared/features/ledger.ts'
import { messages as common } from '../../../shared/messages.ts'
import { useCall } from '../../api/useCall.ts'
import { Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { optionsOf } from '../options.ts'
import type { useBatchEditing } from './editing.ts'

/** `saved` reloads the list. */
export default function BatchForm({ editing, saved }: { editing: ReturnType<typeof useBatchEditing>; saved: () => unknown }) {
  const lists = useCall(editing.opened ? 'GET /financial-control-data' : null, { query: { typeReq: 'form' } })
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Lote', failed: common.database }}
      change={{ title: 'Novo Lote', failed: common.database }}
      lists={lists}
      rules={{ idColaborador: isNotEmpty(common.required) }}
      save={async ({ idColaborador, idStatus }, _id, send) => {
        await send('POST /financial-control', { body: { idColaborador: idColaborador ?? 0, idStatus } })
        await saved()
        return messages.batchCreated
      }}
    >
      {(form) => (
        <Picker
          data-autofocus
          className="form-wide"
          label="Colaborador"
          required
          options={optionsOf.names(lists.data?.colaboradores)}
          {...form.getInputProps('idColaborador')}
        />
      )}
    </FormModal>
  )
}
