// Gives the bank an instruction about a registered boleto.
import { messages, type MOVEMENTS } from '../../../shared/features/bank-files.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE } from '../../../shared/money.ts'
import type { Send } from '../../api/request.ts'
import { wrongAmount } from '../../ui/form/amount.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { MoneyField, Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'

type Movement = (typeof MOVEMENTS)[number]
export const INSTRUCTIONS: Record<Movement, string> = {
  entry: 'Registrar',
  writeOff: 'Dar baixa',
  dueDate: 'Mudar o vencimento',
  abatement: 'Conceder abatimento',
  cancelAbatement: 'Cancelar o abatimento',
}
const CHOICES = ['writeOff', 'dueDate', 'abatement', 'cancelAbatement'] as const
const choices = CHOICES.map((movement, value) => ({ value, label: INSTRUCTIONS[movement] }))
const chosenOf = (movimento: number | null) => CHOICES[movimento ?? -1]

const blank = { movimento: null as number | null, vencimento: '', abatimento: '' as number | string }

/** The form for an instruction. A draft belongs to its account. */
export const useOrder = (id: number) => useOpened(`instrução da conta ${id}`, blank, async () => undefined)

interface Props {
  id: number
  form: ReturnType<typeof useOrder>
  saved: () => unknown
}

export default function OrderForm({ id, form: editing, saved }: Props) {
  const save = async ({ movimento, vencimento, abatimento }: typeof blank, _: number | null, send: Send) => {
    const chosen = chosenOf(movimento)
    if (!chosen) return ''
    const body = {
      movimento: chosen,
      vencimento: chosen === 'dueDate' ? vencimento : null,
      abatimento: chosen === 'abatement' ? Number(abatimento) : null,
    }
    await send('POST /nfse/{id}/orders', { path: { id }, body })
    await saved()
    return messages.ordered
  }
  const title = { title: 'Instrução ao banco', failed: common.database }
  return (
    <FormModal
      isSingle
      editing={editing}
      create={title}
      change={title}
      invalid={common.invalidEntry}
      rules={{
        movimento: (typed) => (typed === null ? common.required : null),
        vencimento: (day, { movimento }) => (chosenOf(movimento) === 'dueDate' ? requiredDay(day) : null),
        abatimento: (typed, { movimento }) =>
          chosenOf(movimento) === 'abatement' ? (Number(typed) <= 0 ? NOT_POSITIVE : wrongAmount(Number(typed))) : null,
      }}
      save={save}
    >
      {(form) => (
        <>
          <Picker data-autofocus label="Instrução" required options={choices} {...form.getInputProps('movimento')} />
          {chosenOf(form.values.movimento) === 'dueDate' && <DateField label="Novo vencimento" required {...form.getInputProps('vencimento')} />}
          {chosenOf(form.values.movimento) === 'abatement' && <MoneyField label="Abatimento" required {...form.getInputProps('abatimento')} />}
        </>
      )}
    </FormModal>
  )
}
