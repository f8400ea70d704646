// Enters, corrects or removes the day on which a closing was paid.
import { wallDay } from '../../../shared/clock.ts'
import { messages } from '../../../shared/features/commission-closings.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { read, type Send } from '../../api/request.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { wrongDay } from '../../ui/form/days.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { monthBr } from '../../ui/month.ts'

const blank = { mes: '', pagoEm: '', versao: undefined as number | undefined }
type Values = typeof blank

export const usePaidForm = () =>
  useOpened('pagamento do fechamento', blank, async (id) => {
    const { mes, pagoEm, versao } = (await read('GET /comission-closing/{id}', { path: { id } })).fechamento
    return { mes, pagoEm: pagoEm ?? '', versao }
  })

interface Props {
  editing: ReturnType<typeof usePaidForm>
  /** Reloads the screen. */
  saved: () => unknown
}

export default function PaidForm({ editing, saved }: Props) {
  const { mes, pagoEm: was } = editing.opened?.was ?? blank
  const title = { title: `Pagamento do fechamento de ${mes && monthBr(mes)}`, failed: common.database }
  const save = async ({ pagoEm, versao }: Values, id: number | null, send: Send) => {
    await send('PUT /comission-closing/{id}', { path: { id: id ?? 0 }, body: { pagoEm: pagoEm || null, versao } })
    await saved()
    return pagoEm ? messages.paid : messages.unpaid
  }
  return (
    <FormModal
      editing={editing}
      create={title}
      change={title}
      rules={{
        pagoEm: (day) => {
          if (day === '' && was === '') return common.required
          const paidWrong = day > wallDay(serverNow()) ? messages.paidInFuture : day && day < `${mes}-01` ? messages.paidBefore : null
          return wrongDay(day) ?? paidWrong
        },
      }}
      save={save}
    >
      {(form) => (
        <DateField
          data-autofocus
          label="Paga em"
          required={was === ''}
          description={was && 'Em branco, o fechamento volta a estar a pagar.'}
          {...form.getInputProps('pagoEm')}
        />
      )}
    </FormModal>
  )
}
