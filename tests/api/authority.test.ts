// Tests the two authorities that turn a DPS into an NFS-e. One is built in. The other is the national environment, whose client is tested with a
// server that answers, refuses, hangs and lies.
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCertificate, readCertificate } from '../../server/api/nfse/certificate.ts'
import { buildCancellation, buildEvent } from '../../server/api/nfse/cancellation.ts'
import { buildDps, writtenDps, type Dps } from '../../server/api/nfse/dps.ts'
import { Temporary, type Outcome } from '../../server/api/nfse/issuer.ts'
import { checkDigitOf, isKey, keyOf } from '../../server/api/nfse/key.ts'
import { national } from '../../server/api/nfse/national.ts'
import { openSchemas } from '../../server/api/nfse/schema.ts'
import { sign } from '../../server/api/nfse/sign.ts'
import { accountWith, boxOf, certificate, certified, issuer, NOW, pfxOf, tellNotRun, xsdFolder } from '../support/dps.ts'
import { machineTime } from '../support/clock.ts'
import { onPath } from '../support/programs.ts'

const dpsOf = (number = 42, more = {}, ofIssuer = {}): Dps => {
  const { id, xml } = buildDps({ account: accountWith(more, ofIssuer), number, at: NOW, environment: 2 })
  return { id, xml: sign(xml, certificate) }
}
const inside = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(xml)?.[1]
const noteOf = (outcome: Outcome | undefined) => (outcome && 'issued' in outcome ? outcome.issued : '')
const keyIn = (note: string) => /infNFSe Id="NFS(\w{50})"/.exec(note)?.[1] ?? ''
const box = boxOf(openSchemas(xsdFolder))

test('the check digit of a key matches the official example, in which a letter counts as its ASCII code minus 48', () => {
  expect(isKey('51034032211222333000181000000000000726111234567891')).toBe(true)
  expect(isKey('51034032211222333000181000000000000726111234567892')).toBe(false)
  // 17 x 2 gives remainder 1, so the digit is 0. 18 x 2 gives remainder 3, so the digit is 8.
  expect(['A', 'B'].map(checkDigitOf)).toEqual(['0', '8'])
  // For the remainders 0 and 1 the digit would be 11 or 10, so it is 0 instead.
  expect([checkDigitOf('0'), checkDigitOf('6'), checkDigitOf('5')]).toEqual(['0', '0', '1'])
  const key = keyOf({ city: '5103403', cnpj: '12ABC34501DE35', number: '7', month: '2611', code: '123456789' })
  expect([key.length, isKey(key), key.slice(0, 9), key.slice(9, 23)]).toEqual([50, true, '510340322', '12ABC34501DE35'])
})

