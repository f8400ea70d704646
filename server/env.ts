// The environment, parsed once. The only file that reads process.env.
import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

const LOOPBACK = new Set(['127.0.0.1', '::1', '[::1]', 'localhost'])
export const isLoopback = (host: string) => LOOPBACK.has(host)

const yesNo = z.enum(['true', 'false'], "deve ser 'true' ou 'false'").transform((value) => value === 'true')
const whole = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, `deve ser um número inteiro de ${min} a ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `deve ser um número inteiro de ${min} a ${max}`)

const httpUrl = z
  .url({ protocol: /^https?$/, error: 'deve ser um endereço http ou https', abort: true })
  .refine((url) => isLoopback(new URL(url).hostname) || url.startsWith('https:'), 'deve usar https quando não é desta máquina')
  .transform((url) => url.replace(/\/+$/, ''))

const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'deve ser um endereço postgres://', abort: true })
  .refine(
    (url) => isLoopback(new URL(url).hostname) || new URL(url).searchParams.has('sslmode'),
    'deve dizer sslmode (verify-full, ou disable numa rede fechada) quando não é desta máquina',
  )

/** One to three keys, the newest first; each at least 32 characters, which `openssl rand -base64 48` gives. */
const secrets = z
  .string()
  .transform((list) => list.split(',').map((key) => key.trim()))
  .refine((keys) => keys.length <= 3, 'aceita de uma a três chaves, separadas por vírgula')
  .refine((keys) => keys.every((key) => key.length >= 32 && new Set(key).size >= 12), 'precisa de chaves aleatórias com ao menos 32 caracteres')

const proxies = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  )
  .refine(
    (list) =>
      list.every((entry) => {
        const [address = '', bits, rest] = entry.split('/')
        return (
          isIP(address) && rest === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 6 ? 128 : 32)))
        )
      }),
    'deve ser uma lista de endereços ou redes (10.0.0.0/8), separados por vírgula',
  )

const Env = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/, error: 'deve ser uma origem, como https://sistema.empresa.com.br' })
    .transform((url) => new URL(url).origin)
    .optional(),
  DATA_DIR: z
    .string()
    .default('./.data')
    .transform((path) => resolve(path)),
  DEMO: yesNo.optional(),
  UPSTREAM_URL: httpUrl.optional(),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'deve ser um endereço redis://' }).optional(),
  SESSION_SECRET: secrets.optional(),
  SESSION_DAYS: whole(1, 365).default(365),
  TRUST_PROXY: proxies.default([]),
  CALLS_PER_MINUTE: whole(0, 1_000_000).default(300),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'deve ser debug, info, warn, error ou silent').default('info'),
  METRICS_TOKEN: z.string().min(16, 'precisa de ao menos 16 caracteres').optional(),
  INSECURE_HTTP: yesNo.default(false),
  NODE_ENV: z.string().optional(),
})

export type Env = Omit<z.output<typeof Env>, 'DEMO'> & { DEMO: boolean }

/** Served beyond this machine without https: what is typed can be read on the way. */
export const isExposed = ({ HOST, PUBLIC_ORIGIN }: Pick<Env, 'HOST' | 'PUBLIC_ORIGIN'>) => !isLoopback(HOST) && !PUBLIC_ORIGIN?.startsWith('https:')

/** The configuration, or an Error whose message names each variable that is wrong and what it must be. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([key, value]) => key in Env.shape && value !== undefined && value !== ''))
  const parsed = Env.safeParse(given)
  if (!parsed.success) throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))
  const env = parsed.data
  if (isExposed(env) && !env.INSECURE_HTTP)
    throw new Error('PUBLIC_ORIGIN deve ser uma origem https quando HOST não é desta máquina (ou INSECURE_HTTP=true, sem proteção no caminho).')
  // The demo company is for looking: never where real data would be expected.
  return { ...env, DEMO: env.DEMO ?? !(env.UPSTREAM_URL ?? env.DATABASE_URL) }
}

/** The proxies whose X-Forwarded-For is believed. */
export function trusted(list: string[]) {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    blocks.addSubnet(address, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family)
  }
  return (address: string) => blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
