// The hostile requests as data. Every call of the table, in each of its scenes, is combined with the changes that an attacker would make.
import { calls } from '../../../shared/calls.ts'
import type { Row } from '../../../shared/call.ts'
import type { Scene } from '../../permissions/scene.ts'
import { subjects } from '../../permissions/subjects.ts'
import { attackers, isLawful, PEOPLE, type PersonName } from './people.ts'

/**
 * The most that may arrive at the upstream because of an attempt: nothing, the request that every page makes (for the running timer), the records
 * that the rule reads, or the call itself.
 */
export type Reach = 'nothing' | 'page' | 'look-ups' | 'itself'

/** In the texts of an attempt, {session} stands for the person's cookie and {host} for the product's address. */
export interface Attempt {
  /** The kind of attack. */
  group: string
  person: PersonName
  /** The upstream's stored records and its replies during the attempt. */
  scene: Scene
  method: string
  target: string
  headers: [name: string, value: string][]
  body?: string | Buffer | undefined
  /** Raw bytes, which are sent on a separate connection instead of the fields above. */
  bytes?: string
  reach: Reach
}

export const rows: readonly Row[] = calls
// The calls that the BFF answers itself are left out, because they do not arrive at the upstream.
const named = rows.filter(({ name, answeredByBff }) => !/ \/auth(\/second)?$/.test(name) && !answeredByBff)

const played = new Map<string, Scene>()
/** Returns the scene as it is for this person. */
function sceneOf(call: string, title: string, person: PersonName): Scene {
  const key = `${call} ${title} ${person}`
  const scene = played.get(key) ?? subjects[call]?.scenes[title]?.(attackers[person].id)
  if (!scene) throw new Error(`no scene ${title} of ${call}`)
  played.set(key, scene)
  return scene
}

