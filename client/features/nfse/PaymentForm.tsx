// Enters a payment of an account that came by another way than the bank's file, and undoes one.
import { Textarea, TextInput } from '@mantine/core'
import { messages, PAYMENT_WAYS } from '../../../shared/features/nfse.ts'
import { messages as common } from '../../../shared/messages.ts'
import { NOT_POSITIVE } from '../../../shared/money.ts'
import { optionalText, requiredText } from '../../../shared/text.ts'
import type { Send } from '../../api/request.ts'
import { wrongAmount } from '../../ui/form/amount.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { lastDay, requiredDay } from '../../ui/form/days.ts'
import { MoneyField, Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { reaisBr } from '../../ui/number.ts'

const ways = PAYMENT_WAYS.map((label, value) => ({ value, label }))
const PIX = PAYMENT_WAYS.indexOf('PIX')

const blank = {
  valor: '' as number | string,
  acrescimos: '' as number | string,
  pagoEm: '',
  creditadoEm: '',
  forma: PIX as number | null,
  observacao: '',
}
type Values = typeof blank
const blankUndoing = { id: 0, valor: 0, motivo: '' }

/** The forms of an account's payments: to enter one, and to undo one. A draft belongs to its account. */
export const usePayments = (id: number) => ({
  paying: useOpened(`pagamento da conta ${id}`, blank, async () => undefined),
  undoing: useOpened(`desfazer pagamento da conta ${id}`, blankUndoing, async () => undefined),
})

interface Props {
  id: number
  forms: ReturnType<typeof usePayments>
  /** Reloads the account and the list. */
  saved: () => unknown
}

export default function PaymentForm({ id, forms, saved }: Props) {
  const pay = async ({ forma, valor, acrescimos, creditadoEm, ...rest }: Values, _: number | null, send: Send) => {
    const way = PAYMENT_WAYS[forma ?? PIX] ?? 'Outra'
    const amounts = { valor: Number(valor), acrescimos: Number(acrescimos) || null }
    await send('POST /nfse/{id}/payments', { path: { id }, body: { ...rest, ...amounts, creditadoEm: creditadoEm || null, forma: way } })
    await saved()
    return messages.paid
  }
  const undo = async ({ id: payment, motivo }: typeof blankUndoing, _: number | null, send: Send) => {
    await send('POST /nfse/payments/{id}/undo', { path: { id: payment }, body: { motivo } })
    await saved()
    return messages.unpaid
  }
  const undoTitle = { title: `Desfazer pagamento de ${reaisBr(forms.undoing.opened?.values.valor ?? 0)}`, failed: common.database }
  const title = { title: 'Registrar pagamento', failed: common.database }
  return (
    <>
      <FormModal
        isSingle
        editing={forms.paying}
        create={title}
        change={title}
        invalid={common.invalidEntry}
        rules={{
          valor: (typed) => (Number(typed) <= 0 ? NOT_POSITIVE : wrongAmount(Number(typed))),
          acrescimos: (typed) => (typed === '' ? null : wrongAmount(Number(typed))),
          pagoEm: requiredDay,
          creditadoEm: (day, { pagoEm }) => lastDay(day, pagoEm),
          observacao: optionalText({ name: 'Observação', max: 200 }),
        }}
        save={pay}
      >
        {(form) => (
          <>
            <MoneyField data-autofocus className="form-half" label="Valor" required {...form.getInputProps('valor')} />
            <MoneyField className="form-half" label="Juros e multa" {...form.getInputProps('acrescimos')} />
            <DateField label="Pago em" required {...form.getInputProps('pagoEm')} />
            <DateField label="Creditado em" {...form.getInputProps('creditadoEm')} />
            <Picker label="Forma" required options={ways} {...form.getInputProps('forma')} />
            <Textarea label="Observação" autosize minRows={2} maxRows={4} {...form.getInputProps('observacao')} />
          </>
        )}
      </FormModal>
      <FormModal
        isSingle
        editing={forms.undoing}
        create={undoTitle}
        change={undoTitle}
        rules={{ motivo: requiredText({ name: 'Motivo', max: 200, empty: 'Motivo precisa ser preenchido.' }) }}
        save={undo}
      >
        {(form) => <TextInput data-autofocus label="Motivo" required {...form.getInputProps('motivo')} />}
      </FormModal>
    </>
  )
}
