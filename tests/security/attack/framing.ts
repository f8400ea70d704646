// Requests as raw bytes that no HTTP client would write. Each has its own connection and comes from a person who may make every call.
import { base } from './requests.ts'

export interface Framed {
  what: string
  /** {session} and {host} are placeholders, as in an Attempt. The text is latin1. */
  bytes: string
  /** Number of the two calls below that may arrive at the upstream. */
  arrives: number
}

export const read = base('GET /clients', 'plain', 'S')
export const write = base('DELETE /nfse', 'plain', 'S')
const body = String(write.body)

const COMMON = 'Host: {host}\r\nCookie: {session}\r\nX-CSRF: 1\r\nContent-Type: application/json\r\n'
const LENGTH = `Content-Length: ${body.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const chunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
/** A request hidden in a body. The upstream would execute it if the body were taken for a second request. */
const SMUGGLED = 'GET /secret HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer evil\r\nConnection: close\r\n\r\n'
const get = (more = '', line = 'GET /api/clients HTTP/1.1') => `${line}\r\n${COMMON}Connection: close\r\n${more}\r\n`
const del = (more: string, sent = body) => `DELETE /api/nfse HTTP/1.1\r\n${COMMON}Connection: close\r\n${more}\r\n${sent}`

/** Asks the server to keep the connection open, so that another request may follow. */
const open = (bytes: string) => bytes.replace('Connection: close', 'Connection: keep-alive')

const framed = (arrives: number, bytes: Record<string, string>): Framed[] =>
  Object.entries(bytes).map(([what, text]) => ({ what, bytes: text, arrives }))

export const framings: Framed[] = [
  ...framed(1, {
    'a complete request': del(LENGTH),
    'a chunked request': del(CHUNKED, chunks),
    'chunks of one byte': del(CHUNKED, `${Array.from(body, (byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`),
    'a chunk extension': del(CHUNKED, chunks.replace('\r\n', ';a=b\r\n')),
    'trailers with the names of request headers': del(
      `${CHUNKED}Trailer: Authorization\r\n`,
      `${chunks.slice(0, -2)}Authorization: Bearer evil\r\nX-Secret: 1\r\n\r\n`,
    ),
    'a second request after a complete body': open(del(LENGTH, body + SMUGGLED)),
    'a second request after the last chunk': open(del(CHUNKED, chunks + SMUGGLED)),
    'a GET whose body is a request': get(`Content-Length: ${SMUGGLED.length}\r\n`) + SMUGGLED,
    'a GET whose chunked body is a request': `${get(CHUNKED)}${SMUGGLED.length.toString(16)}\r\n${SMUGGLED}\r\n0\r\n\r\n`,
    'an empty body that is followed by a request': open(get('Content-Length: 0\r\n') + SMUGGLED),
    'TE: trailers, Max-Forwards and Via': get('TE: trailers\r\nMax-Forwards: 0\r\nVia: 1.1 x\r\n'),
    'X_Forwarded_For beside X-Forwarded-For': get('X_Forwarded_For: 127.0.0.1\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-Uri: /auth\r\n'),
    'headers __proto__ and constructor': get('__proto__: x\r\nconstructor: x\r\nprototype: x\r\n'),
    'methods and addresses in headers': get(
      'X-HTTP-Method-Override: DELETE\r\nX-Original-URL: /api/users\r\nX-Rewrite-URL: /api/users\r\nX-Middleware-Subrequest: middleware\r\n',
    ),
    'a leading empty line': `\r\n${get()}`,
    'HTTP/1.0': get('', 'GET /api/clients HTTP/1.0'),
    'header names in capitals': get()
      .toUpperCase()
      .replace('/API/CLIENTS', '/api/clients')
      .replace('{SESSION}', '{session}')
      .replace('{HOST}', '{host}'),
  }),
  ...framed(2, { 'two requests at once': open(get()) + get() }),
  ...framed(0, {
    'length and chunks': del(LENGTH + CHUNKED, chunks + SMUGGLED),
    'chunks and length': del(CHUNKED + LENGTH, chunks + SMUGGLED),
    'length 0 and chunks': del(`Content-Length: 0\r\n${CHUNKED}`, chunks + SMUGGLED),
    'two lengths': del(`Content-Length: 0\r\n${LENGTH}`),
    'the same length twice': del(LENGTH + LENGTH),
    'a list of lengths': del(`Content-Length: ${body.length}, ${body.length}\r\n`),
    ...Object.fromEntries(
      ['+11', '-1', '0x0b', '11 11', '1e1', '11.0', '', '11;', '99999999999999999999', '\x0b11', '\xb9\xb9'].map((length) => [
        `length ${JSON.stringify(length)}`,
        del(`Content-Length: ${length}\r\n`),
      ]),
    ),
    ...Object.fromEntries(
      [
        'identity',
        'chunked, identity',
        'identity, chunked',
        'gzip, chunked',
        'chunked, chunked',
        'xchunked',
        'chunked;x',
        '\x0bchunked',
        '"chunked"',
        'chunked\x0c',
        '',
      ].map((coding) => [`transfer coding ${JSON.stringify(coding)}`, del(`Transfer-Encoding: ${coding}\r\n`, chunks + SMUGGLED)]),
    ),
    'two transfer codings': del(`${CHUNKED}Transfer-Encoding: identity\r\n`, chunks + SMUGGLED),
    'a transfer coding after a space': del(`Transfer-Encoding : chunked\r\n${LENGTH}`, chunks),
    'a folded transfer coding': del(`Transfer-Encoding:\r\n chunked\r\n${LENGTH}`, chunks),
    'a chunk size of letters': del(CHUNKED, `zz\r\n${body}\r\n0\r\n\r\n`),
    'a chunk size below zero': del(CHUNKED, `-1\r\n${body}\r\n0\r\n\r\n`),
    'a chunk size 0x': del(CHUNKED, `0x${chunks}`),
    'a chunk size of 17 digits': del(CHUNKED, `${'f'.repeat(17)}\r\n${body}\r\n0\r\n\r\n`),
    'a chunk longer than its announced size': del(CHUNKED, `1\r\n${body}\r\n0\r\n\r\n`),
    'a chunk with a bare LF': del(CHUNKED, chunks.replaceAll('\r\n', '\n')),
    'a chunk with a bare CR': del(CHUNKED, chunks.replace('\r\n', '\r')),
    'a chunk extension with a bare LF': del(CHUNKED, chunks.replace('\r\n', ';a\nb\r\n')),
    'a folded header': get('X-A: 1\r\n Authorization: Bearer evil\r\n'),
    'bare LF for every line': get().replaceAll('\r\n', '\n'),
    'a bare LF in a header': get('X-A: 1\nAuthorization: Bearer evil\r\n'),
    'a bare CR in a header': get('X-A: 1\rAuthorization: Bearer evil\r\n'),
    'NUL in a header': get('X-A: 1\x002\r\n'),
    'NUL in a header name': get('X-\x00A: 1\r\n'),
    'a space before the colon': get('X-CSRF : 1\r\n'),
    'a space before the name': get(' X-A: 1\r\n'),
    'a header without a name': get(': 1\r\n'),
    'a header without a colon': get('X-A\r\n'),
    'two Hosts': get('Host: evil.example\r\n'),
    'no Host': get().replace('Host: {host}\r\n', ''),
    'a foreign Host': get().replace('{host}', 'evil.example'),
    'a foreign absolute address with our Host': get('', 'GET http://evil.example/api/clients HTTP/1.1'),
    'an absolute address': get('', 'GET http://{host}/api/clients HTTP/1.1'),
    'an absolute address with another scheme': get('', 'GET file:///etc/passwd HTTP/1.1'),
    'CONNECT to another host': get('', 'CONNECT evil.example:443 HTTP/1.1'),
    'CONNECT to a call': get('', 'CONNECT /api/clients HTTP/1.1'),
    'OPTIONS *': get('', 'OPTIONS * HTTP/1.1'),
    'GET *': get('', 'GET * HTTP/1.1'),
    'HTTP/0.9': 'GET /api/clients\r\n\r\n',
    'HTTP/2 with prior knowledge': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'HTTP/3.7': get('', 'GET /api/clients HTTP/3.7'),
    'http in lower case': get('', 'GET /api/clients http/1.1'),
    'get in lower case': get('', 'get /api/clients HTTP/1.1'),
    'a method with a NUL': get('', 'G\0ET /api/clients HTTP/1.1'),
    'tabs instead of spaces': get('', 'GET\t/api/clients\tHTTP/1.1'),
    'a space in the address': get('', 'GET /api/cli ents HTTP/1.1'),
    'CR in the address': get('', 'GET /api/clients\r/x HTTP/1.1'),
    'bytes over 127 in the address': get('', 'GET /api/clients\xc3\xa9 HTTP/1.1'),
    'leading spaces': `  ${get()}`,
    'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
    'an SSH greeting': 'SSH-2.0-OpenSSH_9.2\r\n\r\n',
    'an upgrade to websocket': get('Upgrade: websocket\r\n').replace('Connection: close', 'Connection: Upgrade'),
    'an upgrade to HTTP/2': get('Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n').replace(
      'Connection: close',
      'Connection: Upgrade, HTTP2-Settings',
    ),
    'Expect: 100-continue with a foreign token': del(`${LENGTH}Expect: 100-continue\r\nAuthorization: Bearer evil\r\n`),
    'an unknown Expect header': get('Expect: x\r\n'),
    '17 kB of headers': get(`X-A: ${'a'.repeat(17_000)}\r\n`),
    '65 headers': get(Array.from({ length: 65 }, (_, i) => `X-${i}: 1\r\n`).join('')),
    'an address of more than 5,000 characters': get('', `GET /api/clients?${'a'.repeat(5000)} HTTP/1.1`),
  }),
]