/** Builds the call as our own page makes it. */
export function base(call: string, title: string, person: PersonName): Attempt {
  const scene = sceneOf(call, title, person)
  const [method = '', template = ''] = call.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_, key: string) => String(scene.path?.[key]))
  const reach = person === 'anonymous' ? 'nothing' : isLawful(person, call, title) ? 'itself' : 'look-ups'
  return {
    group: 'as it is',
    person,
    scene,
    method,
    target: `/api${path}${scene.query ? `?${scene.query}` : ''}`,
    headers: [
      ...(method === 'GET' ? [] : [['x-csrf', '1'] as [string, string]]),
      ...(person === 'anonymous' ? [] : [['cookie', '{session}'] as [string, string]]),
      ...(scene.body === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    body: scene.body === undefined ? undefined : JSON.stringify(scene.body),
    reach,
  }
}

type Change = Partial<Pick<Attempt, 'method' | 'target' | 'headers' | 'body' | 'reach'>>
const changed = (attempt: Attempt, group: string, change: Change): Attempt => ({ ...attempt, group, ...change })
const never = { reach: 'nothing' } as const

const split = (target: string) => {
  const [path = '', ...query] = target.split('?')
  return [path.slice('/api'.length), query.length ? `?${query.join('?')}` : ''] as const
}
const without = (headers: Attempt['headers'], name: string) => headers.filter(([one]) => one !== name)
const withHeader = (headers: Attempt['headers'], name: string, value: string) => [...without(headers, name), [name, value] as [string, string]]

const hexed = (text: string) => text.replaceAll(/[a-z]$/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)

/** Other spellings of a path, none of which may reach the call. */
const paths = (path: string) => [
  `/api/${path}`,
  `//api${path}`,
  `/api//${path.slice(1)}/`,
  `/api${path.toUpperCase()}X`,
  `/api/x/..${path}`,
  `/api/.${path}`,
  `/api/x/%2e%2e${path}`,
  `/api/%2e${path}`,
  `/api/..;${path}`,
  `/%61pi${path}`,
  `/api%2f${path.slice(1)}`,
  `/api%5c${path.slice(1)}`,
  `/api\\${path.slice(1)}`,
  `/api${path.slice(0, 1)}%${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  `/api${path.slice(0, 1)}%25${path.charCodeAt(1).toString(16)}${path.slice(2)}`,
  `/api${hexed(path)}%`,
  `/api${path}%00`,
  `/api${path}%20`,
  `/api${path}%0d%0aX-Secret:1`,
  `/api${path};a=b`,
  `/api${path}.json`,
  `/api${path}#/auth`,
  `/api${path}%23`,
  `/api${path}%3Fx=1`,
  `/api${path}\xff`,
  `/api${path}%c0%af`,
  `/api${path}/../auth`,
  `/api/auth/..${path}`,
  `/api/api${path}`,
  `/api${path}/auth`,
  `/healthz/../api${path}`,
  `/assets/../api${path}`,
  `/assets/..%2fapi${path}`,
  `http://{host}/api${path}`,
  `http://evil.example/api${path}`,
  `@evil.example/api${path}`,
  `/api${path}/${'a/'.repeat(2100)}`,
]

export const METHODS = ['HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE']

const IDS =
  `0 00 01 05 -1 +5 5. 5.0 5e0 0x5 2147483648 4294967301 ${'9'.repeat(20)} %35 5%00 5%20 %205 5%2f 5,6 5;6 5' 5-- 5%20OR%201=1 null undefined NaN true [] {}
  __proto__ constructor toString * . .. %2e%2e ٥ ５ a ${'5'.repeat(300)}`
    .split(/\s+/)
    .map((id) => Buffer.from(id).toString('latin1'))

/** Query parameters that no call accepts. */
const QUERIES =
  `x=1 __proto__=1 __proto__[S]=1 constructor=1 constructor.prototype=1 toString=1 hasOwnProperty=1 length=1 acessos[]=/usuarios a[b]=1 a[]=1 a.b=1 %00=1 =1 %5f_proto__=1
  %61%00=1 \xff=1 _method=DELETE x=/auth x?y x=%0d%0aX:1 user.supervisor=S ${Array.from({ length: 70 }, (_, i) => `x${i}=1`).join('&')} ${'x'.repeat(5000)}=1`.split(
    /\s+/,
  )

/** Fields that decide a person's rights or the fate of a record. They are sent in calls that have these fields and in calls that do not. */
export const RESERVED: Record<string, unknown> = {
  supervisor: 'S',
  SUPERVISOR: 'S',
  departamento: 4,
  acessos: [{ title: 'x', action: null, items: [{ title: 'x', route: '/usuarios' }] }],
  menus: [1, 2, 3, 9],
  idUsuario: 999,
  CODIGO_USUARIO: 999,
  idColaborador: 999,
  colaboradores: [999],
  comissao: 100,
  status: 'I',
  idStatus: 'A',
  valorHora: 1,
  idControleFinanceiro: 999,
  idControleHoras: 999,
  operador: 'C',
  ticketMonitorado: 1,
  password: 'x'.repeat(12),
  id: 999,
  idUser: 999,
  ID: 999,
  role: 'admin',
  me: { supervisor: 'S', departamento: 4 },
  token: 'x',
}
export const VALUES: unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  2147483648,
  1e300,
  '1',
  'S',
  true,
  false,
  [],
  {},
  [[]],
  [null],
  'x'.repeat(3999),
  '\u202e',
]
const OWN_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'toJSON', 'length']

/** Bodies that can be read in two ways, or not at all. */
function brokenBodies(text: string): string[] {
  const key = /^\{("(?:[^"\\]|\\.)*"):/.exec(text)?.[1]
  const twice = key
    ? [
        `${text.slice(0, -1)},${key}:null}`,
        `{${key}:999,${text.slice(1)}`,
        `${text.slice(0, -1)},"\\u${key.charCodeAt(1).toString(16).padStart(4, '0')}${key.slice(2)}:null}`,
      ]
    : []
  const inside = text.length > 2 ? `${text.slice(0, -1)},` : '{'
  const added = (field: string) => `${inside}${field}}`
  return [
    ...twice,
    ...OWN_NAMES.map((name) => added(`"${name}":{"supervisor":"S"}`)),
    added('"x":1e0'),
    added('"x":"\\u0000"'),
    added('"x":"\\ud800"'),
    added(`"x":${'['.repeat(30_000)}${']'.repeat(30_000)}`),
    added(`"x":${'{"a":'.repeat(9)}1${'}'.repeat(9)}`),
    added(`"x":[${'1,'.repeat(1000)}1]`),
    added(`"x":"${'a'.repeat(4001)}"`),
    `[${text}]`,
    JSON.stringify(text),
    `${text}${text}`,
    `${text},`,
    `${text.slice(0, -1)},}`,
    `${text}\0`,
    `/**/${text}`,
    `\ufeff${text}`,
    `)]}',${text}`,
    text.replaceAll('"', "'").replace(/^\{\}$/, "{'a':1}"),
    text.slice(0, -1),
    '1',
    'null',
    '"x"',
    '[]',
    'NaN',
    ' ',
    'a=b&supervisor=S',
    '<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><x>&x;</x>',
    `{"x":"${'a'.repeat(1_100_000)}"}`,
  ]
}

