// Identifies the party behind a connection or a request by its address.
import { isIP, isIPv6 } from 'node:net'
import type { Request } from 'express'

/**
 * The party behind a request: an IPv4 address in any notation, or an IPv6 network of /64. Some proxies append the client's port, which changes with
 * each connection, so it is removed.
 */
export function addressOf(req: Request): string {
  const written = (req.ip ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  // If X-Forwarded-For holds no address ('unknown' or an invented name), use the address of the peer that sent the header.
  return addressIn(written) ?? addressIn(req.socket.remoteAddress) ?? ''
}

/** The party behind one address. Undefined if the text is not an address. */
function addressIn(written = '') {
  const address = written.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!isIP(address)) return undefined
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const groups = address.includes('::') ? [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right] : left
  return groups.slice(0, 4).join(':')
}

const networkIn = (address: string) => address.split(':').slice(0, 3).join(':')
/**
 * The network of a request: an IPv4 address, or an IPv6 network of /48. An IPv6 address counts with its wider network, because one customer may hold
 * 256 networks of /64 (a home connection), or even 65,536.
 */
export const networkOf = (req: Request) => networkIn(addressOf(req))
/** The network of a connection that has no request. */
export const networkOfSocket = ({ remoteAddress }: { remoteAddress?: string | undefined }) => networkIn(addressIn(remoteAddress) ?? '')
