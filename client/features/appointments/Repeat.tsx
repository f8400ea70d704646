// The fields of a form for an appointment that repeats.
import type { UseFormReturnType } from '@mantine/form'
import { Input } from '@mantine/core'
import { dayBr, isDay } from '../../../shared/clock.ts'
import { repeatedDays, weekdayOf } from '../../../shared/repetition.ts'
import { DateField } from '../../ui/form/dates.tsx'
import { NumberField, Picker } from '../../ui/form/fields.tsx'
import { monthBr } from '../../ui/month.ts'
import { numberBr } from '../../ui/number.ts'
import type { Values } from './editing.ts'
import { INTERVALS, repetitionOf, wrongRepeat } from './repetition.ts'

const WEEKDAYS = ['Seg', 'Ter', 'Qua', 'Qui', 'Sex', 'Sáb', 'Dom']
const options = INTERVALS.map(({ label }, value) => ({ value, label }))

export function Repeat({ form }: { form: UseFormReturnType<Values> }) {
  const { values } = form
  const { repete, dias, dataIni } = values
  const interval = INTERVALS[repete]
  const choose = (next: number | null) =>
    form.setValues({
      repete: next ?? 0,
      ...(INTERVALS[next ?? 0]?.unidade === 'semana' && dias.length === 0 && isDay(dataIni) && { dias: [weekdayOf(dataIni)] }),
    })
  const flip = (weekday: number) => form.setFieldValue('dias', dias.includes(weekday) ? dias.filter((one) => one !== weekday) : [...dias, weekday])
  return (
    <>
      <Picker className="form-wide" label="Repetir" options={options} {...form.getInputProps('repete')} onChange={choose} />
      {interval?.unidade === 'semana' && (
        <Input.Wrapper className="form-wide" label="Dias da semana" labelElement="div" error={form.errors['dias']}>
          <div className="toggles" role="group" aria-label="Dias da semana">
            {WEEKDAYS.map((name, at) => (
              <button key={name} type="button" className="toggle" aria-pressed={dias.includes(at + 1)} onClick={() => flip(at + 1)}>
                {name}
              </button>
            ))}
          </div>
        </Input.Wrapper>
      )}
      {interval?.unidade && (
        <div className="form-fields">
          <DateField className="form-half" label="Repetir até" {...form.getInputProps('ate')} />
          <NumberField className="form-half" label="ou este número de vezes" isCode {...form.getInputProps('vezes')} />
          <Summary values={values} />
        </div>
      )}
    </>
  )
}

/** '13 compromissos, o último em 22/02/2027. Sem 02/2027, que não tem este dia.' */
function Summary({ values }: { values: Values }) {
  const repetition = repetitionOf(values)
  if (!repetition || !isDay(values.dataIni) || wrongRepeat(values)) return null
  const { days, skipped } = repeatedDays(values.dataIni, repetition)
  const count = days.length * Math.max(1, values.colaboradores.length)
  return (
    <p className="form-note" role="status">
      {numberBr(count)} compromissos, {count > days.length && `em ${numberBr(days.length)} dias, `}o último em {dayBr(days.at(-1) ?? '')}.
      {skipped.length > 0 &&
        ` Sem ${skipped.map(monthBr).join(', ')}: ${skipped.length === 1 ? 'não tem' : 'não têm'} o dia ${values.dataIni.slice(8)}.`}
    </p>
  )
}
