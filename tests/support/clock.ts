// Time for tests: a fixed instant, and clocks that start from it.
import { atWall } from '../../shared/clock.ts'

/** 14:32 on Thursday, 19 November 2026, in the company's time. */
export const NOW = atWall('2026-11-19T14:32:00')

// Only the two functions below read the machine's clock. No assertion depends on it.
/* oxlint-disable no-restricted-properties */
/** Creates a clock in whole ms that starts at `from` and keeps running. */
export function clockFrom(from: number) {
  const start = performance.now()
  return () => from + Math.floor(performance.now() - start)
}
/** Returns the machine's time, which TLS uses to check a certificate. */
export const machineTime = () => Date.now()
