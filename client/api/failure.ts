// The error that a failed call throws.
import { failure } from '../../shared/messages.ts'
import { serverNow } from './clock.ts'

interface Told {
  fields?: Record<string, string> | undefined
  requestId?: string | null
  mayBeDone?: boolean
}

/** A failed call. `status` is 0 if no response came at all. `message` can be shown as it is. */
export class Failure extends Error {
  readonly status: number
  /** Messages by field name, from a 400 response. */
  readonly fields: Record<string, string>
  readonly requestId: string | null
  /** True when the call may have taken effect all the same: no response came, a proxy answered, or the system behind our server did not answer. */
  readonly mayBeDone: boolean
  /** Time of the failure in ms of the server's clock. */
  readonly at = serverNow()
  constructor(status: number, message: string, { fields = {}, requestId = null, mayBeDone = status === 0 }: Told = {}) {
    super(message)
    this.status = status
    this.fields = fields
    this.requestId = requestId
    this.mayBeDone = mayBeDone
  }
}

/**
 * Text to show for a failure: the server’s own message, or the caller's text `failed` if the server sent only the standard one. If no response came,
 * the failure's message says so.
 */
export const sayFailure = ({ status, message }: Failure, failed: string) => (status !== 0 && message === failure(status) && failed ? failed : message)

/**
 * Whether sending a failed call again later may succeed: after no response, no session (401), another person signed in (409), too many calls (429) or
 * a server error.
 */
export const isForLater = ({ status }: Failure) => [0, 401, 409, 429].includes(status) || status >= 500

/** Whether the company's API lacks the call, which is an addition to the contract. */
export const isMissing = (failure: Failure | undefined) => failure?.status === 404 || failure?.status === 501
