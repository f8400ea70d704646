// What a call fails with.
import { failure } from '../../shared/messages.ts'
import { serverNow } from './clock.ts'

/** An attempt to make something, which is made once however often it is tried again: its call and its key. */
export interface Attempt {
  name: string
  key: string
}

interface Told {
  fields?: Record<string, string> | undefined
  requestId?: string | null
  attempt?: Attempt | undefined
  /** Whoever was to do it says itself that it failed. */
  isAnswered?: boolean
}

/** A call that failed. status 0: no answer at all. `message` is fit to be shown. */
export class Failure extends Error {
  readonly status: number
  /** What is wrong with which field, of a 400. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** It may be done all the same: no answer came, or none came through to us. */
  readonly mayBeDone: boolean
  /** Of what was to be made. */
  readonly attempt: Attempt | undefined
  /** When, ms of the server's clock. */
  readonly at = serverNow()
  constructor(status: number, message: string, { fields = {}, requestId = null, attempt, isAnswered = false }: Told = {}) {
    super(message)
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.mayBeDone = [0, 502, 504].includes(status) && !isAnswered
    this.attempt = attempt
  }
}

/** What is said of a failure: the server’s message, else that of what was tried; that there was no answer is said as it is. */
export const sayFailure = ({ status, message }: Failure, failed: string) => (status !== 0 && message === failure(status) && failed ? failed : message)
