import { ChevronLeft, ChevronRight } from 'lucide-react'
import { numberBr } from '../number.ts'
import type { Grid } from './useGrid.ts'

export function Pages<T>({ grid: { pages } }: { grid: Grid<T> }) {
  if (!pages) return null
  const { page, count, first, last, of, go } = pages
  return (
    <nav className="grid-pages" aria-label="Páginas">
      <span role="status">
        {numberBr(first)}–{numberBr(last)} de {numberBr(of)}
      </span>
      <button type="button" className="icon-button" aria-label="Anterior" title="Página anterior" disabled={page === 1} onClick={() => go(page - 1)}>
        <ChevronLeft aria-hidden />
      </button>
      <span>
        {page} / {count}
      </span>
      <button
        type="button"
        className="icon-button"
        aria-label="Próxima"
        title="Próxima página"
        disabled={page === count}
        onClick={() => go(page + 1)}
      >
        <ChevronRight aria-hidden />
      </button>
    </nav>
  )
}
