import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { array, assert, constantFrom, noBias, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isExposed, isPrivate, readEnv } from '../../server/env.ts'

const root = join(import.meta.dirname, '../..')
const KEY = 'q8Zt3mWx0vB7nLk5Rj2cYh9dFs6GpAeU'

describe('environment variables', () => {
  it('an empty environment configures a demo company on this machine', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DEMO: true,
      CALLS_PER_MINUTE: 300,
      SESSION_DAYS: 365,
      TRUST_PROXY: [],
      LOG_LEVEL: 'info',
    })
  })

  it('demo mode is off if a database or an upstream API is configured, unless DEMO=true', () => {
    expect(readEnv({ DATABASE_URL: 'postgres://localhost/x' }).DEMO).toBe(false)
    expect(readEnv({ UPSTREAM_URL: 'https://api.exemplo.com.br/' })).toMatchObject({ DEMO: false, UPSTREAM_URL: 'https://api.exemplo.com.br' })
    expect(readEnv({ DATABASE_URL: 'postgres://localhost/x', DEMO: 'true' }).DEMO).toBe(true)
  })

  it.each([
    [{ PORT: '70000' }, 'PORT deve ser um número inteiro de 0 a 65535.'],
    [{ PORT: 'x' }, 'PORT deve ser um número inteiro de 0 a 65535.'],
    [{ DEMO: 'sim' }, "DEMO deve ser 'true' ou 'false'."],
    [{ UPSTREAM_URL: 'http://api.exemplo.com.br' }, 'UPSTREAM_URL deve usar https quando não é desta máquina.'],
    [{ UPSTREAM_URL: 'ftp://x' }, 'UPSTREAM_URL deve ser um endereço http ou https.'],
    [{ UPSTREAM_URL: 'https://x.com.br/?a=1' }, 'UPSTREAM_URL deve ter só a origem e o caminho, sem usuário, ? ou #.'],
    [{ UPSTREAM_URL: 'https://x.com.br/#a' }, 'UPSTREAM_URL deve ter só a origem e o caminho, sem usuário, ? ou #.'],
    [{ UPSTREAM_URL: 'https://eu:senha@x.com.br' }, 'UPSTREAM_URL deve ter só a origem e o caminho, sem usuário, ? ou #.'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL deve ser um endereço postgres://.'],
    [{ DATABASE_URL: 'postgres://db.exemplo.com.br/x' }, 'DATABASE_URL deve dizer sslmode'],
    [{ DATABASE_URL: 'postgres://eu:p@ss,w0rd@localhost/x' }, 'DATABASE_URL deve ter @ e # da senha escritos como %40 e %23.'],
    [{ DATABASE_URL: 'postgres://localhost/x?statement_timeout=0' }, 'DATABASE_URL só aceita ?sslmode=.'],
    [{ REDIS_URL: 'http://x' }, 'REDIS_URL deve ser um endereço redis://.'],
    [{ REDIS_URL: 'rediss://redis.exemplo.com.br/?tls=' }, 'REDIS_URL só aceita ?sslmode= e ?family=.'],
    [{ REDIS_URL: 'redis://localhost/0?path=/tmp/outro.sock' }, 'REDIS_URL só aceita ?sslmode= e ?family=.'],
    [{ SMTP_URL: 'http://x' }, 'SMTP_URL deve ser um endereço smtps:// ou smtp://.'],
    [{ SMTP_URL: 'smtps://correio.exemplo.com.br/?tls.rejectUnauthorized=false' }, 'SMTP_URL não aceita ? nem #.'],
    [{ SMTP_URL: 'smtp://correio.exemplo.com.br:587?sendmail=true&path=/bin/echo' }, 'SMTP_URL não aceita ? nem #.'],
    [{ NFSE_URL: 'http://x' }, 'NFSE_URL deve ser um endereço https.'],
    [{ NFSE_URL: 'https://quem:senha@x.y/' }, 'NFSE_URL deve ter só a origem e o caminho, sem usuário, ? ou #.'],
    [{ NFSE_URL: 'https://x.y/' }, 'NFSE_URL precisa do certificado A1 da empresa em NFSE_CERT.'],
    [{ NFSE_PRODUCTION: 'true' }, 'NFSE_PRODUCTION só vale com NFSE_URL'],
    [
      { NFSE_URL: 'https://sefin.producaorestrita.nfse.gov.br/x', NFSE_CERT: 'a.pfx', NFSE_PRODUCTION: 'true' },
      'NFSE_URL é da produção restrita, que não emite notas com validade',
    ],
    [{ METRICS_TOKEN: 'a'.repeat(20) }, 'METRICS_TOKEN precisa de ao menos 16 caracteres, sorteados.'],
    [{ METRICS_TOKEN: 'password12345678' }, 'METRICS_TOKEN precisa de ao menos 16 caracteres, sorteados.'],
    [{ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, 'NODE_TLS_REJECT_UNAUTHORIZED=0 aceita qualquer certificado'],
    [{ SESSION_SECRET: 'curta' }, 'SESSION_SECRET precisa de chaves aleatórias com ao menos 32 caracteres.'],
    [{ SESSION_SECRET: 'a'.repeat(64) }, 'SESSION_SECRET precisa de chaves aleatórias com ao menos 32 caracteres.'],
    [{ SESSION_SECRET: [1, 2, 3, 4].map((i) => KEY + i).join(',') }, 'SESSION_SECRET aceita de uma a três chaves'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY deve ser uma lista de endereços ou redes'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY deve ser uma lista de endereços ou redes'],
    [{ LOG_LEVEL: 'tudo' }, 'LOG_LEVEL deve ser debug, info, warn, error ou silent.'],
    [{ CALLS_PER_MINUTE: '-1' }, 'CALLS_PER_MINUTE deve ser um número inteiro de 0 a 1000000.'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN deve ser uma origem https quando'],
    [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://x.com.br' }, 'PUBLIC_ORIGIN deve ser uma origem https quando'],
    [{ PUBLIC_ORIGIN: 'http://sistema.exemplo.com.br' }, 'PUBLIC_ORIGIN deve ser uma origem https quando'],
  ])('%o is refused with a message that names the variable [12.1.1-2 12.2.1-2 12.3.1-4 11.2.1-3 13.3.1-2 4.1.2 15.2.3 13.2.4-5]', (env, sentence) => {
    expect(() => readEnv(env as Record<string, string>)).toThrow(sentence)
  })

  it.each([
    [
      'DATABASE_URL',
      'deve dizer sslmode=verify-full',
      ['require', 'prefer', 'allow', 'no-verify', 'verify-ca', '', 'disable&sslmode=require'].map((word) => `postgres://db/x?sslmode=${word}`),
    ],
    [
      'REDIS_URL',
      'deve ser rediss://, ou dizer sslmode=disable',
      ['', '?sslmode=require', '?sslmode=disable&sslmode=require'].map((more) => `redis://redis:6379${more}`),
    ],
    [
      'TRUST_PROXY',
      'não pode confiar em quase todos',
      [
        '0.0.0.0/0',
        '128.0.0.0/7',
        '::/0',
        'fc00::/6',
        '::/64',
        '::ffff:0:0/96',
        '64:ff9b::/96',
        '64:ff9b::/40',
        '::ffff:128.0.0.0/97',
        '10.0.0.1, 0.0.0.0/1',
        // These ranges are refused, because they contain public addresses of third parties.
        '8.0.0.0/8',
        '11.0.0.0/9',
        '10.0.0.0/7',
        '172.16.0.0/11',
        '2000::/7',
        '2001::/16',
        '2000::/27',
        '::ffff:10.0.0.0/103',
        '::ffff:8.0.0.0/104',
      ],
    ],
    [
      'SESSION_SECRET',
      'precisa de chaves aleatórias',
      [
        '0123456789abcdef0123456789abcdef',
        'abcdefghijklmnopqrstuvwxyz012345',
        '00112233445566778899aabbccddeeff',
        'qwertyuiopasdfghjklzxcvbnm123456',
        'minhasenhasecretaminhasenhasecreta',
        'change-me-change-me-change-me-12',
        `${KEY},${KEY.slice(0, 16).repeat(2)}`,
      ],
    ],
  ])('each unsafe value is refused with the message “%s %s” [12.3.1-4 11.2.1-3 13.3.1-2 15.3.4]', (name, sentence, values) => {
    for (const value of values) expect(() => readEnv({ [name]: value }), value).toThrow(`${name} ${sentence}`)
  })

  it('the error names every wrong variable and never contains a value', () => {
    expect(() => readEnv({ PORT: 'x', SESSION_SECRET: 'minha-senha-curta' })).toThrow(/PORT.*\n.*SESSION_SECRET/s)
    expect(() => readEnv({ SESSION_SECRET: 'minha-senha-curta' })).not.toThrow(/minha-senha-curta/)
  })

  it('a host that other machines can reach is accepted with an https origin or with INSECURE_HTTP=true', () => {
    expect(readEnv({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://app.exemplo.com.br' }).PUBLIC_ORIGIN).toBe('https://app.exemplo.com.br')
    expect(readEnv({ HOST: '0.0.0.0', INSECURE_HTTP: 'true' }).INSECURE_HTTP).toBe(true)
  })

  it('URLs of a Redis or database without TLS are accepted with sslmode=disable, and the Redis URL is stored without it', () => {
    const url = (REDIS_URL: string) => readEnv({ REDIS_URL }).REDIS_URL
    expect(url('redis://:p%40w@redis:6379/2?sslmode=disable&family=6')).toBe('redis://:p%40w@redis:6379/2?family=6')
    expect(url('redis://localhost:6379')).toBe('redis://localhost:6379')
    // The scheme is lowercased, because ioredis would connect to REDISS:// without TLS.
    expect(url('REDISS://redis.exemplo.com.br:6379')).toBe('rediss://redis.exemplo.com.br:6379')
    for (const word of ['verify-full', 'disable'])
      expect(readEnv({ DATABASE_URL: `postgres://db/x?sslmode=${word}` }).DATABASE_URL).toContain(`sslmode=${word}`)
  })

  it.each([
    ['smtp://c.exemplo.com.br:587', 'smtp://c.exemplo.com.br:587?requireTLS=true'],
    ['smtps://eu:senha@c.exemplo.com.br', 'smtps://eu:senha@c.exemplo.com.br?requireTLS=true'],
    ['smtp://127.0.0.1.exemplo.com.br', 'smtp://127.0.0.1.exemplo.com.br?requireTLS=true'],
    ['smtp://127.0.0.1:25', 'smtp://127.0.0.1:25'],
    ['smtp://localhost', 'smtp://localhost'],
  ])('SMTP_URL requires TLS unless the mail server is on this machine: %s becomes %s [12.3.1-4]', (given, used) => {
    expect(readEnv({ SMTP_URL: given }).SMTP_URL).toBe(used)
  })

  it('LOAD_DIR and NFSE_CERT are refused if they are inside the publicly served folder, even through a symbolic link [11.2.1-3 13.3.1-2]', () => {
    const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-env-'))
    const link = join(folder, 'system')
    symlinkSync(root, link)
    for (const name of ['LOAD_DIR', 'NFSE_CERT']) {
      for (const path of [join(root, 'dist'), join(root, 'dist/client/assets/a1.pfx'), join(link, 'dist/client/carga')])
        expect(() => readEnv({ [name]: path }), path).toThrow(
          `${name} fica em dist, que é servida a todos e refeita a cada build: escolha outra pasta.`,
        )
      expect(readEnv({ [name]: join(folder, 'a1.pfx') })).toMatchObject({ [name]: join(folder, 'a1.pfx') })
    }
    rmSync(folder, { recursive: true })
  })

  it('private networks and the networks of a CDN are accepted as trusted proxies', () => {
    const TRUST_PROXY = [
      '10.0.0.0/8',
      '172.30.250.2',
      '172.16.0.0/12',
      'fc00::/7',
      '::1',
      '2001:db8::/32',
      '::ffff:10.0.0.0/104',
      '104.16.0.0/13',
      '2a06:98c0::/29',
    ]
    expect(readEnv({ TRUST_PROXY: TRUST_PROXY.join(', ') }).TRUST_PROXY).toEqual(TRUST_PROXY)
  })

  const HEX = '0123456789abcdef'
  const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
  const ALL = `${LETTERS}${LETTERS.toUpperCase()}0123456789`
  it.each([
    ['openssl rand -base64 48', `${ALL}+/`, 64],
    ['openssl rand -hex 32', HEX, 64],
    ['32 letters and digits', ALL, 32],
    ['32 lower-case letters', LETTERS, 32],
    ['32 hexadecimal digits', HEX, 32],
    ['32 characters of a keyboard', `${ALL}!"#$%&'()*+-./:;<=>?@[]^_{|}~`, 32],
  ])('every random key is accepted as a session secret: %s [11.2.1-3 13.3.1-2]', (_name, alphabet, length) => {
    const drawn = noBias(array(constantFrom(...alphabet.split('')), { minLength: length, maxLength: length }))
    assert(
      property(drawn, (key) => {
        expect(readEnv({ SESSION_SECRET: key.join('') }).SESSION_SECRET).toEqual([key.join('')])
      }),
      { numRuns: 20 },
    )
  })

  it('a server counts as private only if no setting makes it reachable from other machines [6.3.2 13.2.3]', () => {
    const of = (env: Record<string, string>) => [isPrivate(readEnv(env)), isExposed(readEnv(env))]
    expect(of({})).toEqual([true, false])
    expect(of({ PUBLIC_ORIGIN: 'http://localhost:3000' })).toEqual([true, false])
    expect(of({ PUBLIC_ORIGIN: 'https://sistema.exemplo.com.br' })).toEqual([false, false])
    expect(of({ TRUST_PROXY: '127.0.0.1' })).toEqual([false, false])
    expect(of({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://sistema.exemplo.com.br' })).toEqual([false, false])
    for (const open of [{ HOST: '0.0.0.0' }, { PUBLIC_ORIGIN: 'http://sistema.exemplo.com.br' }])
      expect(of({ ...open, INSECURE_HTTP: 'true' })).toEqual([false, true])
  })
})
