// What a call fails with.
import { failure } from '../../shared/messages.ts'
import { serverNow } from './clock.ts'

interface Told {
  fields?: Record<string, string> | undefined
  requestId?: string | null
  mayBeDone?: boolean
}

/** A call that failed. status 0: no answer at all. `message` is fit to be shown. */
export class Failure extends Error {
  readonly status: number
  /** What is wrong with which field, of a 400. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** It may be done all the same: no answer came, or none of ours, or none of whoever was to do it. */
  readonly mayBeDone: boolean
  /** When, ms of the server's clock. */
  readonly at = serverNow()
  constructor(status: number, message: string, { fields = {}, requestId = null, mayBeDone = status === 0 }: Told = {}) {
    super(message)
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.mayBeDone = mayBeDone
  }
}

/** What is said of a failure: the server’s message, else that of what was tried; that there was no answer is said as it is. */
export const sayFailure = ({ status, message }: Failure, failed: string) => (status !== 0 && message === failure(status) && failed ? failed : message)

/** Whether what failed can be sent later: no answer, nobody signed in, or somebody else (409). */
export const isForLater = ({ status }: Failure) => [0, 401, 409, 429].includes(status) || status >= 500
