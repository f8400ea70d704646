// ETags of replies. The browser gets a random tag instead of the upstream's, because the upstream may compute its tag over fields that the gate removes.
// A tag stands for the upstream's tag and for everything else on which the reply depends: the call, its address, and the person with all rights. If one
// of them has changed, the upstream's tag is not passed on, and the upstream answers in full. Tags end with the process, and thus with its rules.
import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Request } from 'express'
import { LRUCache } from 'lru-cache'
import { HOUR } from '../../shared/clock.ts'
import type { Allowed } from './gate.ts'

/** Number of tags that are remembered, and for how long in ms. */
const TAGS = { max: 10_000, ttl: HOUR }
/** The tag of an upstream: printable ASCII in quotes. A weak tag is good enough, because the reply is parsed anyway. */
const UPSTREAM = /^(?:W\/)?"[\x21\x23-\x7E]{1,128}"$/

const partsOf = ({ row, url, principal: { me } }: Allowed) => ({ call: row.name, url, me })

export function createTags() {
  const given = new LRUCache<string, ReturnType<typeof partsOf> & { upstream: string }>(TAGS)
  return {
    /** A new tag for the browser. Undefined if the upstream gave none that is valid. */
    tagFor(allowed: Allowed, upstream: string | undefined): string | undefined {
      if (allowed.row.method !== 'GET' || upstream === undefined || !UPSTREAM.test(upstream)) return undefined
      const tag = `"${randomBytes(12).toString('base64url')}"`
      given.set(tag, { ...partsOf(allowed), upstream })
      return tag
    },
    /** The upstream's tag of the reply that the browser holds. Undefined if the request has no tag, or one for another call, address, person or right. */
    heldTag(req: Request, allowed: Allowed): string | undefined {
      // A proxy that compresses replies marks their tags as weak.
      const known = given.get(req.headers['if-none-match']?.replace(/^W\//, '') ?? '')
      if (!known) return undefined
      const { upstream, ...parts } = known
      return isDeepStrictEqual(parts, partsOf(allowed)) ? upstream : undefined
    },
  }
}
