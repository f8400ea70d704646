// Where tests get their time from: a fixed instant, and clocks that start at it.
import { atWall } from '../../shared/clock.ts'

/** 14:32 of a Thursday. */
export const NOW = atWall('2026-11-19T14:32:00')

// The two readings of the machine's clock that tests need; none of them is asserted on.
/* oxlint-disable no-restricted-properties */
/** A clock in whole ms that stands at `from` now and goes on with the machine. */
export function clockFrom(from: number) {
  const start = performance.now()
  return () => from + Math.floor(performance.now() - start)
}
/** The machine's time, by which TLS judges a certificate. */
export const machineTime = () => Date.now()
