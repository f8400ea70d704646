// Date and time fields whose values have the API's format. This file is separate, because it loads the date library.
import 'dayjs/locale/pt-br'
import '@mantine/dates/styles.layer.css'
import { CloseButton, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker, MonthPicker } from '@mantine/dates'
import { CalendarDays } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { dayBr, isDay, wallDay } from '../../../shared/clock.ts'
import { duration, typedTime } from '../../../shared/hours.ts'
import { serverNow } from '../../api/clock.ts'
import { numericMonthBr } from '../../../shared/format-br.ts'
import { MONTH } from '../month.ts'
import { dayOf, hourOf, hoursMinutesOf, monthOf, timeOfDayOf } from './typed.ts'
import { useTyped } from './useTyped.ts'

type FieldProps = Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (value: string) => void }

const LABELS = {
  previousMonth: 'Anterior',
  nextMonth: 'Próximo',
  previousYear: 'Anterior',
  nextYear: 'Próximo',
  previousDecade: 'Anterior',
  nextDecade: 'Próximo',
}

interface CalendarProps extends Omit<TextInputProps, 'onChange'> {
  /** The `input` props that useTyped returns. */
  input: ReturnType<typeof useTyped>['input']
  open: boolean
  setOpen: (open: boolean) => void
  /** Clears the value; absent when the field is empty. */
  clear: (() => void) | undefined
  /** The calendar. */
  children: ReactNode
}
/** Text field with a calendar. The calendar opens only on click, because it covers the fields below. */
function CalendarField({ input, open, setOpen, clear, children, ...props }: CalendarProps) {
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" withRoles={false} withinPortal={false} floatingStrategy="fixed">
      <Popover.Target>
        <TextInput
          className="form-narrow"
          autoComplete="off"
          // While the calendar is open, Esc closes only the calendar, not the dialog around it.
          data-mantine-stop-propagation={open || undefined}
          rightSection={
            clear && !props.required ? (
              <CloseButton aria-label="Limpar" tabIndex={-1} onMouseDown={(event) => event.preventDefault()} onClick={clear} />
            ) : (
              <CalendarDays aria-hidden />
            )
          }
          {...(!(clear && !props.required) && { rightSectionPointerEvents: 'none' })}
          {...props}
          {...input}
          onClick={() => setOpen(true)}
          onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
          onBlur={(event) => {
            setOpen(false)
            input.onBlur(event)
          }}
        />
      </Popover.Target>
      {/* Keeps the focus in the text field, so that Tab goes on to the next field. */}
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>{children}</Popover.Dropdown>
    </Popover>
  )
}

/** Date field. Its value is 'YYYY-MM-DD', '' when empty, or the invalid text, which the form's rule refuses. */
export function DateField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const [open, setOpen] = useState(false)
  const today = wallDay(serverNow())
  const { input, drop } = useTyped(value, isDay(value) ? dayBr(value) : value, (text) => dayOf(text, today) ?? text, onChange, onBlur)
  const choose = (day: string | null) => {
    setOpen(false)
    drop()
    onChange?.(day ?? '')
  }
  return (
    <CalendarField placeholder="dd/mm/aaaa" {...props} {...{ input, open, setOpen }} clear={value ? () => choose(null) : undefined}>
      <DatePicker
        __preventFocus
        locale="pt-br"
        firstDayOfWeek={1}
        weekdayFormat="ddd"
        weekendDays={[]}
        minDate="1900-01-01"
        ariaLabels={LABELS}
        // Marks today according to the server's clock; the library would use the computer's.
        getDayProps={(day) => (day === today ? { 'data-today': true, 'data-highlight-today': true } : {})}
        defaultDate={isDay(value) ? value : today}
        value={isDay(value) ? value : null}
        onChange={choose}
      />
    </CalendarField>
  )
}

/** Month field. Its value is 'YYYY-MM', typed as 12/2026, 122026 or 12. */
export function MonthField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const [open, setOpen] = useState(false)
  const today = wallDay(serverNow())
  const isMonth = MONTH.test(value)
  const { input, drop } = useTyped(value, isMonth ? numericMonthBr(value) : value, (text) => monthOf(text, today) ?? text, onChange, onBlur)
  const choose = (day: string | null) => {
    setOpen(false)
    drop()
    onChange?.(day?.slice(0, 7) ?? '')
  }
  return (
    <CalendarField placeholder="mm/aaaa" {...props} {...{ input, open, setOpen }} clear={value ? () => choose(null) : undefined}>
      <MonthPicker
        __preventFocus
        locale="pt-br"
        ariaLabels={LABELS}
        defaultDate={isMonth ? `${value}-01` : today}
        value={isMonth ? `${value}-01` : null}
        onChange={choose}
      />
    </CalendarField>
  )
}

/**
 * Time field. Its value is 'HH:MM' on the 24-hour clock or '' when empty, typed as 8, 830 or 08:30. Invalid text is kept for the form's rule to
 * refuse.
 */
export function HourField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const { input } = useTyped(value, value, hourOf, onChange, onBlur)
  return <TextInput className="form-narrow" inputMode="numeric" placeholder="hh:mm" autoComplete="off" {...props} {...input} />
}

/** Time field with seconds. Its value is 'HH:MM:SS'. */
export function TimeOfDayField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const { input } = useTyped(value, value, timeOfDayOf, onChange, onBlur)
  return <TextInput className="form-narrow" inputMode="numeric" placeholder="hh:mm" autoComplete="off" {...props} {...input} />
}

/**
 * Field for contracted hours. Its value is 'HH:MM' or 'HHH:MM', typed also as 2, 7,5, 1h30 or 90m. Invalid text is kept for the form's rule to
 * refuse.
 */
export function HoursMinutesField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const { input } = useTyped(value, value, hoursMinutesOf, onChange, onBlur)
  return <TextInput className="form-narrow" inputMode="decimal" placeholder="000:00" autoComplete="off" {...props} {...input} />
}

/** Duration field. Its value is 'HH:MM:SS', typed as 1:30, 1,5 or 90m. */
export function DurationField({ value = '', onChange, onBlur, ...props }: FieldProps) {
  const meant = (text: string) => {
    const time = typedTime(text)
    return time === null ? text.trim() : duration(time)
  }
  const { input } = useTyped(value, value, meant, onChange, onBlur)
  return <TextInput className="form-narrow" placeholder="1:30, 1,5 ou 90m" autoComplete="off" {...props} {...input} />
}