const TYPES =
  `text/plain application/x-www-form-urlencoded multipart/form-data;boundary=x application/json;x application/json;charset=latin1 application/json;charset=utf-16
  application/json,text/plain application/vnd.api+json text/json application/xml application/json5 */* application/json;charset=utf-8;x=y application/json+x`
    .split(/\s+/)
    .concat('', 'application/json ; charset=utf-8', 'application/json\t;charset=utf-8', 'x application/json')

const ENCODINGS = ['gzip', 'deflate', 'br', 'identity', 'x', 'gzip, gzip', 'chunked']

/** Headers that the proxies or frameworks of other products have trusted. None may change a decision, and none may be forwarded. */
export const HEADERS: [string, string][] = [
  ['Authorization', 'Bearer evil'],
  ['Proxy-Authorization', 'Basic evil'],
  ['Forwarded', 'for=127.0.0.1;host=evil.example;proto=https'],
  ['X-Forwarded-For', '127.0.0.1'],
  ['X_Forwarded_For', '127.0.0.1'],
  ['X-Forwarded-Host', 'evil.example'],
  ['X-Forwarded-Proto', 'https'],
  ['X-Forwarded-Uri', '/auth'],
  ['X-Forwarded-Prefix', '/auth'],
  ['X-Forwarded-Method', 'DELETE'],
  ['X-Forwarded-User', 'admin'],
  ['X-Original-URL', '/auth'],
  ['X-Rewrite-URL', '/auth'],
  ['X-Original-Method', 'DELETE'],
  ['X-HTTP-Method-Override', 'DELETE'],
  ['X-HTTP-Method', 'DELETE'],
  ['X-Method-Override', 'DELETE'],
  ['X-Middleware-Subrequest', 'middleware:middleware:middleware:middleware:middleware'],
  ['X-Middleware-Prefetch', '1'],
  ['X-React-Router-SPA-Mode', 'yes'],
  ['X-React-Router-Prerender-Data', '[]'],
  ['RSC', '1'],
  ['Next-Action', 'x'],
  ['X-Real-IP', '127.0.0.1'],
  ['X-Client-IP', '127.0.0.1'],
  ['True-Client-IP', '127.0.0.1'],
  ['Client-IP', '127.0.0.1'],
  ['X-Remote-User', 'admin'],
  ['X-User-Id', '1'],
  ['X-Channel', 'x'],
  ['X-Api-Key', 'x'],
  ['X-Debug', '1'],
  ['User-Agent', 'kube-probe/1.30'],
  ['User-Agent', 'GoogleHC/1.0'],
  ['Accept', 'text/html'],
  ['Accept-Encoding', 'gzip, br'],
  ['Range', 'bytes=0-0'],
  ['If-None-Match', '*'],
  ['If-Modified-Since', 'Fri, 31 Dec 2100 00:00:00 GMT'],
  ['TE', 'trailers'],
  ['Via', '1.1 x'],
  ['Max-Forwards', '0'],
  ['Connection', 'close, authorization, host, cookie'],
  ['Connection', 'x-csrf, cookie, content-length, content-type'],
  ['Keep-Alive', 'timeout=9999'],
  ['__proto__', 'x'],
  ['constructor', 'x'],
  ['Service-Worker', 'script'],
  ['Purpose', 'prefetch'],
  ['Upgrade-Insecure-Requests', '1'],
  ['Sec-Fetch-Mode', 'navigate'],
  ['Referer', 'https://evil.example/'],
]
const REFUSED_HEADERS: [string, string][] = [
  ['Host', 'evil.example'],
  ['Host', '127.0.0.1.evil.example'],
  ['Host', '127.0.0.1@evil.example'],
  ['Host', 'evil.example:80#127.0.0.1'],
  ['Host', ''],
  ['Expect', '100-continue'],
  ['Expect', '200-ok'],
]

