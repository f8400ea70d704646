// Form 'Lançar tempo': enters time that is over, also while another entry runs.
import { isNotEmpty, type UseFormReturnType } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import { addDays, dayBr, secondsLater, wallDay } from '../../../shared/clock.ts'
import { messages, workOf } from '../../../shared/features/track.ts'
import { isTimeOfDay, seconds } from '../../../shared/hours.ts'
import { messages as common } from '../../../shared/messages.ts'
import { DESCRIPTION, requiredText } from '../../../shared/text.ts'
import { serverNow } from '../../api/clock.ts'
import type { Send } from '../../api/request.ts'
import { renew, useFresh } from '../../api/useCall.ts'
import { useMe } from '../../boot.ts'
import { DateField, DurationField, TimeOfDayField } from '../../ui/form/dates.tsx'
import { requiredDay } from '../../ui/form/days.ts'
import { FormModal } from '../../ui/form/FormModal.tsx'
import { book, bookAt } from './book.ts'
import { DescriptionField } from './Description.tsx'
import { daysLater, isTotal, type Values } from './editing.ts'
import { guessOf } from './guess.ts'
import { likeOf, namesOf, noteOf, type Lists } from './lists.ts'
import type { usePast } from './usePast.ts'
import { useTimeFields } from './useTimeFields.ts'
import { WorkPickers } from './WorkPickers.tsx'

const required = isNotEmpty(common.required)
const hour = (text: string) => (text === '' || isTimeOfDay(text) ? null : common.hour)
const rules = {
  descricao: requiredText({ ...DESCRIPTION, empty: common.required }),
  idAtividade: required,
  idModulo: required,
  idCategoria: required,
  dia: (day: string) => requiredDay(day) ?? (day > wallDay(serverNow()) ? messages.ahead : null),
  inicio: hour,
  fim: hour,
  total: (total: string) => {
    if (!total) return messages.twoOfThree
    if (total === '00:00:00') return messages.nothing
    return isTotal(total) ? null : messages.noTotal
  },
}

/** Start of the time, if the start or the end was typed. */
function startOf({ dia, inicio, fim, total }: Values) {
  if (inicio) return `${dia}T${inicio}`
  return fim ? secondsLater(`${dia}T${fim}`, -seconds(total)) : null
}

export default function PastForm({ past }: { past: ReturnType<typeof usePast> }) {
  const me = useMe()
  const lists = useFresh(past.opened ? 'GET /datatrack' : null)
  const save = async (values: Values, _: number | null, send: Send) => {
    const fields = { ...workOf(values), descricao: values.descricao.trim() }
    const [from, total] = [startOf(values), seconds(values.total)]
    const said =
      from === null
        ? await book({ me: me.id, like: fields, day: values.dia, total, check: async () => undefined })
        : await bookAt({ me: me.id, fields, from, total, visit: values.compromisso ?? undefined, send })
    if (values.compromisso !== null) await renew('GET /track-visits')
    return messages.booked(said.from, said.until)
  }
  const title = { title: 'Lançar tempo', failed: messages.bookFailed }
  return (
    <FormModal editing={past} create={title} change={title} rules={rules} lists={lists} save={save}>
      {(form) => <PastFields form={form} lists={lists.data} />}
    </FormModal>
  )
}

/** The fields in the order in which they are typed: what, when, and last what was guessed. */
function PastFields({ form, lists }: { form: UseFormReturnType<Values>; lists: Lists | undefined }) {
  const { values } = form
  const moves = useTimeFields(form)
  const later = daysLater(values)
  const guess = () => {
    const { descricao, idAtividade, idModulo, idCategoria } = form.getValues()
    if (!lists || descricao.trim() === '' || idAtividade !== null || idModulo !== null || idCategoria !== null) return
    const { descricao: _, ...guessed } = guessOf(lists, descricao).like
    form.setValues(guessed)
  }
  // The lists may arrive only after the description, which nobody types for an appointment.
  const guessLate = useEffectEvent(() => {
    if (document.activeElement !== form.getInputNode('descricao') || form.getValues().compromisso !== null) guess()
  })
  useEffect(() => {
    if (lists) guessLate()
  }, [lists])
  return (
    <>
      <DescriptionField
        data-autofocus
        {...form.getInputProps('descricao')}
        onBlur={guess}
        suggestions={lists?.sugestoes ?? []}
        noteOf={(one) => (lists ? noteOf(namesOf(lists, one)) : '')}
        take={(one) => lists && form.setValues({ ...likeOf(lists, one), descricao: one.DESCRICAO ?? '' })}
      />
      <DateField className="form-quarter" label="Data" required {...form.getInputProps('dia')} />
      <DurationField className="form-quarter" label="Total" {...moves('total')} />
      <TimeOfDayField className="form-quarter" label="Início" {...moves('inicio')} />
      <TimeOfDayField
        className="form-quarter"
        label="Fim"
        {...moves('fim')}
        {...(later > 0 && { description: `+${later}, em ${dayBr(addDays(values.dia, later))}` })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      <WorkPickers form={form} lists={lists} />
    </>
  )
}