describe('the built-in authority', () => {
  test('the authority answers a DPS that is sent twice with the same NFS-e, byte for byte', async () => {
    const notes = await Promise.all([1, 2].map(() => box.send(dpsOf())))
    expect(notes[0]).toEqual(notes[1])
    expect(await boxOf({ validate: () => [] }).send(dpsOf())).toEqual(notes[0])
    const note = noteOf(notes[0])
    expect(isKey(keyIn(note))).toBe(true)
    expect(keyIn(note)).toMatch(/^51034032211222333000181000000000004226\d{12}$/)
    expect(keyIn(noteOf(await box.send(dpsOf(43)))).slice(40, 49)).not.toBe(keyIn(note).slice(40, 49))
    expect(await box.find(dpsOf())).toBeUndefined()
  })

  test('the NFS-e contains the number, tax amounts and place names that a real authority adds to the DPS', async () => {
    const note = noteOf(await box.send(dpsOf()))
    const told = [
      'xLocEmi',
      'xLocPrestacao',
      'nNFSe',
      'cLocIncid',
      'xTribNac',
      'cStat',
      'dhProc',
      'nDFSe',
      'vBC',
      'pAliqAplic',
      'vISSQN',
      'vTotalRet',
      'vLiq',
    ]
    expect(told.map((name) => inside(note, name))).toEqual([
      'Cuiabá',
      'Cuiabá',
      '42',
      '5103403',
      'Licenciamento ou cessão de direito de uso de programas de computação.',
      '100',
      '2026-11-22T09:30:00-04:00',
      '42',
      '1500.00',
      '2.00',
      '30.00',
      undefined,
      '1500.00',
    ])
    expect(inside(note, 'emit')).toBe(
      '<CNPJ>11222333000181</CNPJ><xNome>Exemplo Software Ltda</xNome><enderNac><xLgr>Rua A</xLgr><nro>1</nro><xBairro>Centro</xBairro><cMun>5103403</cMun><UF>MT</UF><CEP>78005000</CEP></enderNac>',
    )
    const withheld = noteOf(await box.send(dpsOf(42, { issWithheld: true, issRate: 3.33, cents: 1550 })))
    // The exact tax is 51.615 cents, which is rounded up to 52. Only exactly half a cent would be rounded to the even cent.
    expect(['pAliqAplic', 'vISSQN', 'vTotalRet', 'vLiq'].map((name) => inside(withheld, name))).toEqual(['3.33', '0.52', '0.52', '14.98'])
    expect(inside(noteOf(await box.send(dpsOf(42, {}, { simples: 2, simplesRegime: null }))), 'cStat')).toBe('107')
  })

  test('a DPS with a wrong id, environment or issuer is refused, and so is a document that is no DPS', async () => {
    const { id, xml } = dpsOf()
    const codes = async (dps: Dps) => {
      const outcome = await box.send(dps)
      return 'refused' in outcome ? outcome.refused.map(({ code }) => code) : []
    }
    expect(await codes({ id: dpsOf(43).id, xml })).toEqual(['E0004'])
    expect(await codes({ id, xml: xml.replace('<nDPS>42<', '<nDPS>43<') })).toEqual(['E0004'])
    expect(await codes(dpsOf(10_000_000_000_000))).toEqual(['HOMOLOGACAO'])
    expect(await codes({ id, xml: xml.replace('<tpAmb>2<', '<tpAmb>1<') })).toEqual(['HOMOLOGACAO'])
    expect(await codes({ id, xml: '<DPS xmlns="http://www.sped.fazenda.gov.br/nfse"/>' })).toContain('E1235')
    const blind = boxOf({ validate: () => [] })
    for (const text of ['', '<DPS', '<DPS/>', '<!DOCTYPE DPS><DPS/>'])
      expect(await blind.send({ id, xml: text })).toEqual({ refused: [{ code: 'E1235', message: 'O que foi enviado não é uma DPS.' }] })
    expect(await boxOf({ validate: () => [] }, { ...issuer, cnpj: '12ABC34501DE35' }).send({ id, xml })).toEqual({
      refused: [{ code: 'HOMOLOGACAO', message: 'Emitente não cadastrado.' }],
    })
  })

  test.each<[string, object, object, [from: string, to: string]]>([
    ['E0600', {}, { simples: 2, simplesRegime: null }, ['</tpRetISSQN>', '</tpRetISSQN><pAliq>2.00</pAliq>']],
    ['E0604', {}, { specialRegime: 6 }, ['</tpRetISSQN>', '</tpRetISSQN><pAliq>2.00</pAliq>']],
    ['E0617', {}, { simples: 1, simplesRegime: null }, ['</tpRetISSQN>', '</tpRetISSQN><pAliq>2.00</pAliq>']],
    ['E0621', { issWithheld: true }, {}, ['<pAliq>2.00</pAliq>', '']],
    ['E0621', { issWithheld: true }, {}, ['<pAliq>2.00', '<pAliq>1.79']],
    ['E0310', {}, {}, ['<cTribNac>010501', '<cTribNac>999999']],
    ['E0316', { nbs: '115090000' }, {}, ['<cNBS>115090000', '<cNBS>999999999']],
  ])(
    'a DPS that breaks rule %s is refused, while the DPS that we generate for the same account is accepted',
    async (code, more, ofIssuer, [from, to]) => {
      const by = boxOf(openSchemas(xsdFolder), { ...issuer, ...ofIssuer })
      const { id, xml } = dpsOf(42, more, ofIssuer)
      expect(await by.send({ id, xml })).toHaveProperty('issued')
      expect(xml).toContain(from)
      expect(await by.send({ id, xml: xml.replace(from, to) })).toMatchObject({ refused: [{ code }] })
    },
  )

  if (xsdFolder === undefined) tellNotRun('tests/api/authority.test.ts')
  else
    test('a DPS that the official XSD rejects is refused, and the message uses the field names on screen', async () => {
      const { id, xml } = dpsOf()
      expect(await box.send({ id, xml: xml.replace('Rua das', 'Rua – das') })).toEqual({
        refused: [{ code: 'E1235', message: expect.stringMatching(/^Logradouro: /) }],
      })
      expect(await boxOf(openSchemas(xsdFolder), { ...issuer, district: '' }).send({ id, xml })).toEqual({
        refused: expect.arrayContaining([{ code: 'HOMOLOGACAO', message: expect.stringMatching(/^Dados do emitente não cabem na NFS-e: Bairro/) }]),
      })
    })
})

