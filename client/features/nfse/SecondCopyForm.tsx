// Asks for the second copy of an overdue boleto, and shows line by line what it will ask for.
import { openFrom } from '../../../shared/bank-days.ts'
import { addDays, isDay, wallDay } from '../../../shared/clock.ts'
import { messages, SUGGESTED_DAYS } from '../../../shared/features/second-copy.ts'
import { messages as common } from '../../../shared/messages.ts'
import { serverNow } from '../../api/clock.ts'
import { sayFailure } from '../../api/failure.ts'
import type { Send } from '../../api/request.ts'
import { useFresh } from '../../api/useCall.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { FlagSwitch } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { reaisBr } from '../../ui/number.ts'
import table from './rows.module.css'

const blank = { vencimento: '', semEncargos: 'N' as 'S' | 'N' }

/** The form for a second copy. A draft belongs to its account. */
export const useSecondCopy = (id: number) => useOpened(`segunda via da conta ${id}`, blank, async () => undefined)
export const suggestedDay = () => openFrom(addDays(wallDay(serverNow()), SUGGESTED_DAYS))

interface Props {
  id: number
  form: ReturnType<typeof useSecondCopy>
  saved: () => unknown
}

export default function SecondCopyForm({ id, form: editing, saved }: Props) {
  const save = async ({ vencimento, semEncargos }: typeof blank, _: number | null, send: Send) => {
    await send('POST /nfse/{id}/second-copy', { path: { id }, body: { vencimento, semEncargos: semEncargos === 'S' } })
    await saved()
    return messages.asked
  }
  const title = { title: 'Segunda via do boleto', failed: common.database }
  return (
    <FormModal isSingle editing={editing} create={title} change={title} invalid={common.invalidEntry} rules={{ vencimento: requiredDay }} save={save}>
      {(form) => (
        <>
          <DateField data-autofocus label="Novo vencimento" required {...form.getInputProps('vencimento')} />
          <FlagSwitch label="Sem multa e juros" {...form.getInputProps('semEncargos')} />
          <Charges id={id} vencimento={form.values.vencimento} isFree={form.values.semEncargos === 'S'} />
        </>
      )}
    </FormModal>
  )
}

function Charges({ id, vencimento, isFree }: { id: number; vencimento: string; isFree: boolean }) {
  const { data, error } = useFresh(isDay(vencimento) ? 'GET /nfse/{id}/second-copy' : null, { path: { id }, query: { vencimento } })
  if (error) return <p role="alert">{sayFailure(error, messages.previewFailed)}</p>
  if (!data) return null
  const { emAberto, dias, multa, juros, total } = data
  const lines: [string, number][] = [
    ['Valor em aberto', emAberto],
    ['Multa', isFree ? 0 : multa],
    [`Juros de ${dias === 1 ? '1 dia' : `${dias} dias`}`, isFree ? 0 : juros],
    ['Total', isFree ? emAberto : total],
  ]
  return (
    <table className={table.rows}>
      <tbody>
        {lines.map(([label, amount]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{reaisBr(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
