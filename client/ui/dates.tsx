// Dates and hours to type or to choose, as the wire writes them; apart, for the library comes with them.
import 'dayjs/locale/pt-br'
import '@mantine/dates/styles.layer.css'
import { DateInput, TimePicker, type DateInputProps, type TimePickerProps } from '@mantine/dates'
import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import { CalendarDays } from 'lucide-react'

// Without it a typed 03/04/2026 is the fourth of March.
dayjs.extend(customParseFormat)

/** 'YYYY-MM-DD', or '' for none; typed as 19/11/2026 or 19/11/26. */
export const DateField = ({
  value,
  onChange,
  ...props
}: Omit<DateInputProps, 'value' | 'onChange'> & { value?: string; onChange?: (value: string) => void }) => (
  <DateInput
    className="form-narrow"
    locale="pt-br"
    valueFormat="DD/MM/YYYY"
    placeholder="dd/mm/aaaa"
    clearable
    rightSection={<CalendarDays aria-hidden />}
    rightSectionPointerEvents="none"
    popoverProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    value={value || null}
    onChange={(day) => onChange?.(day ?? '')}
    {...props}
  />
)

/** 'HH:MM', or '' for none. */
export const HourField = (props: Omit<TimePickerProps, 'format'>) => (
  <TimePicker className="form-narrow" format="24h" hoursInputLabel="Horas" minutesInputLabel="Minutos" {...props} />
)
