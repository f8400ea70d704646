// The interface of an authority that turns a DPS into an NFS-e: the national one or the built-in one.
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
  /** Throws `Temporary` if the outcome is unknown. Call `find` before sending the DPS again. */
  send: (dps: Dps) => Promise<Outcome>
  /** The note of a DPS that may have been sent before, or undefined. It needs the text of the DPS too, because the note must match it. */
  find: (dps: Dps) => Promise<Outcome | undefined>
}

/** The attempt may be repeated. `said` is the reason shown in the account's events. `ofAll` means that the authority serves nobody at the moment. */
export class Temporary extends Error {
  readonly ofAll: boolean
  constructor(said: string, ofAll = false) {
    super(said)
    this.ofAll = ofAll
  }
}
