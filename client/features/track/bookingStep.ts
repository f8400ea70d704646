// What a booking is at, kept in the tab: a page that is left between two steps finds it there.
import { store } from '../../ui/storage.ts'
import type { Begun } from './entry.ts'

export interface Step {
  fields: Begun
  place: { from: string; until: string }
  /** When what ran, if anything did, was ended for it. */
  end: string
  former: number | null
  /** What is to be put there. */
  begun?: number
  /** Whatever became of it: what ran goes on. */
  isBooked?: true
}

const stepKey = (me: number) => `lançamento ${me}`
let dropping: ReturnType<typeof setTimeout> | undefined
export function keepStep(me: number, step: Step) {
  clearTimeout(dropping)
  store(sessionStorage, stepKey(me), JSON.stringify(step))
}
/** Null: every booking is through. */
export function keptStep(me: number) {
  const text = sessionStorage.getItem(stepKey(me))
  // keepStep wrote it.
  return text === null ? null : (JSON.parse(text) as Step)
}
export const dropStep = (me: number) => sessionStorage.removeItem(stepKey(me))
/** ms within which a page that is left is gone. */
const LEAVING = 2_000

/** Keeps the step until it is through, or the page is left. */
export async function between<T>(me: number, step: Step, act: () => Promise<T>) {
  keepStep(me, step)
  try {
    const answer = await act()
    dropStep(me)
    return answer
  } catch (error) {
    // The requests of a page that is left fail before it hears that it is.
    dropping = setTimeout(() => dropStep(me), LEAVING)
    throw error
  }
}
