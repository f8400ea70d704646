// One logger: JSON lines in UTC. Never a token, a password, a cookie or a body: what is logged is named field by field.
import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** `to`: elsewhere than standard output. */
export const createLog = (level: string, to: DestinationStream = pino.destination(1)): Log =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { level: (label) => ({ level: label }) } }, to)
