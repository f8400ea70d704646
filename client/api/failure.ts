// What a call fails with.
import { failure } from '../../shared/messages.ts'
import { serverNow } from './clock.ts'

/** A call that failed. status 0: no answer at all. `message` is fit to be shown. */
export class Failure extends Error {
  readonly status: number
  /** What is wrong with which field, of a 400. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** When, ms of the server's clock. */
  readonly at = serverNow()
  constructor(status: number, message: string, fields: Record<string, string> = {}, requestId: string | null = null) {
    super(message)
    this.status = status
    this.fields = fields
    this.requestId = requestId
  }
}

/** What is said of a failure: the server’s message, else that of what was tried; that there was no answer is said as it is. */
export const sayFailure = ({ status, message }: Failure, failed: string) => (status !== 0 && message === failure(status) && failed ? failed : message)
