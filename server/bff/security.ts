// Headers of every answer, and checks that refuse a request before other code reads it.
import { randomBytes, randomUUID } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import type { Clock } from '../../shared/clock.ts'
import { failure, messages } from '../../shared/messages.ts'
import { isLoopback, type Env } from '../env.ts'
import { Refusal } from './errors.ts'

const PAGE: Record<string, string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'script-src-attr': ["'none'"],
  'style-src': ["'self'"],
  'style-src-attr': ["'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
}

const csp = (directives: Record<string, string[]>) =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')

const OWN = ["'self'", "'nonce-NONCE'"]
const PAGE_CSP = csp({ ...PAGE, 'script-src': OWN, 'style-src': OWN })
/** The CSP in development, where Vite injects its own styles and reports changes over a WebSocket. */
const DEV_CSP = csp({ ...PAGE, 'script-src': OWN, 'style-src': ["'self'", "'unsafe-inline'"], 'connect-src': ["'self'", 'ws:'] })
const OTHER = "default-src 'none'; frame-ancestors 'none'; sandbox"
/** The CSP of the files at fixed addresses: the wall screen's service worker, and the page that it shows while the server is unreachable. */
export const FILE_CSP = csp(PAGE)
const NO_FEATURES = ['accelerometer', 'camera', 'display-capture', 'fullscreen', 'geolocation', 'gyroscope', 'microphone', 'midi', 'payment', 'usb']
  .map((feature) => `${feature}=()`)
  .join(', ')

/** Sets the CSP of a page. Returns the nonce of that CSP, 128 random bits. */
export function pageHeaders(res: Response) {
  const nonce = randomBytes(16).toString('base64')
  res.setHeader('Content-Security-Policy', (res.app.get('dev') === true ? DEV_CSP : PAGE_CSP).replaceAll('NONCE', nonce))
  return nonce
}

/** Headers of every answer. `Date` is set from the product's own clock, because browsers set their clock by it. */
export const headers = (clock: Clock): RequestHandler[] => [
  helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    // Current browsers do not read these headers, and each would make every answer slower.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
  (_req, res, next) => {
    res.set({
      Date: new Date(clock()).toUTCString(),
      'X-Request-Id': randomUUID(),
      'Content-Security-Policy': OTHER,
      'Permissions-Policy': NO_FEATURES,
      'Cache-Control': 'no-store',
    })
    next()
  },
]

const CLOSE = { headers: { Connection: 'close' } }

/**
 * Refuses malformed requests before they are read: a target that is too long or not a path, too many parameters or header fields, a body that the
 * client holds back until we ask for it (417), and a Host that is not ours (421).
 */
export const refuseMalformed = (env: Env): RequestHandler => {
  const ours = env.PUBLIC_ORIGIN && new URL(env.PUBLIC_ORIGIN).host
  return (req, _res, next) => {
    if (req.url.length > 4096) throw new Refusal(414, 'Endereço longo demais.')
    // Refuse '//evil.example/home' and 'http://evil.example/home': code that parses them as URLs would read them as /home.
    if (!/^\/(?![/\\])/.test(req.url)) throw new Refusal(400, 'Endereço inválido.', { reason: 'path' })
    if (req.url.split('&').length > 64) throw new Refusal(400, 'Parâmetros demais.')
    if (req.headers.expect !== undefined) throw new Refusal(417, failure(417), CLOSE)
    if (req.rawHeaders.length > 128) throw new Refusal(431, 'Cabeçalhos demais.')
    // Node accepts any list of encodings that ends in chunked, and of two Host headers it uses the first. A proxy in front of us may read such
    // requests differently, so refuse them.
    if (!['chunked', undefined].includes(req.headers['transfer-encoding']?.toLowerCase())) throw new Refusal(501, failure(501), CLOSE)
    const { host = '' } = req.headers
    // req.headersDistinct is not used, because it sorts all headers in order to read one.
    const hosts = req.rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host')
    const name = host.replace(/:\d+$/, '')
    if (hosts.length > 1 || (host !== ours && !isLoopback(name) && !(env.INSECURE_HTTP && !ours)))
      throw new Refusal(421, 'Este endereço não é atendido aqui.')
    next()
  }
}

/** The origin that the browser sends if a request comes from our own pages. */
export const ownOrigin = (env: Env, req: Request) => env.PUBLIC_ORIGIN ?? `http://${req.headers.host}`

/** Protects everything under /api: requests from a foreign site are refused, and calls other than GET also need X-CSRF. */
export function crossSite(env: Env, req: Request) {
  const safe = req.method === 'GET'
  const site = req.headers['sec-fetch-site']
  const origin = req.headers.origin
  const foreign =
    (site !== undefined && site !== 'same-origin' && !(safe && site === 'none')) || (origin !== undefined && origin !== ownOrigin(env, req))
  if (foreign || (!safe && req.headers['x-csrf'] !== '1')) throw new Refusal(403, messages.denied, { reason: 'csrf' })
}

/** Protects a form that is sent without JavaScript and so without X-CSRF. It needs Sec-Fetch-Site or Origin from the browser instead. */
export function crossSiteForm(env: Env, req: Request) {
  const site = req.headers['sec-fetch-site']
  const origin = req.headers.origin
  const ours = (site === undefined || site === 'same-origin') && (origin === undefined || origin === ownOrigin(env, req))
  if (!ours || (site === undefined && origin === undefined)) throw new Refusal(403, messages.denied, { reason: 'csrf' })
}
