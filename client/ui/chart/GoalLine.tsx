// Percentage delivered against the goal. This file is separate, because it loads the chart library, which renders in the browser only.
import '@mantine/charts/styles.layer.css'
import { LineChart } from '@mantine/charts'
import { percentBr } from '../number.ts'
import { plain, useFrame } from './frame.ts'

export interface Share {
  name: string
  '% entregue': number
  Meta: number
}

/** Distance in px from a point to the baseline of its figure, when the figure is above and when it is below. */
const [ABOVE, BELOW] = [-12, 20]

/** Draws a point with its figure. Below the goal the point is hollow and its figure is underneath. `key` comes from the chart library. */
function point({ key, cx = 0, cy = 0, payload }: { key?: unknown; cx?: number; cy?: number; payload?: Share }) {
  const { '% entregue': percent = 0, Meta: goal = 0 } = payload ?? {}
  const below = percent < goal
  return (
    <g key={String(key)}>
      <circle cx={cx} cy={cy} r={4.5} stroke="var(--c1)" strokeWidth={2} fill={below ? 'var(--sheet)' : 'var(--c1)'} />
      <text x={cx} y={cy + (below ? BELOW : ABOVE)} textAnchor="middle" fontSize={12} fill="var(--text)">
        {percentBr(percent).slice(0, -2)}
      </text>
    </g>
  )
}

export default function GoalLine({ data }: { data: Share[] }) {
  const least = Math.min(...data.flatMap((one) => [one['% entregue'], one.Meta]))
  const from = Math.max(0, Math.floor(least / 10) * 10 - 10)
  const ticks = Array.from({ length: (100 - from) / 10 + 1 }, (_, index) => from + 10 * index)
  return (
    <LineChart
      {...useFrame()}
      data={data}
      dataKey="name"
      curveType="linear"
      series={[
        { name: '% entregue', color: 'var(--c1)' },
        { name: 'Meta', color: 'var(--text)', strokeDasharray: '4 4' },
      ]}
      valueFormatter={(percent) => percentBr(percent, 0)}
      yAxisProps={{ domain: [from, 100], ticks, width: 52 }}
      xAxisProps={{ padding: { left: 30, right: 30 } }}
      withDots
      lineProps={({ name }) => ({
        strokeWidth: name === 'Meta' ? 1 : 2,
        isAnimationActive: false,
        activeDot: false,
        dot: name === 'Meta' ? false : point,
      })}
      lineChartProps={plain}
    />
  )
}
