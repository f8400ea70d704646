import { Switch, Textarea, TextInput } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { messages, MOVEMENT, TICKET } from '../../../shared/features/service-hours.ts'
import { minutesIn, wrongHours } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { requiredText } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { useHasFinance } from '../../boot.ts'
import { DateField, HoursMinutesField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { Picker, StatusSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { ticketTyped } from '../../ui/number.ts'
import { optionsOf } from '../options.ts'
import { balanceChange } from './balanceChange.tsx'
import type { useMovementEditing, Values } from './movementEditing.ts'

interface Props {
  editing: ReturnType<typeof useMovementEditing>
  control: number
  /** The control's balance and its bought hours, in minutes. */
  left: number
  bought: number
  people: { id: number; nome: string | null }[] | undefined
  /** Reloads the cards. */
  saved: () => unknown
}

const ENTRY = ['Este registro', 'deste registro'] as const
const required = isNotEmpty(common.required)
/** Minutes that a movement deducts from the balance. */
const taken = ({ baixaSaldo, idStatus, qtdHoras }: Values) => (baixaSaldo && idStatus === 'A' && !wrongHours(qtdHoras) ? minutesIn(qtdHoras) : 0)

export default function MovementForm({ editing, control, left, bought, people, saved }: Props) {
  const hasFinance = useHasFinance()
  const save = async ({ versao, ticketMonitorado, dataMonitoramento, ...values }: Values, id: number | null, send: Send) => {
    const body = {
      ...values,
      nTicket: ticketTyped(values.nTicket),
      idColaborador: values.idColaborador ?? 0,
      baixaSaldo: values.baixaSaldo ? (1 as const) : (0 as const),
      idControleHoras: control,
      ...(hasFinance && {
        ticketMonitorado: ticketMonitorado ? (1 as const) : (0 as const),
        dataMonitoramento: ticketMonitorado ? dataMonitoramento : null,
      }),
    }
    await (id === null ? send('POST /service-time-control-mov', { body }) : send('PUT /service-time-control-mov', { body: { ...body, id, versao } }))
    await saved()
    return id === null ? messages.movementCreated : messages.movementChanged
  }
  const effect = (values: Values, id: number | null, was: Values) => {
    // Take the stored hours of this movement out of the balance, because its new hours are subtracted below.
    const before = left + (id === null ? 0 : taken(was))
    return balanceChange(ENTRY, before, before - taken(values), bought)
  }
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo registro', failed: common.database }}
      change={{ title: `${editing.opened?.id} - Editar registro`, failed: common.database }}
      rules={{
        idColaborador: required,
        nTicket: requiredText(TICKET),
        qtdHoras: (text) => (text ? wrongHours(text) : common.required),
        dataInicio: requiredDay,
        dataFim: (until, { dataInicio }) => requiredDay(until) ?? (until < dataInicio ? common.daysInOrder : null),
        descricao: requiredText(MOVEMENT),
        dataMonitoramento: (until, { ticketMonitorado }) => (hasFinance && ticketMonitorado ? requiredDay(until) : null),
      }}
      effect={effect}
      save={save}
    >
      {(form) => (
        <>
          <Picker
            data-autofocus
            className="form-wide"
            label="Colaborador"
            required
            options={optionsOf.names(people)}
            {...form.getInputProps('idColaborador')}
          />
          <TextInput className="form-narrow" label="Ticket" required {...form.getInputProps('nTicket')} />
          <HoursMinutesField label="Horas" required {...form.getInputProps('qtdHoras')} />
          <DateField label="Data início" required {...form.getInputProps('dataInicio')} />
          <DateField label="Data fim" required {...form.getInputProps('dataFim')} />
          <Textarea label="Descrição" required autosize minRows={3} maxRows={8} {...form.getInputProps('descricao')} />
          <Switch className="form-quarter" label="Baixa saldo" {...form.getInputProps('baixaSaldo', { type: 'checkbox' })} />
          {hasFinance && (
            <Switch className="form-quarter" label="Ticket monitorado" {...form.getInputProps('ticketMonitorado', { type: 'checkbox' })} />
          )}
          {hasFinance && form.values.ticketMonitorado && <DateField label="Monitorar até" required {...form.getInputProps('dataMonitoramento')} />}
          {editing.opened?.id != null && <StatusSwitch {...form.getInputProps('idStatus')} />}
        </>
      )}
    </FormModal>
  )
}
