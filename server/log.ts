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
export interface Line {
  call?: string | undefined
  status?: number | undefined
  signIn?: string | undefined
  reason?: string | undefined
  user?: number | undefined
  requestId?: unknown
  ms?: number
}

export interface Log extends Logger {
  /** Of what no limit counts: only so many lines of an address or a person in a minute are written, then how many more there were. */
  measured: (holder: string, message: string, line: Line, level?: 'info' | 'error') => void
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
  return Object.assign(log, {
    measured: measuring(log, most, period),
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

/** A file, or a refusal, could be asked for until the disk is full. */
function measuring(log: Logger, most: number, period: number): Log['measured'] {
  const written = new LRUCache<string, number>({ max: HOLDERS })
  const unwritten = new Map<string, { line: Line & { count: number }; message: string }>()
  setInterval(() => {
    for (const { line, message } of unwritten.values()) log.info(line, `${message} likewise`)
    unwritten.clear()
    written.clear()
  }, period).unref()
  return (holder, message, line, level = 'info') => {
    const count = (written.get(holder) ?? 0) + 1
    written.set(holder, count)
    if (count <= most) return log[level](line, message)
    const { call, status, signIn } = line
    const kind = [message, call, status, signIn].join(' ')
    unwritten.set(kind, { line: { call, status, signIn, count: (unwritten.get(kind)?.line.count ?? 0) + 1 }, message })
  }
}
