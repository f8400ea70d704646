import { hourBr, wallTime } from '../../../shared/clock.ts'

/** Clock of a wall. `now` is in ms. */
export function WallClock({ now }: { now: number }) {
  const wall = wallTime(now)
  return (
    <time dateTime={wall} aria-label={hourBr(wall)}>
      {hourBr(wall)}
      <small>{wall.slice(16)}</small>
    </time>
  )
}
