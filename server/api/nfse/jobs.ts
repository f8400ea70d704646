// Runs background jobs, one at a time of each kind. The next job begins once the previous one is done, but not sooner than PACE allows.
import { setTimeout } from 'node:timers/promises'

/**
 * Minimum time in ms between the starts of two jobs, whatever their kind. A job occupies the embedded database, so calls need free time in between.
 */
const PACE = 30

/** Does one job that is due. Resolves to false if none was due. */
export type Step = () => Promise<boolean>

export interface Jobs {
  /** Tells the jobs that something may be due. */
  wake: () => void
  /** Resolves once no step is running or about to run. */
  idle: () => Promise<void>
  /** Starts no further job and waits for those that are running. */
  stop: () => Promise<void>
}

/**
 * `steps` are in order: a step creates work only for itself and for later steps. `failed` receives the errors of a step. The work of a step that
 * failed is tried again at the next wake.
 */
export function jobsOf(steps: Step[], failed: (error: Error) => void): Jobs {
  let stopped = false
  let free = 0
  const moment = () => {
    const now = performance.now()
    const at = Math.max(now, free)
    free = at + PACE
    return setTimeout(at - now)
  }
  const loops: { wake: () => void; ended: () => Promise<void> | undefined }[] = steps.map((step, nth) => {
    let running: Promise<void> | undefined
    let again = false
    async function drain() {
      while (again) {
        again = false
        await moment()
        if (stopped) return
        // Later steps may be waiting for the result of this one, so they are woken.
        if (await step()) loops.slice(nth).forEach((loop) => loop.wake())
      }
    }
    return {
      wake: () => {
        again = true
        running ??= drain()
          .catch(failed)
          .finally(() => (running = undefined))
      },
      ended: () => running,
    }
  })
  const wake = () => loops.forEach((loop) => loop.wake())
  async function idle() {
    const underWay = () => loops.flatMap(({ ended }) => ended() ?? [])
    // Checks again, because the end of one step may wake others.
    for (let steps = underWay(); steps.length > 0; steps = underWay()) await Promise.all(steps)
  }
  return {
    wake,
    idle,
    stop: async () => {
      stopped = true
      await idle()
    },
  }
}
