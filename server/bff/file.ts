// A file of the upstream, on its way to who asked for it.
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { LARGEST_FILE, NoAnswer, type Answer } from './upstream.ts'

/** Name and type are ours, by what the bytes are; never opened in the page. `left`: ms until it must be whole. */
export async function sendFile(res: Response, name: string, first: Buffer, { rest, length }: NonNullable<Answer['file']>, left: number) {
  const isPdf = first.subarray(0, 5).toString('latin1') === '%PDF-'
  const isXml = first.subarray(0, 100).toString().trimStart().startsWith('<?xml')
  if ((!isPdf && !isXml) || length > LARGEST_FILE) {
    await rest.return(undefined)
    throw new NoAnswer(length > LARGEST_FILE ? 'file too large' : 'neither PDF nor XML', false)
  }
  const [type, extension] = isPdf ? ['application/pdf', 'pdf'] : ['application/xml', 'xml']
  res.writeHead(200, {
    'Content-Type': type,
    ...(length > 0 && { 'Content-Length': length }),
    'Content-Disposition': `attachment; filename="${name}.${extension}"`,
  })
  const whole = async function* () {
    let size = first.length
    yield first
    for await (const chunk of rest) {
      if ((size += chunk.length) > LARGEST_FILE) throw new NoAnswer('file too large', false)
      yield chunk
    }
  }
  // Whoever stops, upstream or browser, stops both: a file that was cut is a download that failed, never a short file.
  await pipeline(whole, res, { signal: AbortSignal.timeout(Math.max(0, Math.round(left))) })
}
