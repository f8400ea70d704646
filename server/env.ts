// Parses the environment variables once. Only this file reads process.env.
import { createRequire } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import type * as Core from '@zxcvbn-ts/core'
import type * as Common from '@zxcvbn-ts/language-common'
import { z } from 'zod'
import { isServed } from './folder.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])
export const isLoopback = (host: string) => LOOPBACK.has(host)
const isHere = (url: string) => isLoopback(new URL(url).hostname)
/** All sslmode values joined. Two values make an invalid text, which is refused, because each driver would pick its own. */
const sslmodeOf = (url: string) => new URL(url).searchParams.getAll('sslmode').join()

const yesNo = z.enum(['true', 'false'], "deve ser 'true' ou 'false'").transform((value) => value === 'true')
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `deve ser um número inteiro de ${min} a ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `deve ser um número inteiro de ${min} a ${max}`)

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'deve ser um endereço http ou https', abort: true })
  .refine((url) => !/[?#@]/.test(url), 'deve ter só a origem e o caminho, sem usuário, ? ou #')
  .refine((url) => isHere(url) || url.startsWith('https:'), 'deve usar https quando não é desta máquina')
  .transform((url) => url.replace(/\/+$/, ''))

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'deve ser um endereço postgres://', abort: true })
  // Refuse a second '@' or a '#': the driver takes the host after the first '@', but URL takes it after the last.
  .refine((url) => !/@.*@|#/.test(url), 'deve ter @ e # da senha escritos como %40 e %23')
  // Refuse other parameters, because they would reach the server as settings and override our time limits.
  .refine((url) => [...new URL(url).searchParams.keys()].every((key) => key === 'sslmode'), 'só aceita ?sslmode=')
  .refine(
    // For the driver, `require`, `prefer` and `allow` mean TLS without verifying the server, and with `prefer` even plain text if TLS is refused.
    (url) => isHere(url) || /^(verify-full|disable)$/.test(sslmodeOf(url)),
    'deve dizer sslmode=verify-full, ou sslmode=disable numa rede fechada, quando não é desta máquina: require, prefer e allow não conferem quem responde, e verify-ca não confere o nome',
  )

const redisUrl = z
  .url({ protocol: /^rediss?$/, error: 'deve ser um endereço redis://', abort: true })
  .refine(
    (url) => isHere(url) || new URL(url).protocol === 'rediss:' || sslmodeOf(url) === 'disable',
    'deve ser rediss://, ou dizer sslmode=disable numa rede fechada, quando não é desta máquina',
  )
  // Refuse other parameters, because ioredis accepts any of its options as a parameter, even one that switches TLS off.
  .refine((url) => [...new URL(url).searchParams.keys()].every((key) => key === 'sslmode' || key === 'family'), 'só aceita ?sslmode= e ?family=')
  .transform((text) => {
    const url = new URL(text)
    url.searchParams.delete('sslmode')
    // Return `href`, where the protocol is in lower case, because ioredis does not recognise `REDISS://`.
    return url.href
  })

/** Minimum number of guesses needed to find a key, as a power of ten. The weakest of thousands of random keys with 32 characters took 10^26. */
const UNGUESSABLE = 24
/** The minimum for a token that only opens /metrics. A random token of 16 characters took 10^16 guesses. */
const HARD = 14
/** Whether keys look random. The dictionaries for this check are loaded only when needed, because loading takes 0.1 s. */
function areRandom(keys: string[], least = UNGUESSABLE) {
  const require = createRequire(import.meta.url)
  // The casts give the packages their own types.
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof Core
  const { adjacencyGraphs, dictionary } = require('@zxcvbn-ts/language-common') as typeof Common
  const strength = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return keys.every((key) => strength.check(key).guessesLog10 >= least)
}

