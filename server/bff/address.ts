// Whose a connection or a request is, by its address.
import { isIP, isIPv6 } from 'node:net'
import type { Request } from 'express'

/** Whom an address stands for: an IPv6 network of /64, an IPv4 address however it is written. Some proxies write the port behind it, new with each connection. */
export function addressOf(req: Request): string {
  const written = (req.ip ?? '').replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
  // What is no address ('unknown', a name that somebody made up) is the address of whoever passed it on.
  return addressIn(written) ?? addressIn(req.socket.remoteAddress) ?? ''
}

/** The same of an address; undefined of what is none. */
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
/** Whoever may have many addresses: an IPv4 address, or an IPv6 network of /48, of which somebody may have a home's 256 of /64 or all 65,536. */
export const networkOf = (req: Request) => networkIn(addressOf(req))
/** The same, of a connection without a request. */
export const networkOfSocket = ({ remoteAddress }: { remoteAddress?: string | undefined }) => networkIn(addressIn(remoteAddress) ?? '')
