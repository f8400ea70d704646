import { ChevronLeft, ChevronRight } from 'lucide-react'
import { nextMonth } from './month.ts'

interface Props {
  className: string
  /** 'YYYY-MM', and how it is said. */
  month: string
  text: string
  go: (month: string) => void
}

/** Which month a screen shows, and the way to those beside it; the screen hears ← and →. */
export const MonthTurn = ({ className, month, text, go }: Props) => (
  <>
    <button type="button" className="icon-button" aria-label="Mês anterior" title="Mês anterior (←)" onClick={() => go(nextMonth(month, -1))}>
      <ChevronLeft aria-hidden />
    </button>
    <strong className={className} aria-live="polite">
      {text}
    </strong>
    <button type="button" className="icon-button" aria-label="Próximo mês" title="Próximo mês (→)" onClick={() => go(nextMonth(month, 1))}>
      <ChevronRight aria-hidden />
    </button>
  </>
)
