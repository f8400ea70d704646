import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { addDays, dayBr, isDay } from '../../../shared/clock.ts'
import { duration, isTimeOfDay } from '../../../shared/hours.ts'
import { DateField, DurationField, TimeOfDayField } from '../../ui/form/dates.tsx'
import { useNow } from '../../ui/useNow.ts'
import { DescriptionField } from './Description.tsx'
import { daysLater, type Values } from './editing.ts'
import { likeOf, namesOf, noteOf, type Lists } from './lists.ts'
import { elapsedOf } from './timer.ts'
import { useTimeFields } from './useTimeFields.ts'
import { WorkPickers } from './WorkPickers.tsx'
import css from './time-form.module.css'

export function Fields({ form, lists }: { form: UseFormReturnType<Values>; lists: Lists | undefined }) {
  const { values } = form
  const moves = useTimeFields(form)
  const later = daysLater(values)
  return (
    <>
      <DescriptionField
        data-autofocus
        {...form.getInputProps('descricao')}
        suggestions={lists?.sugestoes ?? []}
        noteOf={(one) => (lists ? noteOf(namesOf(lists, one)) : '')}
        take={(one) => lists && form.setValues({ ...likeOf(lists, one), descricao: one.DESCRICAO ?? '' })}
      />
      <WorkPickers form={form} lists={lists} />
      <DateField label="Data" required {...form.getInputProps('dia')} />
      <TimeOfDayField label="Início" required {...moves('inicio')} />
      {values.corre && !values.parado ? (
        <Stopwatch {...values} />
      ) : (
        <>
          <TimeOfDayField
            label="Fim"
            required
            {...moves('fim')}
            {...(later > 0 && { description: `+${later}, em ${dayBr(addDays(values.dia, later))}` })}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
          />
          <DurationField label="Total" required {...moves('total')} />
        </>
      )}
    </>
  )
}

/** The elapsed time of a running entry, which has no end yet. */
function Stopwatch({ dia, inicio }: Values) {
  const now = useNow(1000)
  const elapsed = isDay(dia) && isTimeOfDay(inicio) ? elapsedOf({ dataHoraInicio: `${dia}T${inicio}` }, now) : 0
  return <TextInput className={`form-narrow ${css.running}`} label="Total" readOnly value={duration(elapsed)} />
}