describe('a certificate', () => {
  const own = certified({ name: 'Empresa' })
  const read = async (bytes: Buffer, password = 'certa', at = machineTime()) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-pfx-'))
    const file = join(folder.path, 'a.pfx')
    writeFileSync(file, bytes)
    return readCertificate({ file, password, at })
  }

  test('a certificate is read from a PFX file; its CA certificates are added to the chain for TLS, but not to the signing certificate', async () => {
    const above = certified({ name: 'AC' })
    const below = certified({ name: 'Empresa', by: above })
    const { key, cert, chain } = await read(pfxOf(below.keys.privateKey, [above.cert, below.cert], 'certa'))
    expect([key, cert, chain]).toEqual([below.key, below.pem, below.pem + above.pem])
  })

  test('an unusable certificate is refused, and the message names the environment variable', async () => {
    expect(() => readCertificate({ file: 'nenhum.pfx', password: '', at: 0 })).toThrow(
      'NFSE_CERT não pode ser lido (ENOENT): deve ser o caminho de um arquivo PFX.',
    )
    await expect(read(Buffer.from('not a PFX'))).rejects.toThrow('NFSE_CERT não é um arquivo PFX (.pfx ou .p12).')
    const pfx = pfxOf(own.keys.privateKey, [own.cert], 'certa')
    await expect(read(pfx, 'errada')).rejects.toThrow('NFSE_CERT_PASSWORD não abre o arquivo de NFSE_CERT.')
    await expect(read(pfx, '')).rejects.toThrow('NFSE_CERT_PASSWORD não abre o arquivo de NFSE_CERT.')
    await expect(read(pfxOf(null, [own.cert], 'certa'))).rejects.toThrow('NFSE_CERT não tem chave privada RSA: exporte o certificado A1 com a chave.')
    await expect(read(pfxOf(own.keys.privateKey, [certified({ name: 'Outra' }).cert], 'certa'))).rejects.toThrow(
      'NFSE_CERT não tem o certificado da sua chave privada',
    )
    const until = Date.parse('2026-11-22T00:00:00Z')
    const old = certified({ name: 'Empresa', from: until - 1000, until })
    const oldPfx = pfxOf(old.keys.privateKey, [old.cert], 'certa')
    await expect(read(oldPfx, 'certa', until)).rejects.toThrow('NFSE_CERT venceu em 22/11/2026: renove o certificado.')
    await expect(read(oldPfx, 'certa', until - 5000)).rejects.toThrow('NFSE_CERT só vale a partir de 21/11/2026: confira o relógio desta máquina.')
  })

  test.skipIf(!onPath('openssl'))('a certificate is read from an old PFX that Node’s TLS refuses', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-pfx-'))
    const [pem, file] = [join(folder.path, 'a.pem'), join(folder.path, 'a.pfx')]
    writeFileSync(pem, own.key + own.pem)
    const old = ['-legacy', '-certpbe', 'PBE-SHA1-RC2-40', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']
    execFileSync('openssl', ['pkcs12', '-export', ...old, '-in', pem, '-out', file, '-passout', 'pass:certa'])
    expect(readCertificate({ file, password: 'certa', at: machineTime() })).toMatchObject({ key: own.key, cert: own.pem })
  })

  test.skipIf(!onPath('openssl')).each([
    ['OpenSSL 3', []],
    ['OpenSSL 3 without encryption of the certificate', ['-certpbe', 'NONE']],
    ['OpenSSL before 3', ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1']],
  ])('a PFX file that was exported by %s with an accented password is read, and a wrong password is reported', async (_, how) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'csnoteweb-pfx-'))
    const [pem, file] = [join(folder.path, 'a.pem'), join(folder.path, 'a.pfx')]
    writeFileSync(pem, own.key + own.pem)
    execFileSync('openssl', ['pkcs12', '-export', ...how, '-in', pem, '-out', file, '-passout', 'pass:São João'])
    expect(readCertificate({ file, password: 'São João', at: machineTime() })).toMatchObject({ key: own.key, cert: own.pem })
    expect(() => readCertificate({ file, password: 'São José', at: machineTime() })).toThrow('NFSE_CERT_PASSWORD não abre o arquivo de NFSE_CERT.')
  })

  test('a certificate that we generate for homologação can sign a DPS', () => {
    const made = makeCertificate(NOW)
    expect(sign(dpsOf().xml.replace(/<Signature.*<\/Signature>/s, ''), made)).toContain('<X509Certificate>')
    expect(made.chain).toBe(made.cert)
  })
})

