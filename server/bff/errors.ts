// The one error class for every reason to refuse a request.
import type { z } from 'zod'
import { failure } from '../../shared/messages.ts'

/** An error for an expected outcome. It has no stack trace, because creating one would take 5 % of the time of a refused call. */
export class StacklessError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Ends a request. `message` may be shown in the browser; `reason` is written to the log. */
export class Refusal extends StacklessError {
  readonly status: number
  readonly reason: string
  readonly fields: Record<string, string> | undefined
  readonly headers: Record<string, string>
  constructor(status: number, message: string, more: { reason?: string; fields?: Record<string, string>; headers?: Record<string, string> } = {}) {
    super(message)
    this.status = status
    this.reason = short(more.reason ?? message, status >= 500 ? STACK : LENGTH)
    this.fields = more.fields
    this.headers = more.headers ?? {}
  }
}

const FIELDS = 50
const LENGTH = 200
/** Maximum length of the reason for a failure inside the server. It is longer because it contains a stack trace. */
const STACK = 2_000
/** Shortens a text for a log line or a person. */
export const short = (text: string, length = LENGTH) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** The first error of each field, for at most 50 fields. Names and messages are shortened. */
export const fieldsOf = ({ issues }: z.ZodError): Record<string, string> => {
  const fields = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = short(path.join('.'))
    if (!fields.has(field)) fields.set(field, short(message))
    if (fields.size === FIELDS) break
  }
  return Object.fromEntries(fields)
}

/**
 * Turns any error into a Refusal. Errors from body-parser and the router carry a 4xx status. Any other error is a fault of this server: a plain 500.
 */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { status, type, code, name } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  // The reason is only the type of the error, because its message would repeat the input.
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, failure(status), { reason: String(type ?? code ?? name) })
  return new Refusal(500, failure(500), { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
