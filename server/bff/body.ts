// Reads the body of a call as JSON.
import express, { type Request, type RequestHandler, type Response } from 'express'
import { gone } from './edge.ts'
import { Refusal } from './errors.ts'
import { parseJson } from './json.ts'

const parsers = new Map<number, RequestHandler>()
function parserOf(limit: number) {
  const parser = parsers.get(limit) ?? express.raw({ limit, inflate: false, type: () => true })
  parsers.set(limit, parser)
  return parser
}

/**
 * The body as JSON, or undefined if there is none. `longest` replaces the usual maximum length of a text, in characters. Throws 415 if the body is of
 * another type or encoded, and 413 if it exceeds `limit`.
 */
export async function readJson(req: Request, res: Response, limit: number, longest?: number): Promise<unknown> {
  const type = req.headers['content-type']
  const sent = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0
  if (!sent) return undefined
  if (!/^application\/json(; ?charset=utf-8)?$/i.test(type ?? ''))
    throw new Refusal(415, 'O corpo do pedido deve ser JSON.', { reason: 'content-type' })
  if (req.headers['content-encoding'] !== undefined) throw new Refusal(415, 'O corpo do pedido deve ser JSON.', { reason: 'content-encoding' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  parserOf(limit)(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error instanceof Error ? error : new Error('body'))))
  await promise
  // express.raw() gives the complete bytes. There is no body if the client disconnected before the parser read it.
  if (!req.body) throw gone()
  return parseJson(req.body as Buffer, longest)
}
