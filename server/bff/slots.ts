// Limits on what runs at the same time in this process: calls and pages per person, and unread bodies per address.
import type { Request } from 'express'
import type { Env } from '../env.ts'
import { addressOf } from './address.ts'
import { tooMany } from './counters.ts'

const IN_FLIGHT = 8
/**
 * Maximum number of bodies that are read from one address at the same time while their callers are unknown. The limit is high, because a whole office
 * may sign in at once.
 */
const READING = 200

export function createSlots(env: Env) {
  const inFlight = new Map<number, number>()
  /** Requests of unknown callers, per address, in the order in which they began. */
  const reading = new Map<string, Set<Request>>()

  return {
    /** At most 8 calls and pages of a person run at the same time, in all sessions together. Returns the function that gives the slot back. */
    acquire: (id: number) => {
      const count = inFlight.get(id) ?? 0
      if (count >= IN_FLIGHT && env.CALLS_PER_MINUTE !== 0) throw tooMany(1000)
      inFlight.set(id, count + 1)
      return () => {
        const left = (inFlight.get(id) ?? 1) - 1
        if (left) inFlight.set(id, left)
        else inFlight.delete(id)
      }
    },
    /**
     * At most 200 bodies from one address are read at the same time while the caller is unknown. If there are more, the oldest request is dropped,
     * because an honest client sends its body within a moment. Returns the function that gives the slot back.
     */
    acquireBody: (req: Request) => {
      const address = addressOf(req)
      const bodies = reading.get(address) ?? new Set()
      reading.set(address, bodies.add(req))
      const [oldest] = bodies
      if (bodies.size > READING && oldest && env.CALLS_PER_MINUTE !== 0) {
        bodies.delete(oldest)
        oldest.destroy()
      }
      return () => void (bodies.delete(req) && bodies.size === 0 && reading.delete(address))
    },
  }
}
