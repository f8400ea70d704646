// Tests of calls about money that permissions.golden cannot express: replies, downloads, the one alias, limits of single calls, and the log.
import type { ServerResponse } from 'node:http'
import { createLog } from '../../server/log.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBff } from '../support/bff.ts'
import { menus } from '../support/upstream.ts'
import { upstreamOfFile } from '../support/upstream-of-file.ts'

const upstream = await upstreamOfFile()
let bff: Awaited<ReturnType<typeof startBff>>
beforeAll(async () => {
  bff = await startBff({ upstream: { url: upstream.url } })
})
afterAll(async () => {
  await bff.stop()
})

async function signedIn(id: number, supervisor: string, departamento: number) {
  const acessos = menus('/nfse', '/consulta-comissoes', '/dash-financeiro', '/controle-financeiro')
  upstream.people.set(`p${id}@x.co`, { id, name: `P${id}`, supervisor, departamento, status: 'A', acessos })
  return bff.signIn(`p${id}@x.co`)
}

const all = [
  { id: 7, nome: 'Ana' },
  { id: 8, nome: 'Bia' },
]
it.each([
  ['all people to a supervisor', 1, 'S', 1, all],
  ['all people to the finance department', 4, 'N', 4, all],
  ['other people only their own entry', 7, 'N', 3, [{ id: 7, nome: 'Ana' }]],
  ['nobody to people who are not in the list', 9, 'N', 3, []],
])('the filter of the commission query offers %s [15.3.1 14.2.6]', async (_name, id, supervisor, departamento, colaboradores) => {
  const clientes = [{ id: 1, cliente: 'Sementes' }]
  upstream.answers.set('GET /comission-result', {
    json: { clientes, colaboradores: all.map((one) => ({ ...one, comissao: 10, password: 'p' })), token: 't' },
  })
  const response = await bff.call('GET', '/api/comission-result', { cookie: await signedIn(id, supervisor, departamento) })
  expect(await response.json()).toEqual({ clientes, colaboradores })
})

it('GET /nfse/ is an alias of GET /nfse, and POST /nfse/ is 404', async () => {
  const cookie = await signedIn(7, 'N', 3)
  upstream.answers.set('GET /nfse', { json: [] })
  const query = '?mesAno=11%2F2026&tipoRegistro=SySGr%C3%A3o&tipoEmissao=1&status=1'
  expect((await bff.call('GET', `/api/nfse/${query}`, { cookie })).status).toBe(200)
  expect(upstream.calls().at(-1)?.url).toBe(`/nfse${query}`)
  expect((await bff.call('POST', '/api/nfse/', { cookie, body: { contasForSend: [1] } })).status).toBe(404)
})

const named = (plain: string, name = plain) => `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`

it.each([
  ['a PDF', '%PDF-1.7 …', 200, 'application/pdf', named('NFS-e - parcela de conta 5.pdf')],
  ['an XML', '<?xml version="1.0"?><nfse/>', 200, 'application/xml', named('NFS-e - parcela de conta 5.xml')],
  ['a ZIP', 'PK\x03\x04 …', 200, 'application/zip', named('NFS-e - parcela de conta 5.zip')],
  ['an HTML page', '<!doctype html><script>1</script>', 502, 'application/json; charset=utf-8', null],
])('a download of %s gets a file name and type set by us, or a 502 [5.3.1-2 5.4.1-2 4.1.1]', async (_name, content, status, type, disposition) => {
  upstream.answers.set(
    'GET /nfse-download-file',
    (_req, res) => void res.writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'inline', 'set-cookie': 'a=b' }).end(content),
  )
  const response = await bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: await signedIn(7, 'N', 3) })
  expect(response.status).toBe(status)
  const seen = (name: string) => response.headers.get(name)
  expect([seen('content-type'), seen('content-disposition'), seen('x-content-type-options'), seen('set-cookie')]).toEqual([
    type,
    disposition,
    'nosniff',
    null,
  ])
  expect(seen('content-security-policy')).toContain('sandbox')
  if (status === 200) expect(await response.text()).toBe(content)
})

