// A ring of parts. In a file of its own with the library, which draws in the browser only: the table beside it says the same.
import '@mantine/charts/styles.layer.css'
import { DonutChart } from '@mantine/charts'

interface Props {
  data: { name: string; value: number; color: string }[]
  /** px. */
  size?: number
  thickness?: number
  /** A part of it was pressed. */
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
