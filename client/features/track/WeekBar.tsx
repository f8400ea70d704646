// Which week is shown, beside the choice between list and week.
import { Button } from '@mantine/core'
import { ChevronLeft, ChevronRight, Copy } from 'lucide-react'
import { addDays } from '../../../shared/clock.ts'
import { useAddress } from '../../ui/useAddress.ts'
import { useKeys } from '../../ui/useKeys.ts'
import { titleOf, type Week } from './week.ts'

/** Changes what an address says of the week; null takes it out. */
export function useWeekPlace() {
  const [, put] = useAddress()
  return (to: Partial<Record<'visao' | 'semana' | 'copiar', string | null>>) => put(to, true)
}

export function WeekBar({ of: { monday } }: { of: Week }) {
  const go = useWeekPlace()
  const toNow = () => go({ semana: null, copiar: null })
  const page = (by: -7 | 7) => go({ semana: addDays(monday, by), copiar: null })
  useKeys({ T: toNow })
  return (
    <>
      <Button variant="default" size="sm" title="Esta semana (T)" onClick={toNow}>
        Esta semana
      </Button>
      <button type="button" className="icon-button" aria-label="Semana anterior" title="Semana anterior" onClick={() => page(-7)}>
        <ChevronLeft aria-hidden />
      </button>
      <strong className="week-title" aria-live="polite">
        {titleOf(monday)}
      </strong>
      <button type="button" className="icon-button" aria-label="Próxima semana" title="Próxima semana" onClick={() => page(7)}>
        <ChevronRight aria-hidden />
      </button>
    </>
  )
}

/** Shows what was done in the week before, without its hours. */
export function CopyWeek({ of: { copies } }: { of: Week }) {
  const go = useWeekPlace()
  return (
    <Button
      className="week-copy"
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
