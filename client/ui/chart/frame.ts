/** How every chart with axes looks: lines of the look behind it, no marks on the axes. */
export const frame = {
  h: '100%',
  gridAxis: 'x',
  tickLine: 'none',
  strokeDasharray: '0',
  gridColor: 'var(--line)',
  textColor: 'var(--text-3)',
} as const
/** The keyboard has the table; above the highest there is room for its figure. */
export const plain = { accessibilityLayer: false, margin: { top: 20 } }
