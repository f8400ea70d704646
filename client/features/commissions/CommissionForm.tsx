import { Textarea, TextInput } from '@mantine/core'
import { entryKinds, HISTORY, messages } from '../../../shared/features/commissions.ts'
import { TICKET } from '../../../shared/features/service-hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE } from '../../../shared/money.ts'
import { within } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, StatusSwitch } from '../../ui/form/fields.tsx'
import { wrongAmount } from '../../ui/form/amount.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { Choice } from '../../ui/form/Segmented.tsx'
import { ticketTyped } from '../../ui/number.ts'
import { optionsOfWords } from '../options.ts'
import type { useCommissionEditing, Values } from './editing.ts'

/** Kinds of a new entry: an instalment or a receipt. */
const kinds = optionsOfWords(entryKinds)

interface Props {
  editing: ReturnType<typeof useCommissionEditing>
  control: number
  /** Reloads the cards. */
  saved: () => unknown
}

export default function CommissionForm({ editing, control, saved }: Props) {
  const save = async ({ versao, ...values }: Values, id: number | null, send: Send) => {
    const body = { ...values, nTicket: ticketTyped(values.nTicket), valor: Number(values.valor), idControleHoras: control }
    await (id === null
      ? send('POST /service-time-control-comission', { body })
      : send('PUT /service-time-control-comission', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo lançamento', failed: common.database }}
      change={{ title: `${editing.opened?.id} - Editar Lançamento`, failed: common.database }}
      invalid={common.invalidEntry}
      rules={{
        nTicket: within(TICKET),
        data: requiredDay,
        valor: (typed) => (Number(typed) <= 0 ? NOT_POSITIVE : wrongAmount(Number(typed))),
        historico: within(HISTORY),
      }}
      save={save}
    >
      {(form) => (
        <>
          <Choice
            legend="Tipo"
            options={kinds}
            value={form.values.tipo}
            onChange={(tipo) => (tipo === 'P' || tipo === 'R') && form.setFieldValue('tipo', tipo)}
          />
          <TextInput data-autofocus className="form-narrow" label="Ticket" {...form.getInputProps('nTicket')} />
          <DateField label={form.values.tipo === 'P' ? 'Vencimento' : 'Data'} required {...form.getInputProps('data')} />
          <MoneyField className="form-narrow" label="Valor" required {...form.getInputProps('valor')} />
          <Textarea label="Histórico" autosize minRows={3} maxRows={8} {...form.getInputProps('historico')} />
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}
