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

type Level = 'info' | 'warn' | 'error'

export interface Log extends Logger {
  /**
   * Of what no limit counts: only so many lines of a message and a holder, an address or a person, in a minute are written, then how many more
   * there were of each call, status and outcome of a sign-in.
   */
  measured: (holder: string, message: string, line: Record<string, unknown>, level?: Level) => void
  /** How many lines nobody read in time. */
  lost: () => number
  /** Waits until what was logged is read, for as long as that may take before the process ends. */
  end: () => Promise<void>
}

interface Options {
  /** Elsewhere than standard output. */
  to?: DestinationStream
  /** Standard output takes nothing more: nothing is logged any more. */
  onGone?: (error: Error) => void
  /** Lines of a holder in `period` ms, of those that are measured. */
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
      log.warn({ count }, 'lines that nobody read in time are lost')
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
      // At its end the process would wait for a reader for ever.
      output.destroy()
    },
  })
}

/** A file, or a refusal, could be asked for until the disk is full. `tell` writes how many lines were not, and begins anew. */
function measuring(log: Logger, most: number) {
  const written = new LRUCache<string, number>({ max: HOLDERS })
  const unwritten = new Map<string, { line: Record<string, unknown>; count: number; message: string; level: Level }>()
  const tell = () => {
    for (const { line, count, message, level } of unwritten.values()) log[level]({ ...line, count }, `${message} likewise`)
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
