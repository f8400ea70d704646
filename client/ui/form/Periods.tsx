import { Button } from '@mantine/core'
import { wallDay } from '../../../shared/clock.ts'
import { serverNow } from '../../api/clock.ts'
import { periodsOf } from './periods.ts'

interface Props {
  /** Name of the group of buttons, if a filter has several pairs of days. */
  label?: string
  from: string
  until: string
  change: (from: string, until: string) => void
}

/** Buttons that fill in the two days of a filter with a period by its name. */
export const Periods = ({ label = 'Período', from, until, change }: Props) => (
  <div className="form-periods" role="group" aria-label={label}>
    {periodsOf(wallDay(serverNow())).map((one) => (
      <Button
        key={one.label}
        variant="default"
        size="compact-sm"
        aria-pressed={one.from === from && one.until === until}
        onClick={() => change(one.from, one.until)}
      >
        {one.label}
      </Button>
    ))}
  </div>
)
