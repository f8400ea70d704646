// The time fields of a form, which change each other while they are typed.
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { wallTime } from '../../../shared/clock.ts'
import { serverNow } from '../../api/clock.ts'
import { moved, timeOf, type Values } from './editing.ts'

/** Returns the input props of a time field. */
export function useTimeFields(form: UseFormReturnType<Values>) {
  /**
   * Every keystroke is computed from the values at focus, because a partly typed time is a different time. If the values change elsewhere meanwhile,
   * the next keystroke is computed from the new ones.
   */
  const typing = useRef<{ from: Values; to: Values } | null>(null)
  return (field: 'inicio' | 'fim' | 'total') => ({
    ...form.getInputProps(field),
    onFocus: () => {
      typing.current = null
    },
    onChange: (text: string) => {
      const now = form.getValues()
      const last = typing.current
      const isOurs = last !== null && JSON.stringify(timeOf(last.to)) === JSON.stringify(timeOf(now))
      const from = { ...now, ...timeOf(isOurs ? last.from : now) }
      const to = { ...from, ...moved(from, field, text, wallTime(serverNow())) }
      typing.current = { from, to }
      form.setValues(to)
    },
  })
}
