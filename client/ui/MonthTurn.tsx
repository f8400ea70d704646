import { ChevronLeft, ChevronRight } from 'lucide-react'

interface Props {
  className: string
  /** How it is said. */
  text: string
  turn: (by: -1 | 1) => void
}

/** Which month a screen shows, and the way to those beside it; the screen hears ← and →. */
export const MonthTurn = ({ className, text, turn }: Props) => (
  <>
    <button type="button" className="icon-button" aria-label="Mês anterior" title="Mês anterior (←)" onClick={() => turn(-1)}>
      <ChevronLeft aria-hidden />
    </button>
    <strong className={className} aria-live="polite">
      {text}
    </strong>
    <button type="button" className="icon-button" aria-label="Próximo mês" title="Próximo mês (→)" onClick={() => turn(1)}>
      <ChevronRight aria-hidden />
    </button>
  </>
)
