import { describe, expect, it } from 'vitest'
import { readEnv } from '../server/env.ts'

const KEY = 'q8Zt3mWx0vB7nLk5Rj2cYh9dFs6GpAeU'

describe('the environment', () => {
  it('with none set is a demo company on this machine', () => {
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

  it('is never a demo where real data is expected, unless it says so', () => {
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
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL deve ser um endereço postgres://.'],
    [{ DATABASE_URL: 'postgres://db.exemplo.com.br/x' }, 'DATABASE_URL deve dizer sslmode'],
    [{ REDIS_URL: 'http://x' }, 'REDIS_URL deve ser um endereço redis://.'],
    [{ SESSION_SECRET: 'curta' }, 'SESSION_SECRET precisa de chaves aleatórias com ao menos 32 caracteres.'],
    [{ SESSION_SECRET: 'a'.repeat(64) }, 'SESSION_SECRET precisa de chaves aleatórias com ao menos 32 caracteres.'],
    [{ SESSION_SECRET: [1, 2, 3, 4].map((i) => KEY + i).join(',') }, 'SESSION_SECRET aceita de uma a três chaves'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY deve ser uma lista de endereços ou redes'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY deve ser uma lista de endereços ou redes'],
    [{ LOG_LEVEL: 'tudo' }, 'LOG_LEVEL deve ser debug, info, warn, error ou silent.'],
    [{ CALLS_PER_MINUTE: '-1' }, 'CALLS_PER_MINUTE deve ser um número inteiro de 0 a 1000000.'],
    [{ HOST: '0.0.0.0' }, 'PUBLIC_ORIGIN deve ser uma origem https quando HOST não é desta máquina'],
    [{ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'http://x.com.br' }, 'PUBLIC_ORIGIN deve ser uma origem https quando HOST não é desta máquina'],
  ])('%o is refused by name [12.1.1-2 12.2.1-2 12.3.1-4 11.2.1-3 13.3.1-2 4.1.2 15.2.3 13.2.4-5]', (env, sentence) => {
    expect(() => readEnv(env as Record<string, string>)).toThrow(sentence)
  })

  it('names every variable that is wrong, and never its value', () => {
    expect(() => readEnv({ PORT: 'x', SESSION_SECRET: 'minha-senha-curta' })).toThrow(/PORT.*\n.*SESSION_SECRET/s)
    expect(() => readEnv({ SESSION_SECRET: 'minha-senha-curta' })).not.toThrow(/minha-senha-curta/)
  })

  it('serves beyond this machine behind https, or when told that it is open', () => {
    expect(readEnv({ HOST: '0.0.0.0', PUBLIC_ORIGIN: 'https://app.exemplo.com.br' }).PUBLIC_ORIGIN).toBe('https://app.exemplo.com.br')
    expect(readEnv({ HOST: '0.0.0.0', INSECURE_HTTP: 'true' }).INSECURE_HTTP).toBe(true)
  })
})