const ca = certified({ name: 'AC de teste' })
const [ofServer, ofClient] = [certified({ name: 'servidor', by: ca, address: '127.0.0.1' }), certified({ name: 'cliente', by: ca })]
const client = { key: ofClient.key, cert: ofClient.pem, chain: ofClient.pem }

/** The fake authority: its NFS-e by the Id of their DPS, and its misbehaviour. If `post` or `get` is set, that function answers instead. */
const authority = {
  notes: new Map<string, string>(),
  /** The events by the key of their note, and a function that answers instead. */
  events: new Map<string, string>(),
  event: undefined as ((response: ServerResponse, accept: () => string) => unknown) | undefined,
  seen: [] as string[],
  post: undefined as ((response: ServerResponse, note: () => Promise<string>) => unknown) | undefined,
  get: undefined as ((response: ServerResponse, path: string) => unknown) | undefined,
  /** The built-in authority, which creates the NFS-e. */
  box,
}
const json = (response: ServerResponse, status: number, body: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(typeof body === 'string' ? body : JSON.stringify(body))
/** Sends one byte every 200 ms until the client closes the connection. */
function drip(response: ServerResponse) {
  const drops = setInterval(() => response.write(' '), 200)
  response.on('close', () => clearInterval(drops))
}
const packed = (note: string) => gzipSync(note).toString('base64')
const issued = (note: string, key = keyIn(note)) => ({ tipoAmbiente: 2, chaveAcesso: key, nfseXmlGZipB64: packed(note), alertas: null })
const E0014 = {
  erros: [{ Codigo: 'E0014', Descricao: 'Conjunto de Série, Número, Município e CNPJ informado nesta DPS já existe em uma NFS-e gerada.' }],
}

/** Answers the calls about events of a note. */
async function serveEvents(request: IncomingMessage, response: ServerResponse, key: string) {
  if (request.method === 'GET') {
    const event = authority.events.get(key)
    return event ? json(response, 200, { eventoXmlGZipB64: packed(event) }) : json(response, 404, { erro: { codigo: 'E404' } })
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { pedidoRegistroEventoXmlGZipB64 } = JSON.parse(Buffer.concat(parts).toString()) as { pedidoRegistroEventoXmlGZipB64: string }
  const asked = gunzipSync(Buffer.from(pedidoRegistroEventoXmlGZipB64, 'base64')).toString()
  /** Registers the cancellation. */
  const accept = () => {
    const event = sign(buildEvent(asked), certificate)
    authority.events.set(key, event)
    return event
  }
  if (authority.event) return authority.event(response, accept)
  if (authority.events.has(key)) return json(response, 400, { erros: [{ Codigo: 'E0840', Descricao: 'Evento já registrado.' }] })
  return json(response, 201, { eventoXmlGZipB64: packed(accept()) })
}

async function serve(request: IncomingMessage, response: ServerResponse) {
  const path = (request.url ?? '').slice('/sefin'.length)
  authority.seen.push(`${request.method} ${path.replace(/\/\w{45,}/, '/…')}`)
  const [, ofEvents] = /^\/nfse\/(\w{50})\/eventos/.exec(path) ?? []
  if (ofEvents !== undefined) return serveEvents(request, response, ofEvents)
  if (request.method === 'GET') {
    if (authority.get) return authority.get(response, path)
    const id = path.replace('/dps/', '')
    const byKey = [...authority.notes.values()].find((note) => path === `/nfse/${keyIn(note)}`)
    if (byKey) return json(response, 200, { nfseXmlGZipB64: packed(byKey) })
    const note = authority.notes.get(id)
    return note ? json(response, 200, { idDps: id, chaveAcesso: keyIn(note) }) : json(response, 404, { erro: { codigo: 'E404' } })
  }
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { dpsXmlGZipB64 } = JSON.parse(Buffer.concat(parts).toString()) as { dpsXmlGZipB64: string }
  const xml = gunzipSync(Buffer.from(dpsXmlGZipB64, 'base64')).toString()
  const id = /infDPS Id="(\w+)"/.exec(xml)?.[1] ?? ''
  /** Accepts the DPS. Must be called at most once per DPS. */
  const accept = async () => {
    const note = noteOf(await authority.box.send({ id, xml }))
    authority.notes.set(id, note)
    return note
  }
  if (authority.post) return authority.post(response, accept)
  if (authority.notes.has(id)) return json(response, 400, E0014)
  return json(response, 201, issued(await accept()))
}

const server = createServer(
  { key: ofServer.key, cert: ofServer.pem, ca: ca.pem, requestCert: true, rejectUnauthorized: true },
  (request, response) => {
    serve(request, response).catch(() => response.destroy())
  },
)
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('the client of the national environment', () => {
  let told: string[] = []
  const open = (more = {}) =>
    national({
      base: `https://127.0.0.1:${(server.address() as AddressInfo).port}/sefin`,
      environment: 2,
      certificate: client,
      ca: ca.pem,
      log: ({ reason }) => void told.push(reason),
      timeout: 2_000,
      ...more,
    })
  beforeEach(() => {
    told = []
    authority.notes.clear()
    authority.events.clear()
    Object.assign(authority, { seen: [], post: undefined, get: undefined, event: undefined, box })
  })
  /** Expects an unknown outcome, and returns the reason from the log. */
  const unsettled = async (answer: Promise<unknown>) => {
    await expect(answer).rejects.toBeInstanceOf(Temporary)
    expect(told).not.toEqual([])
    return told.at(-1)
  }

  test('the functions send and find of the client return the NFS-e of the DPS', async () => {
    const outcome = await open().send(dpsOf())
    expect(noteOf(outcome)).toBe([...authority.notes.values()][0])
    expect(await open().find(dpsOf())).toEqual(outcome)
    expect(await open().find(dpsOf(43))).toBeUndefined()
    expect(authority.seen).toEqual(['POST /nfse', 'GET /dps/…', 'GET /nfse/…', 'GET /dps/…'])
    expect(told).toEqual([])
  })

  describe('the cancellation of a note', () => {
    const KEY = keyOf({ city: '5103403', cnpj: issuer.cnpj, number: '7', month: '2611', code: '123456789' })
    const requestOf = (key = KEY) => ({
      key,
      request: sign(
        buildCancellation({ key, cnpj: issuer.cnpj, reason: 1, explanation: 'O tomador estava errado.', at: NOW, environment: 2 }),
        certificate,
      ),
    })

    test('a cancellation is registered, and found afterwards', async () => {
      expect(await open().findCancellation(requestOf())).toBeUndefined()
      const outcome = await open().cancel(requestOf())
      expect(outcome).toEqual({ event: authority.events.get(KEY) })
      expect(await open().findCancellation(requestOf())).toEqual(outcome)
      expect(authority.seen).toEqual(['GET /nfse/…/eventos/101101/1', 'POST /nfse/…/eventos', 'GET /nfse/…/eventos/101101/1'])
      expect(told).toEqual([])
    })

    test('a cancellation whose answer was lost is found when it is sent again', async () => {
      await open().cancel(requestOf())
      expect(await open().cancel(requestOf())).toEqual({ event: authority.events.get(KEY) })
    })

    test('a refusal is reported in the authority’s words', async () => {
      authority.event = (response) => json(response, 400, { erros: [{ Codigo: 'E1000', Descricao: 'Prazo excedido.' }] })
      expect(await open().cancel(requestOf())).toEqual({ refused: [{ code: 'E1000', message: 'Prazo excedido.' }] })
      // The authority does not know the note.
      authority.event = (response) => json(response, 404, { erro: { codigo: 'E2220', descricao: 'NFS-e não encontrada.' } })
      expect(await open().cancel(requestOf())).toEqual({ refused: [{ code: 'E2220', message: 'NFS-e não encontrada.' }] })
    })

    test.each<[name: string, event: (response: ServerResponse) => unknown]>([
      ['serves nobody', (response) => json(response, 503, 'fora do ar')],
      ['has no such address', (response) => json(response, 404, 'Not Found')],
      ['answers without the event', (response) => json(response, 201, { eventoXmlGZipB64: null })],
      ['sends something that is no event', (response) => json(response, 201, { eventoXmlGZipB64: packed('<x/>') })],
      [
        'sends the event of another note',
        (response) => json(response, 201, { eventoXmlGZipB64: packed(buildEvent(requestOf(KEY.replace(/.$/, '0')).request)) }),
      ],
      ['does not know what happened', (response) => json(response, 400, { erros: [{ Codigo: 'E9999', Descricao: 'Erro não catalogado.' }] })],
    ])('if the authority %s, the outcome stays open', async (_name, event) => {
      authority.event = event
      await unsettled(open().cancel(requestOf()))
    })
  })

  test('a stored DPS is issued and then found by its Id, even if the CNPJ of its issuer contains letters', async () => {
    const known = { ...issuer, cnpj: '12ABC34501DE35' }
    authority.box = boxOf(openSchemas(xsdFolder), known)
    const dps = writtenDps(dpsOf(42, {}, known).xml)
    expect(dps.id).toBe('DPS5103403212ABC34501DE3500001000000000000042')
    const outcome = await open().send(dps)
    expect(keyIn(noteOf(outcome)).slice(9, 23)).toBe(known.cnpj)
    expect(await open().find(dps)).toEqual(outcome)
    expect(told).toEqual([])
  })

  test('a refusal is reported in the authority’s words, whatever response format the authority uses', async () => {
    authority.post = (response) =>
      json(response, 400, {
        erros: [
          { Codigo: 'E0617', Descricao: 'Alíquota.', Complemento: 'pAliq' },
          { Codigo: 'E1', Descricao: 'B' },
        ],
      })
    expect(await open().send(dpsOf())).toEqual({
      refused: [
        { code: 'E0617', message: 'Alíquota. pAliq' },
        { code: 'E1', message: 'B' },
      ],
    })
    authority.post = (response) => json(response, 422, { erro: { codigo: 'E2', descricao: 'C', complemento: null } })
    expect(await open().send(dpsOf())).toEqual({ refused: [{ code: 'E2', message: 'C' }] })
    authority.post = (response) => json(response, 400, { erro: [{}] })
    expect(await open().send(dpsOf())).toEqual({ refused: [{ code: '', message: 'Recusada sem motivo.' }] })
    expect(told).toEqual([])
  })

  test('if the response to a DPS was lost, its NFS-e can be found, and sending the DPS again issues no second one', async () => {
    authority.post = async (response, accept) => {
      await accept()
      response.destroy()
    }
    await unsettled(open().send(dpsOf()))
    authority.post = undefined
    const found = await open().find(dpsOf())
    expect(noteOf(found)).toBe([...authority.notes.values()][0])
    // The authority answers the repeated DPS with "already known", and the client then looks the NFS-e up.
    expect(await open().send(dpsOf())).toEqual(found)
    expect(authority.notes.size).toBe(1)
    expect(authority.seen).toEqual(['POST /nfse', 'GET /dps/…', 'GET /nfse/…', 'POST /nfse', 'GET /dps/…', 'GET /nfse/…'])
  })

  test('if the authority reports a duplicate DPS, by any code, its NFS-e is looked up; if none is found, the outcome is unknown', async () => {
    authority.notes.set(dpsOf().id, noteOf(await box.send(dpsOf())))
    authority.post = (response) => json(response, 400, { erros: [{ Codigo: 'E0998', Descricao: 'A DPS já existe.' }] })
    expect(noteOf(await open().send(dpsOf()))).not.toBe('')
    authority.notes.clear()
    expect(await unsettled(open().send(dpsOf()))).toBe('DPS reported as known but not found')
  })

  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024)).toString('base64')
  const settlesNothing: [string, NonNullable<typeof authority.post>, RegExp][] = [
    ['hangs', () => undefined, /^no answer in time$/],
    ['sends one byte at a time', drip, /^no answer in time$/],
    [
      'cuts its response off',
      (response) => void response.writeHead(201, { 'content-length': 1000 }).write('{"chaveAcesso"', () => response.destroy()),
      /aborted|hang up/,
    ],
    ['sends garbage', (response) => json(response, 201, '<html>'), /note without key or XML/],
    ['sends an empty reply', (response) => json(response, 201, ''), /note without key or XML/],
    ['sends an endless reply', (response) => json(response, 201, `"${'x'.repeat(3 * 1024 * 1024)}"`), /the answer is too large/],
    ['fails', (response) => json(response, 500, E0014), /unclear answer to a DPS/],
    ['is overloaded', (response) => json(response, 429, E0014), /unclear answer to a DPS/],
    [
      'does not know the outcome',
      (response) => json(response, 400, { erros: [{ Parametros: null, Codigo: 'RNG9999', Descricao: 'Erro não catalogado.', Complemento: null }] }),
      /does not know what happened/,
    ],
    ['is unreachable behind a proxy that refuses', (response) => json(response, 403, '<html>'), /unclear answer to a DPS/],
    [
      'is unreachable behind a gateway that refuses',
      (response) => json(response, 403, { erro: { codigo: '403', descricao: 'Acesso negado.' } }),
      /unclear answer to a DPS/,
    ],
    ['redirects to another server', (response) => response.writeHead(307, { location: 'https://127.0.0.1:1/' }).end(), /unclear answer to a DPS/],
    [
      'sends an archive that cannot be unpacked',
      async (response, note) => json(response, 201, { ...issued(await note()), nfseXmlGZipB64: 'AAAA' }),
      /the note cannot be unpacked/,
    ],
    [
      'sends a decompression bomb',
      async (response, note) => json(response, 201, { ...issued(await note()), nfseXmlGZipB64: bomb }),
      /the note cannot be unpacked/,
    ],
    [
      'sends an NFS-e that is not XML',
      async (response, note) => json(response, 201, { ...issued(await note()), nfseXmlGZipB64: packed('<NFSe') }),
      /the note is not XML/,
    ],
    [
      'sends an NFS-e with a DTD',
      async (response, note) => json(response, 201, issued((await note()).replace('?>', '?><!DOCTYPE NFSe>'))),
      /the note is not XML/,
    ],
    [
      'sends an NFS-e with another key than announced',
      async (response, note) =>
        json(response, 201, issued(await note(), keyOf({ city: '5103403', cnpj: issuer.cnpj, number: '9', month: '2611', code: '1'.repeat(9) }))),
      /the note has another key/,
    ],
    [
      'sends an NFS-e whose key has a wrong check digit',
      async (response, note) =>
        json(
          response,
          201,
          issued((await note()).replace(/NFS(\d{49})(\d)/, (_, first: string, digit: string) => `NFS${first}${(Number(digit) + 1) % 10}`)),
        ),
      /note without key or XML/,
    ],
    [
      'sends the NFS-e of another DPS',
      async (response) => json(response, 201, issued(noteOf(await box.send(dpsOf(43))))),
      /the note belongs to another DPS/,
    ],
    [
      'sends an NFS-e with another value',
      async (response) => json(response, 201, issued(noteOf(await box.send(dpsOf(42, { cents: 150_001 }))))),
      /the note differs from the DPS/,
    ],
    [
      'sends an NFS-e with an element in a foreign namespace',
      async (response, note) =>
        json(response, 201, issued((await note()).replace('<serie>', '<x:serie xmlns:x="urn:e">').replace('</serie>', '</x:serie>'))),
      /the note differs from the DPS/,
    ],
    [
      'sends an NFS-e with very many long element paths',
      async (response, note) => {
        const names = Array.from({ length: 200 }, (_, nth) => `${'e'.repeat(2200)}${nth}`)
        const deep = [...names.map((name) => `<${name}>`), '<a/>'.repeat(25_000), ...names.toReversed().map((name) => `</${name}>`)].join('')
        json(response, 201, issued((await note()).replace('<serie>', `${deep}<serie>`)))
      },
      /the note differs from the DPS/,
    ],
    [
      'sends an NFS-e for another customer',
      async (response) => json(response, 201, issued(noteOf(await box.send(dpsOf(42, { document: '11222333000181' }))))),
      /the note differs from the DPS/,
    ],
  ]
  test.each(settlesNothing)('sending a DPS reports an unknown outcome if the authority %s', async (_, post, reason) => {
    authority.post = post
    expect(await unsettled(open().send(dpsOf()))).toMatch(reason)
  })

  test.each<[string, NonNullable<typeof authority.post>, string]>([
    ['hangs', () => undefined, 'o ambiente nacional não respondeu'],
    ['fails', (response) => json(response, 503, ''), 'o ambiente nacional respondeu 503'],
    ['sends garbage', (response) => json(response, 201, '<html>'), 'o ambiente nacional não disse o que houve com a DPS'],
  ])('the sender gets an understandable message if the authority %s', async (_, post, said) => {
    authority.post = post
    await expect(open().send(dpsOf())).rejects.toThrow(said)
  })

  test('looking up a DPS reports an unknown outcome if the response of the authority is unusable', async () => {
    const [own, other] = [noteOf(await box.send(dpsOf())), noteOf(await box.send(dpsOf(43)))]
    authority.get = (response) => json(response, 404, '<html>')
    expect(await open().find(dpsOf())).toBeUndefined()
    for (const [answer, reason] of [
      [(response) => json(response, 500, { chaveAcesso: keyIn(other) }), 'lookup of a DPS failed'],
      [(response) => json(response, 200, { chaveAcesso: '../nfse' }), 'lookup of a DPS failed'],
      [
        (response, path) =>
          path.startsWith('/dps') ? json(response, 200, { chaveAcesso: keyIn(own) }) : json(response, 404, { nfseXmlGZipB64: packed(own) }),
        'download of a note failed',
      ],
      [
        (response, path) => json(response, 200, path.startsWith('/dps') ? { chaveAcesso: keyIn(other) } : { nfseXmlGZipB64: packed(other) }),
        'the note belongs to another DPS',
      ],
    ] as [NonNullable<typeof authority.get>, string][]) {
      authority.get = answer
      expect(await unsettled(open().find(dpsOf()))).toBe(reason)
    }
  })

  test('a connection fails unless both sides trust each other’s certificates', async () => {
    await unsettled(open({ certificate }).send(dpsOf()))
    await unsettled(open({ ca: certified({ name: 'Outra AC' }).pem }).send(dpsOf()))
    await unsettled(open({ ca: undefined }).send(dpsOf()))
    await unsettled(open({ base: 'https://127.0.0.1:1/sefin' }).send(dpsOf()))
    expect(authority.seen).toEqual([])
  })
})
