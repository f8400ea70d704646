import { useElementSize } from '@mantine/hooks'
import { usePrinting } from '../usePrinting.ts'

/** Size in px of a printed chart. It is fixed, because a chart is drawn before its place on paper can be measured. */
const PAPER = { width: 640, height: 240 }

/** Shared settings of charts with axes: they fill their container, with the design's grid lines and no axis ticks. */
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
/** The chart is not operable by keyboard, because the table has the same data. The margin leaves room for the figure above the highest bar. */
export const plain = { accessibilityLayer: false, margin: { top: 20 } }
