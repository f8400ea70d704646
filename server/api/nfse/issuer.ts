// The interface of an authority, which turns a DPS into an NFS-e. There are two: the national one and the built-in one.
import type { Dps } from './dps.ts'

export interface Refusal {
  code: string
  message: string
}

/** The XML of the NFS-e with its key, or the reasons for a refusal. */
export type Outcome = { issued: string; key: string } | { refused: Refusal[] }

export interface Authority {
  /** tpAmb: 1 production, 2 homologação. */
  environment: 1 | 2
  /** Sends a DPS. Throws `Temporary` if the outcome is unknown; then `find` must be called before the DPS is sent again. */
  send: (dps: Dps) => Promise<Outcome>
  /**
   * Finds the note of a DPS that may have been sent before; undefined if there is none. It needs the text of the DPS, because the note must match it.
   */
  find: (dps: Dps) => Promise<Outcome | undefined>
  /** Registers the cancellation of a note. Throws `Temporary` if the outcome is unknown; then `findCancellation` must be called before. */
  cancel: (cancellation: Cancellation) => Promise<Cancelled>
  /** The event of a cancellation that was registered before; undefined if there is none. */
  findCancellation: (cancellation: Cancellation) => Promise<Cancelled | undefined>
}

/** The access key of a note, and the signed request to cancel it. */
export interface Cancellation {
  key: string
  request: string
}
/** The XML of the event, or the reasons for a refusal. */
export type Cancelled = { event: string } | { refused: Refusal[] }

/**
 * An error after which the attempt may be repeated. `said` is the reason for the account's events. `ofAll` is true if the authority serves nobody at
 * the moment.
 */
export class Temporary extends Error {
  readonly ofAll: boolean
  constructor(said: string, ofAll = false) {
    super(said)
    this.ofAll = ofAll
  }
}
