import { ChevronLeft, ChevronRight } from 'lucide-react'

interface Props {
  className: string | undefined
  /** The month in words, such as 'novembro de 2026'. */
  text: string
  turn: (by: -1 | 1) => void
}

/** The month that a screen shows, with buttons for the previous and the next one. The screen itself handles the ← and → keys. */
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
