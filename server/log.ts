// The logger: JSON lines with times in UTC. Each field is chosen explicitly, so that no token, password, cookie or body is ever logged.
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { pino, type DestinationStream, type Logger } from 'pino'

/** Maximum number of bytes that wait for the reader of standard output. Further lines are lost. */
const WAITING = 1024 * 1024
/** Maximum time in ms to wait at shutdown until the last lines are read. */
const LAST = 1_000
const MINUTE = 60_000
const HOLDERS = 20_000

type Level = 'info' | 'warn' | 'error'

export interface Log extends Logger {
  /**
   * Logs requests that no rate limit counts. Per minute, at most `most` lines are written for each message and holder (an address or a person). The
   * remaining requests are summed up by call, status and outcome of the sign-in.
   */
  measured: (holder: string, message: string, line: Record<string, unknown>, level?: Level) => void
  /** Number of lines that were lost because they were not read in time. */
  lost: () => number
  /** Waits until all lines are read, but at most for LAST ms. */
  end: () => Promise<void>
}

interface Options {
  /** Where the lines are written, if not to standard output. */
  to?: DestinationStream
  /** Called if standard output accepts nothing more, which means that logging has stopped. */
  onGone?: (error: Error) => void
  /** Maximum number of measured lines per holder in `period` ms. */
  most?: number
  period?: number
}

export function createLog(level: string, { to, onGone = () => undefined, most = Infinity, period = MINUTE }: Options = {}): Log {
  const output = to ? undefined : pino.destination({ dest: 1, maxLength: WAITING })
  let lost = 0
  let told = 0
  output
    ?.on('drop', () => (lost += 1))
    .on('error', onGone)
    .on('drain', () => {
      if (lost === told) return
      const count = lost - told
      told = lost
      log.warn({ count }, 'log lines were lost because the reader was too slow')
    })
  const log = pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } },
    to ?? output,
  )
  const { measured, tell } = measuring(log, most)
  setInterval(tell, period).unref()
  return Object.assign(log, {
    measured,
    lost: () => lost,
    end: async () => {
      tell()
      if (!output) return
      output.end()
      await Promise.race([once(output, 'close'), setTimeout(LAST)])
      // Destroy the output, or the process would wait forever if nobody reads it.
      output.destroy()
    },
  })
}

/**
 * Limits repeated lines, because many requests for files or many refused requests could fill the disk. `tell` logs how many lines were left out, and
 * starts a new period.
 */
function measuring(log: Logger, most: number) {
  const written = new LRUCache<string, number>({ max: HOLDERS })
  const unwritten = new Map<string, { line: Record<string, unknown>; count: number; message: string; level: Level }>()
  const tell = () => {
    for (const { line, count, message, level } of unwritten.values()) log[level]({ ...line, count }, `${message}, more of the same`)
    unwritten.clear()
    written.clear()
  }
  const measured: Log['measured'] = (holder, message, line, level = 'info') => {
    const key = `${holder} ${message}`
    const count = (written.get(key) ?? 0) + 1
    written.set(key, count)
    if (count <= most) return log[level](line, message)
    const { call, status, signIn, event } = line
    const kind = [message, call, status, signIn, event].join(' ')
    const before = unwritten.get(kind)?.count ?? 0
    unwritten.set(kind, { line: { call, status, signIn, event }, count: before + 1, message, level })
  }
  return { measured, tell }
}
