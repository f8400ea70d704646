// Grouped bars. This file is separate, because it loads the chart library, which renders in the browser only. The table beside the chart has the same
// data.
import '@mantine/charts/styles.layer.css'
import { BarChart, type BarChartSeries } from '@mantine/charts'
import { numberBr } from '../number.ts'
import { plain, useFrame } from './frame.ts'

interface Props {
  data: Record<string, string | number>[]
  /** The field that names each group of bars. */
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
      // The formatter is required: without one the labels are empty.
      valueFormatter={numberBr}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      // Even a bar of 1 gets a minimum height, so that the pointer can hit it.
      barProps={{ minPointSize: 3, maxBarSize: 44, radius: 2, isAnimationActive: false }}
      barChartProps={{ ...plain, barGap: 4 }}
    />
  )
}
