// Dates and hours to type or to choose, as the wire writes them; apart, for the library comes with them.
import 'dayjs/locale/pt-br'
import '@mantine/dates/styles.layer.css'
import { TextInput, type TextInputProps } from '@mantine/core'
import { DateInput, type DateInputProps } from '@mantine/dates'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { dayOf, hourOf } from './typed.ts'

/** 'YYYY-MM-DD', or '' for none; typed as 19/11/2026, 19/11/26 or 19112026. The calendar opens on a click only: it covers what is below. */
export function DateField({
  value,
  onChange,
  onBlur,
  ...props
}: Omit<DateInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (value: string) => void }) {
  const [open, setOpen] = useState(false)
  return (
    <DateInput
      className="form-narrow"
      locale="pt-br"
      firstDayOfWeek={0}
      weekdayFormat="ddd"
      weekendDays={[]}
      valueFormat="DD/MM/YYYY"
      dateParser={dayOf}
      // A year of three digits is a slip.
      minDate="1900-01-01"
      placeholder="dd/mm/aaaa"
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': 'Limpar' }}
      previousLabel="Anterior"
      nextLabel="Próximo"
      rightSection={<CalendarDays aria-hidden />}
      rightSectionPointerEvents="none"
      popoverProps={{ opened: open, onChange: setOpen, withinPortal: false, floatingStrategy: 'fixed' }}
      onClick={() => setOpen(true)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      // So Esc closes the calendar, and says so to no one above it.
      data-mantine-stop-propagation={open || undefined}
      value={value || null}
      {...props}
      onChange={(day) => {
        setOpen(false)
        onChange?.(day ?? '')
      }}
      onBlur={(event) => {
        setOpen(false)
        onBlur?.(event)
      }}
    />
  )
}

/** 'HH:MM' of 24 hours, or '' for none; typed as 8, 830 or 08:30. What is no hour stays for the form's rule to refuse. */
export const HourField = ({
  value = '',
  onChange,
  onBlur,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (value: string) => void }) => (
  <TextInput
    className="form-narrow"
    inputMode="numeric"
    placeholder="hh:mm"
    maxLength={5}
    autoComplete="off"
    value={value}
    onChange={({ currentTarget: { value: typed } }) => onChange?.(/^\d{4}$/.test(typed) ? hourOf(typed) : typed)}
    onBlur={(event) => {
      if (hourOf(value) !== value) onChange?.(hourOf(value))
      onBlur?.(event)
    }}
    {...props}
  />
)