it('the file name of a downloaded boleto, receipt or report contains the id of its record', async () => {
  const cookie = await signedIn(4, 'N', 4)
  const dispositionOf = async (name: string, address: string) => {
    upstream.answers.set(name, (_req, res) => void res.end('%PDF-1.7 …'))
    return (await bff.call('GET', address, { cookie })).headers.get('content-disposition')
  }
  expect(await dispositionOf('GET /nfse-download-file', '/api/nfse-download-file?id=7&tipo=2')).toBe(named('Boleto - parcela de conta 7.pdf'))
  upstream.answers.set('GET /financial-control-batch/9', { json: { id: 9 } })
  expect(await dispositionOf('GET /financial-control-batch/9/receipt', '/api/financial-control-batch/9/receipt')).toBe(
    named('Comprovante - movimentacao 9.pdf', 'Comprovante - movimentação 9.pdf'),
  )
  const closing = { operador: 'F', operacao: '', idControleFinanceiro: 3, valor: 10, responsavel: null, obs: null, data: '2026-10-31' }
  upstream.answers.set('GET /financial-control-batch/9', { json: { id: 9, ...closing, idCliente: null, idTipo: null, idStatus: 'A' } })
  expect(await dispositionOf('GET /financial-control-batch/9/report', '/api/financial-control-batch/9/report')).toBe(
    named('Relatorio de despesas - fechamento 9.pdf', 'Relatório de despesas - fechamento 9.pdf'),
  )
})

const pdf = (mib: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(mib * 1024 * 1024, 'x')])
const download = async () => bff.call('GET', '/api/nfse-download-file?id=5&tipo=1', { cookie: await signedIn(7, 'N', 3) })

it('a downloaded file of 24 MB reaches the browser completely', async () => {
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.end(pdf(24)))
  expect(Buffer.from(await (await download()).arrayBuffer()).equals(pdf(24))).toBe(true)
})

it.each([
  ['is cut off', (_req: unknown, res: ServerResponse) => void res.writeHead(200, { 'content-length': 2_000_000 }).write(pdf(1), () => res.destroy())],
  ['is cut off and has no announced length', (_req: unknown, res: ServerResponse) => void res.write(pdf(1), () => res.destroy())],
  ['is over 25 MB and has no announced length', (_req: unknown, res: ServerResponse) => void [res.write(pdf(13)), res.end(pdf(13))]],
])('the download of a file that %s fails, and a partial file never looks complete', async (_name, answer) => {
  upstream.answers.set('GET /nfse-download-file', answer)
  const response = await download()
  expect(response.status).toBe(200)
  await expect(response.arrayBuffer()).rejects.toThrow()
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.end(pdf(1)))
  expect((await (await download()).arrayBuffer()).byteLength).toBe(pdf(1).length)
})

it('a download whose Content-Length is more than 25 MB is refused with 502', async () => {
  upstream.answers.set('GET /nfse-download-file', (_req, res) => void res.writeHead(200, { 'content-length': 26 * 1024 * 1024 }).end(pdf(26)))
  expect((await download()).status).toBe(502)
})

