import { timeOfSecond } from '../../../shared/hours.ts'
import { Dot } from './Status.tsx'

export const RUNS = 'Em curso'

/** End of a period, in seconds since midnight of the period's first day; null while it runs. */
export function Until({ second }: { second: number | null }) {
  if (second === null) return <Dot tone="accent">{RUNS}</Dot>
  const { at, later } = timeOfSecond(second)
  return (
    <>
      <span className="card-only">a </span>
      {at}
      {later > 0 && <small title={later === 1 ? 'No dia seguinte' : `${later} dias depois`}> +{later}</small>}
    </>
  )
}
