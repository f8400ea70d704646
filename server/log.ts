// One logger: JSON lines in UTC. Never a token, a password, a cookie or a body: what is logged is named field by field.
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { pino, type DestinationStream, type Logger } from 'pino'

/** Bytes that wait for whoever reads them. */
const WAITING = 1024 * 1024
/** ms that the last lines have to be read. */
const LAST = 1_000
const MINUTE = 60_000
const HOLDERS = 20_000

/** What became of a request. `reason`: why it was refused. */
export interface Answered {
  call: string
  status: number
  reason?: string | undefined
  user?: number | undefined
  requestId?: unknown
  ms?: number
}

export interface Log extends Logger {
  /** A line for what was answered to a holder, a person or an address; of equal ones, only so many of a minute. */
  answered: (line: Answered, holder: string) => void
  /** How many lines nobody read in time. */
  lost: () => number
  /** Waits until what was logged is read, for as long as that may take before the process ends. */
  end: () => Promise<void>
}

interface Options {
  /** Elsewhere than standard output. */
  to?: DestinationStream
  /** Standard output is gone: nothing is logged any more. */
  onGone?: () => void
  /** Equal lines of a holder in `period` ms. */
  most?: number
  period?: number
}

export function createLog(level: string, { to, onGone = () => undefined, most = Infinity, period = MINUTE }: Options = {}): Log {
  const output = to ? undefined : pino.destination({ dest: 1, maxLength: WAITING })
  let lost = 0
  output?.on('drop', () => (lost += 1)).on('error', onGone)
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to ?? output,
  )
  return Object.assign(log, {
    answered: answersTo(log, most, period),
    lost: () => lost,
    end: async () => {
      if (!output) return
      output.end()
      await Promise.race([once(output, 'close'), setTimeout(LAST)])
      // At its end the process would wait for a reader for ever.
      output.destroy()
    },
  })
}

/** What no limit counts, a file or a refusal, could be asked for until the disk is full: beyond `most` only their number is written. */
function answersTo(log: Logger, most: number, period: number): Log['answered'] {
  const written = new LRUCache<string, number>({ max: HOLDERS })
  const unwritten = new Map<string, Answered & { count: number }>()
  setInterval(() => {
    for (const line of unwritten.values()) log.info(line, 'answered likewise')
    unwritten.clear()
    written.clear()
  }, period).unref()
  return (line, holder) => {
    const { call, status, reason } = line
    const kind = `${call} ${status} ${reason}`
    const count = (written.get(`${holder} ${kind}`) ?? 0) + 1
    if (count <= most) {
      written.set(`${holder} ${kind}`, count)
      log.info(line, 'answered')
    } else unwritten.set(kind, { call, status, reason, count: (unwritten.get(kind)?.count ?? 0) + 1 })
  }
}
