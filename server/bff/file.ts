// Streams a file from the upstream to the browser.
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { LARGEST_FILE, NoAnswer, type Answer } from './upstream.ts'

const kindOf = (first: Buffer) =>
  first.subarray(0, 5).toString('latin1') === '%PDF-'
    ? ['application/pdf', 'pdf']
    : first.subarray(0, 3).equals(JPEG)
      ? ['image/jpeg', 'jpg']
      : first.subarray(0, 4).equals(ZIP)
        ? ['application/zip', 'zip']
        : first.subarray(0, 100).toString().trimStart().startsWith('<?xml')
          ? ['application/xml', 'xml']
          : undefined
const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const ZIP = Buffer.from('PK\x03\x04')

/** The value of Content-Disposition. Programs that do not support `filename*` get the name without its accents. */
const attached = (name: string) => {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/**
 * Sends a file. We set the name and derive the type from the first bytes, and the browser downloads the file instead of opening it. `left` is the
 * time in ms until the file must be complete.
 */
export async function sendFile(res: Response, name: string, first: Buffer, { rest, length }: NonNullable<Answer['file']>, left: number) {
  const kind = kindOf(first)
  if (!kind || length > LARGEST_FILE) {
    await rest.return(undefined)
    throw new NoAnswer(length > LARGEST_FILE ? 'file too large' : 'not a PDF, XML, JPEG or ZIP', false)
  }
  const [type, extension] = kind
  res.writeHead(200, {
    'Content-Type': type,
    ...(length > 0 && { 'Content-Length': length }),
    'Content-Disposition': attached(`${name}.${extension}`),
  })
  const allChunks = async function* () {
    let size = first.length
    yield first
    for await (const chunk of rest) {
      if ((size += chunk.length) > LARGEST_FILE) throw new NoAnswer('file too large', false)
      yield chunk
    }
  }
  // If either side stops, both stop. The browser then shows a failed download, never a file that is silently too short.
  await pipeline(allChunks, res, { signal: AbortSignal.timeout(Math.max(0, Math.round(left))) })
}
