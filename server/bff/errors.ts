// One error: thrown anywhere, said as one JSON body or as one page.
import type { ErrorRequestHandler, Request, Response } from 'express'
import type { z } from 'zod'
import { failure, messages } from '../../shared/messages.ts'
import { pageHeaders } from './security.ts'
import type { Log } from '../log.ts'

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

/** The error body of everything under /api: W4's message, the request's id, and of a 400 what is wrong with which field. */
export function sendError(res: Response, { status, message, fields, headers }: Refusal) {
  res
    .set(headers)
    .status(status)
    .json({ message, requestId: String(res.getHeader('X-Request-Id')), ...(fields && { fields }) })
}

/** What is thrown by others: body-parser's and router's errors carry a status; anything else is ours and says nothing. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { status, message } = (typeof error === 'object' && error !== null ? error : {}) as { status?: unknown; message?: unknown }
  if (typeof status === 'number' && status >= 400 && status < 500) return new Refusal(status, failure(status), { reason: String(message) })
  return new Refusal(500, failure(500), { reason: error instanceof Error ? (error.stack ?? error.message) : String(error) })
}

const titles: Record<number, [title: string, text: string]> = {
  401: ['Sistema indisponível', messages.unavailable],
  404: ['Página não encontrada', 'O endereço não existe ou mudou.'],
  429: ['Muitas chamadas', messages.tooMany],
  500: ['Algo deu errado', 'O erro foi registrado. Tente de novo; se continuar, informe o código abaixo.'],
  503: ['Sistema indisponível', messages.unavailable],
}

/** A page that needs nothing but itself. 503 asks again by itself. */
export function errorPage(req: Request, res: Response, { status, headers }: Refusal) {
  const [title, text] = titles[status] ?? titles[500] ?? ['', '']
  const nonce = pageHeaders(res)
  const retry = status >= 500 || status === 429 || status === 401
  res
    .set({ ...headers, ...(status === 503 && { 'Retry-After': '10' }) })
    .status(status)
    .type('html')
    .send(`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · csnoteweb</title>${status === 503 ? '<meta http-equiv="refresh" content="10">' : ''}
<style nonce="${nonce}">:root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;text-align:center;font:14px/20px system-ui,sans-serif;padding:24px}
h1{font-size:20px;margin:0 0 8px}p{margin:0 0 16px;max-width:44ch}a{color:inherit}code{font-size:12px}</style></head>
<body><main><h1>${title}</h1><p>${text}${status === 503 ? ' Esta página tenta de novo sozinha a cada 10 segundos.' : ''}</p>
<p><a href="${retry ? '' : '/home'}">${retry ? 'Tentar novamente' : 'Voltar para Home'}</a></p><code>${String(res.getHeader('X-Request-Id'))}</code></main></body></html>`)
}

/** The last middleware: whatever was thrown denies. */
export const onError =
  (log: Log): ErrorRequestHandler =>
  // Express tells an error handler by its four parameters.
  (error, req, res, _next) => {
    const refusal = asRefusal(error)
    res.locals['reason'] = refusal.reason
    if (refusal.status >= 500) log.error({ requestId: res.getHeader('X-Request-Id'), status: refusal.status, reason: refusal.reason }, 'failed')
    if (res.headersSent) return void res.destroy()
    if (req.originalUrl.startsWith('/api')) sendError(res, refusal)
    else errorPage(req, res, refusal)
  }
