// Bars side by side. In a file of its own with the library, which draws in the browser only: the table beside it says the same.
import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartSeries } from '@mantine/charts'
import { numberBr } from '../number.ts'
import { plain, useFrame } from './frame.ts'

interface Props {
  data: Record<string, string | number>[]
  /** The field that names a group of bars. */
  by: string
  series: BarChartSeries[]
}

export default function Bars({ data, by, series }: Props) {
  return (
    <BarChart
      {...useFrame()}
      data={data}
      dataKey={by}
      series={series}
      withBarValueLabel
      barLabelColor="var(--text)"
      // Without it the labels are empty.
      valueFormatter={numberBr}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      // A bar of 1 can be pointed at.
      barProps={{ minPointSize: 3, maxBarSize: 44, radius: 2, isAnimationActive: false }}
      barChartProps={{ ...plain, barGap: 4 }}
    />
  )
}
