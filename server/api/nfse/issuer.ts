// Who makes an NFS-e of a DPS: the authority, or the one in the box.
import type { Dps } from './dps.ts'

export interface Refusal {
  code: string
  message: string
}

/** The text of the NFS-e with its key, or why there is none. */
export type Outcome = { issued: string; key: string } | { refused: Refusal[] }

export interface Authority {
  /** tpAmb: 1 production, 2 homologação. */
  environment: 1 | 2
  /** Throws `Temporary` where nobody knows what became of it: before it is sent again, `find` is asked. */
  send: (dps: Dps) => Promise<Outcome>
  /** The note of a DPS that may have been sent before; undefined: there is none. The text of the DPS too: what comes back must say the same. */
  find: (dps: Dps) => Promise<Outcome | undefined>
}

/** May be tried again. `said`: why, in the account's events. `ofAll`: nobody else would be served now, either. */
export class Temporary extends Error {
  readonly ofAll: boolean
  constructor(said: string, ofAll = false) {
    super(said)
    this.ofAll = ofAll
  }
}
