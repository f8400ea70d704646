// Donut chart. This file is separate, because it loads the chart library, which renders in the browser only. The table beside the chart has the same
// data.
import '@mantine/charts/styles.layer.css'
import { DonutChart } from '@mantine/charts'

interface Props {
  data: { name: string; value: number; color: string }[]
  /** Diameter in px. */
  size?: number
  thickness?: number
  /** Runs when a slice is clicked. */
  press?: (nth: number) => void
}

export default function Ring({ data, size = 136, thickness = 24, press }: Props) {
  return (
    <DonutChart
      data={data}
      size={size}
      thickness={thickness}
      strokeWidth={1.5}
      strokeColor="var(--sheet)"
      startAngle={90}
      endAngle={-270}
      withTooltip={false}
      pieProps={{ isAnimationActive: false, rootTabIndex: -1, ...(press && { onClick: (_part: unknown, nth: number) => press(nth) }) }}
      pieChartProps={{ accessibilityLayer: false }}
    />
  )
}
