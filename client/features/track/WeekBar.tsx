// The toolbar of the week view.
import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { addDays, dayBr } from '../../../shared/clock.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { weekdayOf } from './days.ts'
import { titleOf, type Week } from './week.ts'
import css from './week-bar.module.css'

/** Returns a function that changes the week's parameters in the address; null removes one. */
export function useWeekPlace() {
  const [, put] = useAddress()
  return (to: Partial<Record<'visao' | 'semana' | 'copiar', string | null>>) => put(to, true)
}

export function WeekBar({ of: { monday, days, narrow } }: { of: Week }) {
  const [first = monday] = days
  const go = useWeekPlace()
  const toNow = () => go({ semana: null, copiar: null })
  const page = (by: -1 | 1) => go({ semana: addDays(first, narrow ? by : 7 * by), copiar: null })
  const [before, after] = narrow ? ['Dia anterior', 'Próximo dia'] : ['Semana anterior', 'Próxima semana']
  useKeys({ T: toNow })
  return (
    <>
      <Button variant="default" size="sm" title={narrow ? 'Hoje (T)' : 'Esta semana (T)'} onClick={toNow}>
        {narrow ? 'Hoje' : 'Esta semana'}
      </Button>
      <button type="button" className="icon-button" aria-label={before} title={before} onClick={() => page(-1)}>
        <ChevronLeft aria-hidden />
      </button>
      <strong className={css.title} aria-live="polite">
        {narrow ? `${weekdayOf(first).slice(0, 3)}, ${dayBr(first)}` : titleOf(monday)}
      </strong>
      <button type="button" className="icon-button" aria-label={after} title={after} onClick={() => page(1)}>
        <ChevronRight aria-hidden />
      </button>
    </>
  )
}

/** Button that adds the lines of the previous week, without their hours. */
export function CopyWeek({ of: { copies } }: { of: Week }) {
  const go = useWeekPlace()
  return (
    <Button
      className={css.copy}
      variant="default"
      size="sm"
      aria-pressed={copies}
      leftSection={<Copy aria-hidden />}
      onClick={() => go({ copiar: copies ? null : '1' })}
    >
      Copiar semana anterior
    </Button>
  )
}
