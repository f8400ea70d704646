import type { PointerEvent } from 'react'

const NARROWEST = 60
const WIDEST = 900
/** The edge of a column header that is dragged to resize the column. The width is stored on release. */
export function ColumnEdge({ resize }: { resize: (px: number) => void }) {
  const drag = (event: PointerEvent<HTMLSpanElement>) => {
    const { currentTarget: edge, clientX, pointerId } = event
    const head = edge.closest('th')
    const column = head && head.closest('table')?.querySelectorAll('col')[head.cellIndex]
    if (!column) return
    event.preventDefault()
    edge.setPointerCapture(pointerId)
    const began = head.offsetWidth
    const widthAt = (x: number) => Math.round(Math.max(NARROWEST, Math.min(WIDEST, began + x - clientX)))
    const follow = (to: globalThis.PointerEvent) => (column.style.width = `${widthAt(to.clientX)}px`)
    edge.addEventListener('pointermove', follow)
    edge.addEventListener(
      'lostpointercapture',
      () => {
        edge.removeEventListener('pointermove', follow)
        resize(Number.parseInt(column.style.width || String(began), 10))
      },
      { once: true },
    )
  }
  return <span className="grid-edge" aria-hidden title="Arraste para mudar a largura" onPointerDown={drag} />
}
