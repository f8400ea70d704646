import { Textarea } from '@mantine/core'
import { isNotEmpty } from '@mantine/form'
import { CONTROL_NOTE, messages } from '../../../shared/features/service-hours.ts'
import { minutesIn, wrongHours } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { requiredText } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { useHasFinance } from '../../boot.ts'
import { DateField, HoursMinutesField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { balanceChange } from './balanceChange.tsx'
import { useServiceLists } from './filter.ts'
import type { useServiceEditing, Values } from './serviceEditing.ts'

const required = isNotEmpty(common.required)

function wrongValue(typed: number | string) {
  if (typed === '') return null
  const value = Number(typed)
  if (Number.isNaN(value)) return common.number
  if (value < 0) return common.negative
  return value > 99_999 ? messages.valorHora : null
}

const CHANGE = ['Esta alteração', 'desta alteração'] as const

interface Props {
  editing: ReturnType<typeof useServiceEditing>
  /** Returns the remaining minutes of a control, if known. */
  leftOf: (id: number) => number | undefined
  /** Reloads the list. */
  saved: () => unknown
}

export default function ServiceForm({ editing, leftOf, saved }: Props) {
  const hasFinance = useHasFinance()
  const { call, options } = useServiceLists(editing.opened !== null)
  const save = async ({ versao, idColaborador, valorHora, ...values }: Values, id: number | null, send: Send) => {
    const fields = { ...values, idCliente: values.idCliente ?? 0, idStatus: values.idStatus ?? 0 }
    // Only finance may change these two fields, so other people's requests omit them when changing a control.
    const own = { idColaborador: idColaborador ?? 0, valorHora: valorHora === '' ? null : Number(valorHora) }
    await (id === null
      ? send('POST /service-time-control', { body: { ...fields, ...own } })
      : send('PUT /service-time-control', { body: { id, versao, ...fields, ...(hasFinance && own) } }))
    await saved()
    return id === null ? messages.created : messages.changed
  }
  const effect = ({ qtdHoras }: Values, id: number | null, was: Values) => {
    const left = id === null ? undefined : leftOf(id)
    if (left === undefined || wrongHours(qtdHoras)) return null
    const bought = minutesIn(qtdHoras)
    return balanceChange(CHANGE, left, left + bought - minutesIn(was.qtdHoras), bought)
  }
  // With the hourly rate, this line of the form has four fields, otherwise three.
  const share = hasFinance ? 'form-half' : 'form-narrow'
  return (
    <FormModal
      editing={editing}
      create={{ title: 'Novo Serviço', failed: common.database }}
      change={{ title: 'Editar Serviço', failed: common.database }}
      lists={call}
      rules={{
        idCliente: required,
        idColaborador: required,
        idStatus: required,
        qtdHoras: (text) => (text ? wrongHours(text) : common.required),
        valorHora: wrongValue,
        dataInicio: requiredDay,
        observacao: requiredText(CONTROL_NOTE),
      }}
      effect={effect}
      save={save}
    >
      {(form) => (
        <>
          <Picker data-autofocus className="form-wide" label="Cliente" required options={options.cliente} {...form.getInputProps('idCliente')} />
          <Picker
            className="form-half"
            label="Colaborador"
            required
            disabled={!hasFinance && editing.opened?.id != null}
            options={options.responsavel}
            {...form.getInputProps('idColaborador')}
          />
          <Picker className="form-half" label="Status" required options={options.status} {...form.getInputProps('idStatus')} />
          <DateField className={share} label="Data início" required {...form.getInputProps('dataInicio')} />
          <HoursMinutesField className={share} label="Horas" required {...form.getInputProps('qtdHoras')} />
          {hasFinance && <MoneyField className={share} label="Valor hora" {...form.getInputProps('valorHora')} />}
          <Textarea label="Observação" required autosize minRows={3} maxRows={8} {...form.getInputProps('observacao')} />
        </>
      )}
    </FormModal>
  )
}