it('e-mails and exports are limited to ten per minute, and data loads to one per minute [2.4.1 15.1.3 15.2.2 13.2.6]', async () => {
  const counted = await startBff({ upstream: { url: upstream.url }, env: { CALLS_PER_MINUTE: '300' } })
  try {
    await signedIn(7, 'N', 3)
    const cookie = await counted.signIn('p7@x.co')
    const load = () => counted.call('POST', '/api/load-data/request', { cookie, body: { mesAno: '11/2026' } })
    upstream.answers.set('POST /load-data/request', { json: {} })
    expect((await load()).status).toBe(200)
    const again = await load()
    expect(again.status).toBe(429)
    expect(await again.json()).toMatchObject({
      message: `Só uma vez por minuto. Tente de novo em ${again.headers.get('retry-after') ?? '?'} s.`,
    })
    upstream.answers.set('POST /nfse/send-mail', { json: {} })
    const mails: number[] = []
    for (let i = 0; i < 11; i += 1) mails.push((await counted.call('POST', '/api/nfse/send-mail', { cookie, body: { id: 5 } })).status)
    expect(mails).toEqual([...Array<number>(10).fill(200), 429])
    upstream.answers.set('GET /financial-control', { json: [] })
    const grids: number[] = []
    const exports: number[] = []
    await signedIn(4, 'S', 4)
    const finance = await counted.signIn('p4@x.co')
    const get = async (what: string) => (await counted.call('GET', `/api/financial-control?typeReq=${what}`, { cookie: finance })).status
    for (let i = 0; i < 12; i += 1) {
      exports.push(await get('export'))
      grids.push(await get('grid'))
    }
    expect(exports).toEqual([...Array<number>(10).fill(200), 429, 429])
    expect(new Set(grids)).toEqual(new Set([200]))
  } finally {
    await counted.stop()
  }
})

it('POST /nfse accepts a larger body than other calls [2.4.1 15.1.3 13.2.6]', async () => {
  const cookie = await signedIn(7, 'N', 3)
  upstream.answers.set('POST /nfse', { json: {} })
  const padded = (kib: number) => `{"contasForSend":[1]${' '.repeat(kib * 1024)}}`
  expect((await bff.call('POST', '/api/nfse', { cookie, body: padded(900) })).status).toBe(200)
  expect((await bff.call('POST', '/api/nfse', { cookie, body: padded(1025) })).status).toBe(413)
  expect((await bff.call('POST', '/api/comission-result', { cookie, body: padded(65) })).status).toBe(413)
})

it('the log names the clause that refused the call, and nothing from the request body [16.1.1 16.2.1-4 16.3.1-4 16.2.5]', async () => {
  const lines: string[] = []
  const log = createLog('info', { to: { write: (line) => void lines.push(line) } })
  const logged = await startBff({ upstream: { url: upstream.url }, log })
  try {
    await signedIn(7, 'N', 3)
    const cookie = await logged.signIn('p7@x.co')
    const body = { contas: [987654], idStatus: 3, tipoEmissao: 1, observacao: 'segredo' }
    expect((await logged.call('PUT', '/api/nfse', { cookie, body })).status).toBe(403)
    const answered = () => lines.find((line) => line.includes('PUT /nfse'))
    // The log line is written after the response has been sent, so the test polls for it.
    await expect.poll(answered).toBeDefined()
    const line = JSON.parse(answered() ?? '') as Record<string, unknown>
    expect(line).toMatchObject({ user: 7, call: 'PUT /nfse', status: 403, reason: 'rule: body.idStatus is 1 or 2' })
    expect(line['requestId']).toMatch(/^[\w-]{36}$/)
    expect(lines.join('')).not.toMatch(/segredo|987654|token-of/)
  } finally {
    await logged.stop()
  }
})

it('a drill-down reply contains only the fields that are listed as its columns [15.3.1]', async () => {
  const columns = [
    { title: 'Cliente', field: 'cliente' },
    { title: 'Valor', field: 'valor' },
  ]
  upstream.answers.set('POST /dash/boletos/drill-down', {
    json: { dataset: [{ cliente: 'Sementes', valor: 1.5, token: 'x' }, { valor: 2 }], columns },
  })
  const response = await bff.call('POST', '/api/dash/boletos/drill-down', {
    cookie: await signedIn(4, 'N', 4),
    body: { period: '202611', company: 'Matriz', drillDownOption: 'recebido' },
  })
  expect(await response.json()).toEqual({
    dataset: [
      { cliente: 'Sementes', valor: 1.5 },
      { cliente: null, valor: 2 },
    ],
    columns,
  })
})
