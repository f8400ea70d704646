import { useElementSize } from '@mantine/hooks'
import { usePrinting } from '../usePrinting.ts'

/** px of a chart on paper, which is drawn before it could be measured there. */
const PAPER = { width: 640, height: 240 }

/** How every chart with axes looks: as large as its place, lines of the look behind it, no marks on the axes. */
export function useFrame() {
  const { ref, width, height } = useElementSize()
  const size = usePrinting() ? PAPER : { width, height }
  return {
    ref,
    attributes: { container: size },
    h: '100%',
    gridAxis: 'x',
    tickLine: 'none',
    strokeDasharray: '0',
    gridColor: 'var(--line)',
    textColor: 'var(--text-3)',
  } as const
}
/** The keyboard has the table; above the highest there is room for its figure. */
export const plain = { accessibilityLayer: false, margin: { top: 20 } }