/** One to three keys, newest first. Each has at least 32 characters; `openssl rand -base64 48` makes one. */
const secrets = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 3, { error: 'aceita de uma a três chaves, separadas por vírgula', abort: true })
  .refine((keys) => keys.every((key) => key.length >= 32) && areRandom(keys), 'precisa de chaves aleatórias com ao menos 32 caracteres')

/** Parses an address or a network. Undefined if the text is neither. */
function netOf(entry: string) {
  const [address = '', bits, rest] = entry.split('/')
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  const all = family === 'ipv6' ? 128 : 32
  if (!isIP(address) || rest !== undefined || !(/^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= all)) return undefined
  return { address, bits: bits === undefined ? all : Number(bits), family } as const
}

/** Whether the entry covers more machines than one proxy. If so, the neighbours of the proxy are trusted too. */
export const isNetwork = (entry: string) => netOf(entry)?.bits !== (entry.includes(':') ? 128 : 32)

/** Networks without strangers: those of a company, of a cluster or of this machine. */
const CLOSED = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8', 'fc00::/7', 'fe80::/10']
/** The IPv6 networks that contain all IPv4 addresses: IPv4 addresses in IPv6 notation, and those that NAT64 gives them. */
const IPV4_IN_IPV6 = ['::ffff:0:0/96', '64:ff9b::/96']
/** Whether a network is too wide to be trusted: wider than its private range, or wider than the widest network of a hosting provider. */
function isCrowd(entry: string) {
  const { address, bits, family } = netOf(entry) ?? { address: '', bits: 0, family: 'ipv4' }
  const isWritten = family === 'ipv6' && trusted(IPV4_IN_IPV6)(address)
  const isIPv4 = family === 'ipv4' || isWritten
  const width = isWritten ? bits - 96 : bits
  const isClosed = CLOSED.some((closed) => closed.includes(':') !== isIPv4 && trusted([closed])(address) && width >= Number(closed.split('/')[1]))
  const holdsIPv4 = IPV4_IN_IPV6.some((all) => trusted([entry])(all.split('/')[0] ?? ''))
  return !isClosed && (width < (isIPv4 ? 12 : 28) || (bits < 96 && holdsIPv4))
}

const proxies = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(netOf), {
    error: 'deve ser uma lista de endereços ou redes de proxies (10.0.0.5), separados por vírgula',
    abort: true,
  })
  .refine((list) => !list.some(isCrowd), 'não pode confiar em quase todos: a rede mais larga, fora das privadas, é /12 em IPv4 e /28 em IPv6')