const CROSS: [string, string][] = [
  ['Origin', 'https://evil.example'],
  ['Origin', 'null'],
  ['Origin', 'http://{host}.evil.example'],
  ['Origin', 'https://{host}'],
  ['Origin', 'http://{host}/'],
  ['Origin', ''],
  ['Sec-Fetch-Site', 'cross-site'],
  ['Sec-Fetch-Site', 'same-site'],
  ['Sec-Fetch-Site', 'Same-Origin'],
  ['Sec-Fetch-Site', ''],
  ['Sec-Fetch-Site', 'same-origin, cross-site'],
]
const NO_CSRF = ['', '0', '2', 'true', '01', '1, 1', '1;']

const SEALED = 'Fe26.2*1*{}*{}*{}**{}*{}~2'.replaceAll('{}', 'A'.repeat(43))
const COOKIES = [
  '',
  'csnoteweb=',
  'csnoteweb=x',
  `csnoteweb=${SEALED}`,
  `csnoteweb=${SEALED.replace('*1*', '*__proto__*')}`,
  `csnoteweb=${SEALED.replace('*1*', '*constructor*')}`,
  `csnoteweb=${SEALED.replace('**', '*0*')}`,
  `csnoteweb=${'*'.repeat(200)}`,
  `csnoteweb=${'a'.repeat(5000)}`,
  'csnoteweb=%',
  'csnoteweb=%00',
  'csnoteweb=j:{"sid":"x","token":"x","since":1}',
  'csnoteweb=s:x.y',
  '{session}x',
  'x{session}',
  // The seal of iron-session does not cover the part after '~'.
  '{session}~2',
  '{session}x',
  '{session}.0',
  '__Host-{session}',
  'csnoteweb=x; {session}',
  '__proto__=x; constructor=y',
  'token=x; Authorization=Bearer x',
]

/** Lawful variants of a row of the table, each changed in one place. */
function variations(row: Row): Attempt[] {
  const [own, ...others] = (['S', 'plain', 'D2', 'D4'] as const)
    .map((person) => base(row.name, 'plain', person))
    .filter(({ reach }) => reach === 'itself')
  if (!own) throw new Error(`nobody may make ${row.name}`)
  // The calls of two people are changed: of the one with the most rights, and of the one with the fewest.
  const lawful = [own, ...others.slice(0, 1)]
  const [path, query] = split(own.target)
  // The body of a scene's request is always a text, so the cast is safe.
  const body = own.body as string | undefined
  const all = (group: string, changes: Change[]) => changes.map((change) => changed(own, group, { ...never, ...change }))
  const everyone = (group: string, change: (attempt: Attempt) => Change[]) =>
    lawful.flatMap((attempt) => change(attempt).map((one) => changed(attempt, group, one)))
  const header = ([name, value]: [string, string]) => ({ headers: withHeader(own.headers, name, value) })
  const params = [...new URLSearchParams(query).keys()]

  const found = [
    ...all(
      'paths',
      paths(path).map((target) => ({ target: target + query })),
    ),
    // This address is a page that does not exist, so only the request of every page may arrive.
    ...all('paths', [{ target: `/API${path}${query}`, reach: 'page' }]),
    ...all('paths', row.alias === `${path}/` ? [] : [{ target: `/api${path}/${query}` }]),
    ...all(
      'methods',
      METHODS.filter((method) => !rows.some((other) => other.method === method && isAt(other, path))).map((method) => ({
        method,
        headers: withHeader(own.headers, 'x-csrf', '1'),
      })),
    ),
    ...all('ids', Object.keys(own.scene.path ?? {}).length ? IDS.map((id) => ({ target: `/api${path.replace(/\d+$/, '')}${id}${query}` })) : []),
    ...all(
      'queries',
      QUERIES.map((more) => ({ target: `/api${path}${query}${query ? '&' : '?'}${more}` })),
    ),
    ...all('queries', [{ target: `/api${path}${query}#` }]),
    ...everyone('queries', ({ target }) =>
      params.flatMap((name) => [
        { target: `${target}&${name}=999` },
        { target: target.replace(`${name}=`, `${name}[]=`), ...never },
        { target: target.replace(`${name}=`, `${name.toUpperCase()}_=`), ...never },
        ...['', '0', '999', '-1', 'true', '%00', '%ff', '5%20', '1e0', 'null', "'"].map((value) => ({
          target: target.replace(new RegExp(`${name}=[^&]*`), `${name}=${value}`),
        })),
      ]),
    ),
    ...all(
      'headers',
      HEADERS.map((one) => ({ ...header(one), reach: 'itself' })),
    ),
    ...all('headers', REFUSED_HEADERS.map(header)),
    ...all('headers', [{ headers: [...own.headers, ...Array.from({ length: 70 }, (_, i) => [`x-${i}`, '1'] as [string, string])] }]),
    ...all('cross-site', CROSS.map(header)),
    ...all('cross-site', [{ headers: [...own.headers, ['sec-fetch-site', 'same-origin'], ['sec-fetch-site', 'cross-site']] }]),
    ...(row.method === 'GET'
      ? []
      : [
          ...all('cross-site', [{ headers: without(own.headers, 'x-csrf') }, header(['sec-fetch-site', 'none'])]),
          ...all(
            'cross-site',
            NO_CSRF.map((value) => header(['x-csrf', value])),
          ),
        ]),
    ...all(
      'cookies',
      COOKIES.map((value) => header(['cookie', value])),
    ),
    // The body is sent although it is not read: with a GET, and with a call that has no body.
    ...everyone('bodies', ({ headers }) =>
      row.body
        ? []
        : ['{}', '{"supervisor":"S"}', '[', ''].map((text) => ({ headers: withHeader(headers, 'content-type', 'application/json'), body: text })),
    ),
  ]
  if (body === undefined) return found
  return [
    ...found,
    ...all(
      'bodies',
      brokenBodies(body)
        .filter((text) => text !== '[]' || !Array.isArray(own.scene.body))
        .map((text) => ({ body: text })),
    ),
    ...everyone('bodies', ({ scene }) => changedBodies(scene.body).map((other) => ({ body: other }))),
    ...all('encodings', [...TYPES.map((type) => header(['content-type', type])), { headers: without(own.headers, 'content-type') }]),
    ...all(
      'encodings',
      ENCODINGS.map((encoding) => header(['content-encoding', encoding])),
    ),
    ...all('encodings', [{ body: Buffer.from(body, 'utf16le') }, { body: Buffer.from(`${body.slice(0, -1)},"x":"\xff"}`, 'latin1') }]),
  ]
}

