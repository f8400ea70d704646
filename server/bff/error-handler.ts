// Turns a refusal into its answer: a JSON body or a page.
import type { ErrorRequestHandler, Request, Response } from 'express'
import { messages } from '../../shared/messages.ts'
import type { Log } from '../log.ts'
import { asRefusal, type Refusal } from './errors.ts'
import { pageHeaders } from './security.ts'

/** Sends the error body of all answers under /api: the message, the request id, and for a 400 the error of each field. */
export function sendError(res: Response, { status, message, fields, headers }: Refusal) {
  res
    .set(headers)
    .status(status)
    .json({ message, requestId: String(res.getHeader('X-Request-Id')), ...(fields && { fields }) })
}

const titles: Record<number, [title: string, text: string]> = {
  401: ['Sistema indisponível', messages.unavailable],
  404: ['Página não encontrada', 'O endereço não existe ou mudou.'],
  429: ['Muitas chamadas', messages.tooMany],
  500: ['Algo deu errado', 'O erro foi registrado. Tente de novo; se continuar, informe o código abaixo.'],
  503: ['Sistema indisponível', messages.unavailable],
}

/** Sends an error page that needs no other file. A page with status 503 reloads itself. */
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

/** The last middleware. Answers the request with the refusal that was thrown; any other error becomes a refusal first. */
export const onError =
  (log: Log): ErrorRequestHandler =>
  // `_next` must stay, because Express recognises an error handler by its four parameters.
  (error, req, res, _next) => {
    const refusal = asRefusal(error)
    res.locals.reason = refusal.reason
    if (refusal.status >= 500) {
      const line = { requestId: res.getHeader('X-Request-Id'), status: refusal.status, reason: refusal.reason }
      if (res.locals.counted) log.error(line, 'failed')
      else log.measured(res.locals.from, 'failed', line, 'error')
    }
    if (res.headersSent) return void res.destroy()
    if (req.originalUrl.startsWith('/api')) sendError(res, refusal)
    else errorPage(req, res, refusal)
  }
