// What is done after the answer: each kind of job one at a time, the next one as soon as one is done.
import { setTimeout } from 'node:timers/promises'

/** ms from when one of them begins until the next may, of whatever kind: each has the embedded database to itself for some, and who works has to find it free. */
const PACE = 30

/** Does what is due, and says whether anything was. */
export type Step = () => Promise<boolean>

export interface Jobs {
  /** Something may be due. */
  wake: () => void
  /** Resolves once no step runs and none is about to. */
  idle: () => Promise<void>
  /** Begins nothing more, and waits for what is under way. */
  stop: () => Promise<void>
}

/** Each of them makes work for those after it, if for any. `failed`: is told of what a step throws; what was due is looked at again when it is woken next. */
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
        // What one does may be what those after it wait for.
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
    // The end of one step may wake others.
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
