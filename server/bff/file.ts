// A file of the upstream, on its way to who asked for it.
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { LARGEST_FILE, NoAnswer, type Answer } from './upstream.ts'

const kindOf = (first: Buffer) =>
  first.subarray(0, 5).toString('latin1') === '%PDF-'
    ? ['application/pdf', 'pdf']
    : first.subarray(0, 3).equals(JPEG)
      ? ['image/jpeg', 'jpg']
      : first.subarray(0, 100).toString().trimStart().startsWith('<?xml')
        ? ['application/xml', 'xml']
        : undefined
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

/** Programs that know no `filename*` take the name without its accents. */
const attached = (name: string) => {
  const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`
}

/** Name and type are ours, by what the bytes are; never opened in the page. `left`: ms until it must be whole. */
export async function sendFile(res: Response, name: string, first: Buffer, { rest, length }: NonNullable<Answer['file']>, left: number) {
  const kind = kindOf(first)
  if (!kind || length > LARGEST_FILE) {
    await rest.return(undefined)
    throw new NoAnswer(length > LARGEST_FILE ? 'file too large' : 'neither PDF nor XML nor JPEG', false)
  }
  const [type, extension] = kind
  res.writeHead(200, {
    'Content-Type': type,
    ...(length > 0 && { 'Content-Length': length }),
    'Content-Disposition': attached(`${name}.${extension}`),
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
