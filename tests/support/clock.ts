// Time for tests: a fixed instant, and clocks that start at it.
import { atWall } from '../../shared/clock.ts'

/** 14:32 on Thursday, 19 November 2026, in the company's time. */
export const NOW = atWall('2026-11-19T14:32:00')

// Tests read the machine's clock only in the two functions below. No assertion depends on it.
/* oxlint-disable no-restricted-properties */
/** A clock in whole ms that starts at `from` and runs on with the machine. */
export function clockFrom(from: number) {
  const start = performance.now()
  return () => from + Math.floor(performance.now() - start)
}
/** The machine's time, which TLS uses to check a certificate. */
export const machineTime = () => Date.now()
