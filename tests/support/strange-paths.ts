// Requests paths that no browser would request, with many requests per connection.
import { array, constantFrom, oneof, sample, string } from 'fast-check'
import { expect } from 'vitest'
import { calls } from '../../shared/calls.ts'
import { startBff } from './bff.ts'
import { raw } from './raw.ts'
import { menus, startUpstream } from './upstream.ts'

const piece = oneof(
  constantFrom(
    'api',
    'clients',
    'nfse',
    '..',
    '.',
    '',
    '%2e%2e',
    '%2f',
    '%00',
    '%',
    '%zz',
    ';',
    ':',
    '@',
    '//',
    '\\',
    '#',
    '?',
    '?x=1',
    '{id}',
    '*',
    '__proto__',
    'constructor',
    '0',
    '-1',
    '1e9',
    '%ff',
    '%c0%af',
  ),
  string({ unit: 'binary-ascii', maxLength: 12 }).map((text) => text.replaceAll(/[\0-\x20\x7f]/g, '~')),
)

/** Requests `count` random paths. The process must survive, and only calls of the table may reach the upstream. */
export async function askForStrangePaths(count: number, seed: number) {
  const upstream = await startUpstream()
  const acessos = menus('/clientes', '/nfse', '/controle-financeiro', '/controle-servicos')
  upstream.people.set('ana@x.co', { id: 7, name: 'Ana', supervisor: 'S', departamento: 4, status: 'A', acessos })
  const bff = await startBff({ upstream: { url: upstream.url } })
  const cookie = await bff.signIn('ana@x.co')
  // This call makes the BFF look up the person, so later requests to the upstream come only from the attack.
  await bff.call('GET', '/api/clients', { cookie })
  upstream.answers.set('GET /dash/Home', { json: { tempos: [], total: { totalizador: '00:00:00' }, compromissos: [], pendencias: [] } })
  upstream.seen.length = 0
  const paths = sample(
    array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`),
    { numRuns: count, seed },
  )
  const workers = Array.from({ length: 4 }, async (_, worker) => {
    for (let from = worker * 16; from < paths.length; from += 64) {
      // Some paths end the connection, so each batch has its own connection.
      const requests = paths
        .slice(from, from + 16)
        .map(
          (path, i, all) =>
            `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${bff.port}\r\nCookie: ${cookie}\r\n${i === all.length - 1 ? 'Connection: close\r\n' : ''}\r\n`,
        )
      const answer = await raw(bff.port, requests.join(''))
      expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /)
      expect(answer).not.toMatch(/HTTP\/1\.1 500 /)
    }
  })
  await Promise.all(workers)
  expect((await bff.call('GET', '/healthz')).status).toBe(200)
  const shapes = calls.map((row) => new RegExp(`^${row.path.replaceAll(/\{\w+\}/g, '\\d+')}$`))
  const strange = upstream.calls().filter(({ method, url }) => method !== 'GET' || !shapes.some((shape) => shape.test(url.split('?')[0] ?? '')))
  expect(strange).toEqual([])
  await bff.stop()
  await upstream.stop()
}
