// One error, thrown anywhere.
import type { z } from 'zod'
import { failure } from '../../shared/messages.ts'

/** Thrown to say something, not because something broke: without the stack, which would be a twentieth of a refused call. */
export class StacklessError extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(message)
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** A request that ends here. `message` is fit for the browser; `reason` is for the log. */
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
/** Of what failed inside. */
const STACK = 2_000
/** As much of a text as a log line, or a person, takes. */
export const short = (text: string, length = LENGTH) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** What is wrong with which field: the first word on each, of the first fields; both as long as a person reads. */
export const fieldsOf = ({ issues }: z.ZodError): Record<string, string> => {
  const fields = new Map<string, string>()
  for (const { path, message } of issues) {
    const field = short(path.join('.'))
    if (!fields.has(field)) fields.set(field, short(message))
    if (fields.size === FIELDS) break
  }
  return Object.fromEntries(fields)
}

/** What is thrown by others: body-parser's and router's errors carry a status; anything else is ours and says nothing. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { status, type, code, name } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  // Its message repeats what was sent.
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Refusal(status, failure(status), { reason: String(type ?? code ?? name) })
  return new Refusal(500, failure(500), { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}
