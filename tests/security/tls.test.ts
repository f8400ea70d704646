// Tests TLS on the connection to an upstream on another machine.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { onPath } from '../support/programs.ts'

it.skipIf(!onPath('openssl'))(
  'an upstream with an untrusted certificate gives 502 and does not get the request [12.1.1-2 12.2.1-2 12.3.1-4]',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'csnoteweb-tls-'))
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-keyout',
        key,
        '-out',
        cert,
        '-days',
        '2',
        '-subj',
        '/CN=127.0.0.1',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
      ],
      { stdio: 'pipe' },
    )
    let asked = 0
    const impostor = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (_req, res) => {
      asked += 1
      res.end('{}')
    }).listen(0, '127.0.0.1')
    await once(impostor, 'listening')
    const { port } = impostor.address() as AddressInfo
    const fooled = await startBff({ upstream: { url: `https://127.0.0.1:${port}` } })
    expect((await fooled.call('POST', '/api/auth', { body: { email: 'ana@x.co', password: 'senha' } })).status).toBe(502)
    expect(asked).toBe(0)
    await fooled.stop()
    impostor.close()
    rmSync(folder, { recursive: true })
  },
)