/** Returns many versions of the body: each field changed or removed, and each reserved field added. */
function changedBodies(body: unknown): string[] {
  // The body of a scene is an object, so the cast is safe.
  const sent = body as Record<string, unknown>
  const fields = Object.keys(sent)
  return [
    ...fields.flatMap((field) => [undefined, ...VALUES, [sent[field]], String(sent[field])].map((value) => ({ ...sent, [field]: value }))),
    ...Object.entries(RESERVED).map(([field, value]) => ({ ...sent, [field]: value })),
  ].map((one) => JSON.stringify(one))
}

/** The paths of all calls as patterns. Each pattern is created only once, because every attempt is checked against every call. */
const patterns = new Map<string, RegExp>()
/** Returns true if the path is that of the call. */
export const isAt = (row: Row, path: string) => idsAt(row, path) !== undefined
/** Returns the ids at the placeholders of the call's path, or undefined if the path is not that of the call. */
export function idsAt({ path: template, alias }: Row, path: string): number[] | undefined {
  const pattern = patterns.get(template) ?? new RegExp(`^${template.replaceAll(/\{\w+\}/g, '([1-9]\\d{0,9})')}$`)
  patterns.set(template, pattern)
  const found = pattern.exec(path === alias ? template : path)
  return found?.slice(1).map(Number)
}

export const PLACES =
  `/ /home /clientes /painel-onde-estou /carros /usuarios /nada /healthz /robots.txt /favicon.ico /api /api/ /api/nothing /api/auth /api/logout /assets/x.js
  /assets/..%2f..%2fpackage.json /assets/../../package.json /.env /.git/config /package.json /server/main.ts /@fs/etc/passwd /@vite/client /src /node_modules/express/package.json
  /metrics/../api/clients /home/ /HOME //home /home%2f /home%00 /%68ome /home;x /home?aviso=x /?volta=//evil.example /?volta=javascript:alert(1) /?aviso=<script>alert(1)</script> /home?__proto__=1
  /home.json /home.data /_root.data /__manifest /clientes?q=%3C/script%3E%3Cscript%3Ealert(1)%3C/script%3E /clientes?q=%00 /clientes?q=%ff /% /%ff /\\evil.example //evil.example/%2e%2e`.split(
    /\s+/,
  )
const PAGE_HEADERS: [string, string][] = [
  ...HEADERS,
  ...REFUSED_HEADERS,
  ['Cookie', '{session}; tema=<script>; menu=__proto__; colunas=</script><script>alert(1)</script>'],
  ['Cookie', '{session}; colunas=j:{"a":1}; tema=j:[]'],
]

