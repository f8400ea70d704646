// Planned and delivered tasks as bars side by side, with the goal as a horizontal line. This file is separate, because it loads the chart library,
// which renders in the browser only.
import '@mantine/charts/styles.layer.css'
import { CompositeChart } from '@mantine/charts'
import type { LabelProps } from 'recharts'
import { numberBr } from '../number.ts'
import { plain, useFrame } from './frame.ts'

export interface Delivery {
  name: string
  Previstas: number
  Entregues: number
  Meta: number
}

/** Half the length in px of the goal's line. */
const HALF = 13

/** `key` comes from the chart library. */
const tick = ({ key, cx = 0, cy = 0 }: { key?: unknown; cx?: number; cy?: number }) => (
  <line key={String(key)} x1={cx - HALF} x2={cx + HALF} y1={cy} y2={cy} stroke="var(--text)" strokeWidth={2} />
)

/** Width in px of one digit in a bar. */
const FIGURE = 7

/** Draws the figure at the foot of its bar if the bar is wide enough. */
const foot = ({ x, y, width, height, value, index }: LabelProps) =>
  Number(width) >= FIGURE * String(value).length ? (
    <text key={index} x={Number(x) + Number(width) / 2} y={Number(y) + Number(height) - 5} textAnchor="middle" fontSize={11} fill="var(--sheet)">
      {value}
    </text>
  ) : null

export default function GoalBars({ data }: { data: Delivery[] }) {
  return (
    <CompositeChart
      {...useFrame()}
      data={data}
      dataKey="name"
      series={[
        { name: 'Previstas', type: 'bar', color: 'var(--rest)' },
        { name: 'Entregues', type: 'bar', color: 'var(--c1)' },
        { name: 'Meta', type: 'line', color: 'var(--text)' },
      ]}
      valueFormatter={numberBr}
      yAxisProps={{ allowDecimals: false, width: 44 }}
      maxBarWidth={18}
      barProps={({ name }) => ({
        minPointSize: 3,
        radius: 2,
        isAnimationActive: false,
        label: name === 'Previstas' ? { position: 'top', fontSize: 12, fill: 'var(--text)' } : foot,
      })}
      lineProps={{
        strokeWidth: 0,
        isAnimationActive: false,
        activeDot: false,
        dot: tick,
      }}
      composedChartProps={{ ...plain, barGap: 1 }}
    />
  )
}