/** Outside this machine, mail is never sent unencrypted, even if the server would accept it. */
const smtpUrl = z
  .url({ protocol: /^smtps?$/, hostname: /./, error: 'deve ser um endereço smtps:// ou smtp://', abort: true })
  // Refuse parameters, because nodemailer accepts any of its options as a parameter, even one that disables verification or runs a program.
  .refine((url) => !/[?#]/.test(url), 'não aceita ? nem #')
  .transform((text) => {
    const url = new URL(text)
    if (!isLoopback(url.hostname)) url.searchParams.set('requireTLS', 'true')
    return url.href
  })

const path = z.string().transform((text) => resolve(text))
/** A file or folder with data of the company, which strangers must not read. */
const privatePath = path.refine((text) => !isServed(text), 'fica em dist, que é servida a todos e refeita a cada build: escolha outra pasta')

const Env = z.object({
  PORT: integer(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'deve ser uma origem, como https://sistema.empresa.com.br' })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: path.prefault('./.data'),
  DEMO: yesNo.optional(),
  UPSTREAM_URL: httpUrl.optional(),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  SESSION_SECRET: secrets.optional(),
  SESSION_DAYS: integer(1, 365).default(365),
  SESSION_IDLE_DAYS: integer(1, 365).optional(),
  REQUIRE_SECOND_FACTOR: yesNo.default(false),
  TRUST_PROXY: proxies.default([]),
  CALLS_PER_MINUTE: integer(0, 1_000_000).default(300),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'deve ser debug, info, warn, error ou silent').default('info'),
  METRICS_TOKEN: z
    .string()
    .refine((token) => token.length >= 16 && areRandom([token], HARD), 'precisa de ao menos 16 caracteres, sorteados')
    .optional(),
  INSECURE_HTTP: yesNo.default(false),
  NFSE_XSD_DIR: path.optional(),
  NFSE_CERT: privatePath.optional(),
  NFSE_CERT_PASSWORD: z.string().default(''),
  NFSE_URL: z
    .url({ protocol: /^https$/, error: 'deve ser um endereço https', abort: true })
    .refine((url) => !/[?#@]/.test(url), 'deve ter só a origem e o caminho, sem usuário, ? ou #')
    .optional(),
  NFSE_PRODUCTION: yesNo.default(false),
  SMTP_URL: smtpUrl.optional(),
  LOAD_DIR: privatePath.optional(),
  NODE_ENV: z.string().optional(),
})

export type Env = Omit<z.output<typeof Env>, 'DEMO'> & { DEMO: boolean }

type Reach = Pick<Env, 'HOST' | 'PUBLIC_ORIGIN' | 'TRUST_PROXY'>
const isLocal = ({ HOST, PUBLIC_ORIGIN }: Omit<Reach, 'TRUST_PROXY'>) => isLoopback(HOST) && (PUBLIC_ORIGIN === undefined || isHere(PUBLIC_ORIGIN))
/** Whether nothing suggests that other machines can reach the server: neither its own address, nor the public origin, nor a proxy. */
export const isPrivate = (env: Reach) => isLocal(env) && env.TRUST_PROXY.length === 0
/** Whether other machines can reach the server without https, so that everything sent can be read in transit. */
export const isExposed = (env: Omit<Reach, 'TRUST_PROXY'>) => !isLocal(env) && !env.PUBLIC_ORIGIN?.startsWith('https:')

/** Returns the configuration. If it is wrong, throws an Error whose message names each wrong variable and what it must be. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(
    Object.entries(source).filter(([key, value]) => Object.hasOwn(Env.shape, key) && value !== undefined && value !== ''),
  )
  const parsed = Env.safeParse(given)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  const env = parsed.data
  if (source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    throw new Error('NODE_TLS_REJECT_UNAUTHORIZED=0 aceita qualquer certificado: aponte NODE_EXTRA_CA_CERTS para o da empresa.')
  if (isExposed(env) && !env.INSECURE_HTTP)
    throw new Error(
      'PUBLIC_ORIGIN deve ser uma origem https quando HOST ou ela mesma não é desta máquina (ou INSECURE_HTTP=true, sem proteção no caminho).',
    )
  if (env.NFSE_URL !== undefined && env.NFSE_CERT === undefined) throw new Error('NFSE_URL precisa do certificado A1 da empresa em NFSE_CERT.')
  if (env.NFSE_PRODUCTION && env.NFSE_URL === undefined)
    throw new Error('NFSE_PRODUCTION só vale com NFSE_URL: o sistema sozinho não emite notas com validade.')
  if (env.NFSE_PRODUCTION && env.NFSE_URL?.toLowerCase().includes('producaorestrita'))
    throw new Error('NFSE_URL é da produção restrita, que não emite notas com validade: deixe NFSE_PRODUCTION de fora.')
  // The demo company is only for trying the system out, so it never starts by default where real data is expected.
  return { ...env, DEMO: env.DEMO ?? !(env.UPSTREAM_URL ?? env.DATABASE_URL) }
}

/** Whether an address belongs to a proxy whose X-Forwarded-For is trusted. */
export function trusted(list: string[]) {
  const blocks = new BlockList()
  for (const net of list.map(netOf)) if (net) blocks.addSubnet(net.address, net.bits, net.family)
  // A closed connection no longer has an address, so `undefined` is accepted.
  return (address: string | undefined = '') => isIP(address) !== 0 && blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