/** Requests for all pages and files, made by every person. The calls that pages make pass through the same gate. */
const places = () => [
  ...PEOPLE.flatMap((person) => PLACES.flatMap((target) => [page(person, { target }), page(person, { target, method: 'HEAD' })])),
  ...PLACES.flatMap((target) => ['OPTIONS', 'POST', 'PUT', 'DELETE', 'TRACE'].map((method) => page('S', { target, method, reach: 'nothing' }))),
  ...(['/home', '/clientes'] as const).flatMap((target) =>
    PAGE_HEADERS.map(([name, value]) => {
      const attempt = page('tv', { target })
      return { ...attempt, headers: withHeader(attempt.headers, name.toLowerCase(), value) }
    }),
  ),
]
const page = (person: PersonName, change: Change): Attempt => ({
  group: 'pages',
  person,
  scene: {},
  method: 'GET',
  target: '/',
  headers: person === 'anonymous' ? [] : [['cookie', '{session}']],
  reach: person === 'anonymous' || change.target?.startsWith('/api/logout') ? 'nothing' : 'itself',
  ...change,
})

const MAIL = 'ninguem@x.co'
export const signIn: Attempt = {
  group: 'sign-in',
  person: 'anonymous',
  scene: {},
  method: 'POST',
  target: '/api/auth',
  headers: [
    ['x-csrf', '1'],
    ['content-type', 'application/json'],
  ],
  body: JSON.stringify({ email: MAIL, password: 'x' }),
  reach: 'nothing',
}
/** Sign-ins without a session. Nothing but an e-mail and a password may ever arrive at the upstream. */
function signIns(): Attempt[] {
  const attempt = (change: Change & { person?: PersonName }): Attempt => ({ ...signIn, ...change })
  const own = attempt({})
  const good = signIn.body
  return [
    ...brokenBodies(String(good)).map((body) => attempt({ body })),
    ...VALUES.filter((value) => value !== 'S' && value !== '1').map((value) => attempt({ body: JSON.stringify({ email: value, password: 'x' }) })),
    ...['a@b', 'a', '@', 'a@b.co\r\nX: 1', 'a@b.co\0', 'a b@x.co', `${'a'.repeat(300)}@x.co`].map((email) =>
      attempt({ body: JSON.stringify({ email, password: 'x' }) }),
    ),
    ...Object.entries(RESERVED).map(([field, value]) =>
      attempt({ body: JSON.stringify({ email: MAIL, password: 'x', [field === 'password' ? 'x' : field]: value }) }),
    ),
    ...TYPES.map((type) => attempt({ body: good, headers: withHeader(own.headers, 'content-type', type) })),
    ...CROSS.map(([name, value]) => attempt({ body: good, headers: withHeader(own.headers, name, value) })),
    ...NO_CSRF.map((value) => attempt({ body: good, headers: withHeader(own.headers, 'x-csrf', value) })),
    ...['email=a%40b.co&password=x', 'email[]=x&password[]=x', '__proto__[S]=1', ''].flatMap((body) =>
      ([[], [['origin', 'https://evil.example']], [['sec-fetch-site', 'cross-site']], [['origin', 'null']]] as Attempt['headers'][]).map((headers) =>
        attempt({ target: '/', headers: [['content-type', 'application/x-www-form-urlencoded'], ...headers], body }),
      ),
    ),
    // The same headers with a sign-out. If the BFF accepted it, the session would end.
    ...CROSS.map(([name, value]) =>
      attempt({
        target: '/api/logout',
        person: 'S',
        headers: withHeader(
          [
            ['x-csrf', '1'],
            ['cookie', '{session}'],
          ],
          name,
          value,
        ),
      }),
    ),
    ...HEADERS.slice(0, 20).map(([name, value]) => attempt({ reach: 'itself', body: good, headers: withHeader(own.headers, name, value) })),
  ]
}

/** Yields all hostile requests in a fixed order. */
export function* hostile(): Generator<Attempt> {
  for (const { name } of named)
    for (const title of Object.keys(subjects[name]?.scenes ?? {}))
      for (const person of PEOPLE) yield { ...base(name, title, person), group: 'people' }
  for (const row of named) yield* variations(row)
  yield* places()
  yield* signIns()
}

/** The calls and scenes that mutations start from: every call in every scene. */
export const seeds = named.flatMap(({ name }) => Object.keys(subjects[name]?.scenes ?? {}).map((title) => [name, title] as const))
