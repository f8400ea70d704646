// Asks the authority to cancel an issued NFS-e.
import '../../ui/feedback/message.css'
import { Textarea } from '@mantine/core'
import { CircleAlert } from 'lucide-react'
import { asLine, CANCEL_REASONS, messages, wrongExplanation } from '../../../shared/features/cancellation.ts'
import { messages as common } from '../../../shared/messages.ts'
import type { Send } from '../../api/request.ts'
import { FlagSwitch, Picker } from '../../ui/form/fields.tsx'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { useOpened } from '../../ui/form/useEditing.ts'
import { reaisBr } from '../../ui/number.ts'

const reasons = Object.entries(CANCEL_REASONS).map(([value, label]) => ({ value: Number(value), label }))
const blank = { motivo: null as number | null, texto: '', mesmoRecebida: 'N' as 'S' | 'N' }

/** The form for a cancellation. A draft belongs to its account. */
export const useCancel = (id: number) => useOpened(`cancelamento da conta ${id}`, blank, async () => undefined)

interface Props {
  id: number
  form: ReturnType<typeof useCancel>
  /** The amount received for the account, in reais. */
  received: number
  saved: () => unknown
}

export default function CancelForm({ id, form: editing, received, saved }: Props) {
  const save = async ({ motivo, texto, mesmoRecebida }: typeof blank, _: number | null, send: Send) => {
    const reason = motivo === 1 || motivo === 2 ? motivo : 9
    await send('POST /nfse/{id}/cancel', { path: { id }, body: { motivo: reason, texto: asLine(texto), mesmoRecebida: mesmoRecebida === 'S' } })
    await saved()
    return messages.cancelling
  }
  const title = { title: 'Cancelar NFS-e', failed: common.database }
  return (
    <FormModal
      isSingle
      editing={editing}
      create={title}
      change={title}
      invalid={common.invalidEntry}
      rules={{
        motivo: (typed) => (typed === null ? messages.noReason : null),
        texto: wrongExplanation,
        mesmoRecebida: (typed) => (received > 0 && typed !== 'S' ? messages.paid : null),
      }}
      save={save}
    >
      {(form) => (
        <>
          <Picker data-autofocus label="Motivo" required options={reasons} {...form.getInputProps('motivo')} />
          <Textarea label="Descrição" required autosize minRows={2} maxRows={6} {...form.getInputProps('texto')} />
          <p>O boleto é baixado junto. O cancelamento não volta atrás.</p>
          {received > 0 && <FlagSwitch label={`Mesmo com ${reaisBr(received)} recebidos`} {...form.getInputProps('mesmoRecebida')} />}
          {form.errors['mesmoRecebida'] && (
            <p className="problem" role="alert">
              <CircleAlert aria-hidden /> {form.errors['mesmoRecebida']}
            </p>
          )}
        </>
      )}
    </FormModal>
  )
}
