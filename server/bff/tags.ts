// ETags of replies. A tag for the browser consists of the upstream's tag and a digest of everything else on which the reply depends: the call, the
// person with all rights, and the build. If one of them has changed, the tag is not passed on, and the upstream answers in full.
import { hash } from 'node:crypto'
import type { Request } from 'express'
import type { Allowed } from './gate.ts'

/** The tag of an upstream: printable ASCII in quotes. A weak tag is good enough, because the reply is parsed anyway. */
const UPSTREAM = /^(?:W\/)?"[\x21\x23-\x7E]{1,128}"$/
const BROWSER = /^"([\w-]+)\.([\w-]+)"$/

const digestOf = ({ row, url, principal: { me } }: Allowed, build: string) => hash('sha256', JSON.stringify([build, row.name, url, me]), 'base64url')

/** The tag for the browser. Undefined if the upstream gave none that is valid. */
export const tagFor = (allowed: Allowed, build: string, tag: string | undefined) =>
  tag !== undefined && UPSTREAM.test(tag) ? `"${Buffer.from(tag).toString('base64url')}.${digestOf(allowed, build)}"` : undefined

/** The upstream's tag of the reply that the browser holds. Undefined if the request has no tag, or one for another call, person, right or build. */
export function heldTag(req: Request, allowed: Allowed, build: string): string | undefined {
  if (allowed.row.method !== 'GET' || allowed.row.file !== undefined) return undefined
  const [, encoded, digest] = BROWSER.exec(req.headers['if-none-match'] ?? '') ?? []
  if (encoded === undefined) return undefined
  const tag = Buffer.from(encoded, 'base64url').toString()
  return digest === digestOf(allowed, build) && UPSTREAM.test(tag) ? tag : undefined
}
