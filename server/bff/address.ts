// Derives the party behind a connection or request from its address.
import { isIP, isIPv6 } from 'node:net'
import type { Request } from 'express'

/**
 * The party behind a request: an IPv6 network of /64, or an IPv4 address in whatever notation. Some proxies append the port, which changes with each
 * connection.
 */
export function addressOf(req: Request): string {
  const written = (req.ip ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  // If the value is not an address ('unknown', an invented name), use the address of the peer that passed it on.
  return addressIn(written) ?? addressIn(req.socket.remoteAddress) ?? ''
}

/** The same for one address. Undefined if the text is not an address. */
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
 * The party that may own many addresses: an IPv4 address, or an IPv6 network of /48. A customer may hold the 256 /64 networks of a home connection,
 * or all 65,536.
 */
export const networkOf = (req: Request) => networkIn(addressOf(req))
/** The same for a connection without a request. */
export const networkOfSocket = ({ remoteAddress }: { remoteAddress?: string | undefined }) => networkIn(addressIn(remoteAddress) ?? '')
