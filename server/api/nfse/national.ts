// Client of the national environment (Sefin Nacional). A DPS is settled only by a valid note or by a refusal of the authority; otherwise it is
// retried.
import { Agent, request } from 'node:https'
import { gunzipSync, gzipSync } from 'node:zlib'
import { z } from 'zod'
import { CANCELLATION, registersCancellation } from './cancellation.ts'
import type { Certificate } from './certificate.ts'
import type { Dps } from './dps.ts'
import { Temporary, type Authority, type Cancellation, type Cancelled, type Outcome, type Refusal } from './issuer.ts'
import { isKey } from './key.ts'
import { elementAt, readXml, saysTheSame } from './xml.ts'

interface Options {
  /** Base URL of the authority, without a trailing slash. */
  base: string
  environment: 1 | 2
  certificate: Certificate
  /** PEM of the CA that issued the authority's certificate. If undefined, Node's default CAs are trusted. */
  ca?: string
  log: (line: { reason: string }, event: string) => void
  /** Timeout in ms for the whole exchange. */
  timeout?: number
}

const TIMEOUT = 30_000
/**
 * Maximum size of an answer in bytes, both packed and unpacked. A note has about 10,000 bytes, and at most ten times as many even with a faulty
 * description.
 */
const LARGEST = 1024 * 1024
/**
 * The text of E0014: 'Conjunto de Série, Número, Código do Município Emissor e CNPJ/CPF informado nesta DPS já existe em uma NFS-e gerada a partir de
 * uma DPS enviada anteriormente.'
 */
const KNOWN = /^E0014$/
const KNOWN_IN_WORDS = /\bDPS\b.*\bj[áa] existe/is
/**
 * 'Erro não catalogado': the authority itself does not know what happened. If this counted as a refusal, a second note under a new number could
 * follow.
 */
const UNKNOWN = /^(E|RNG)9{3,4}$/
/** Only these statuses refuse a DPS. A 403 does not, because a gateway in front of the authority may answer 403 to everything for a while. */
const REFUSES = new Set([400, 422])
/** Statuses that mean that the authority serves nobody at the moment. */
const BUSY = new Set([408, 425, 429, 502, 503, 504])

const text = z.string().max(2000)
const Fault = z.object({
  Codigo: text.nullish(),
  codigo: text.nullish(),
  Descricao: text.nullish(),
  descricao: text.nullish(),
  Complemento: text.nullish(),
  complemento: text.nullish(),
})
const Faults = z.union([
  z.object({ erros: z.array(Fault).min(1).max(100) }).transform(({ erros }) => erros),
  // Under `erro` there may be one fault or a list of faults.
  z.object({ erro: z.union([z.array(Fault).min(1).max(100), Fault.transform((one) => [one])]) }).transform(({ erro }) => erro),
])
const Note = z.object({ chaveAcesso: z.string().refine(isKey), nfseXmlGZipB64: z.base64() })
const Found = z.object({ chaveAcesso: z.string().refine(isKey) })
const Packed = z.object({ nfseXmlGZipB64: z.base64() })
const Registered = z.object({ eventoXmlGZipB64: z.base64() })

interface Answer {
  status: number
  body: unknown
}

export function national(options: Options): Authority {
  const { base, environment, certificate, ca, log } = options
  // Each call uses a new connection. A reused one may just have been closed by the authority, and then nobody knows whether the DPS arrived.
  const agent = new Agent({
    key: certificate.key,
    cert: certificate.chain,
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    keepAlive: false,
  })

  /** Throws for an unknown outcome. `reason` goes to the operator's log. The account's events get the message of the thrown `Temporary` instead. */
  const later = (
    reason: string,
    { ofAll = false, ...more }: { ofAll?: boolean; status?: number; dps?: string; key?: string; path?: string },
  ): never => {
    log({ reason, ...more }, 'the outcome of a DPS is unknown, will retry')
    const { status = 0 } = more
    const said =
      status >= 300 ? `respondeu ${status}` : ofAll ? 'não respondeu' : `não disse o que houve${more.dps === undefined ? '' : ' com a DPS'}`
    throw new Temporary(`o ambiente nacional ${said}`, ofAll)
  }

  const ask = (method: 'GET' | 'POST', path: string, body?: object) =>
    call({ method, url: `${base}${path}`, agent, timeout: options.timeout ?? TIMEOUT, ...(body && { body: JSON.stringify(body) }) }).catch(
      (error: Error) => later(error.name === 'AbortError' ? 'no answer in time' : error.message, { ofAll: true, path }),
    )

  /** Accepts only a note that matches our DPS. For any other note the outcome stays open. */
  function issuedOf(dps: Dps, key: string, packed: string): Outcome {
    const xml = unpacked(packed)
    if (xml === undefined) return later('the note cannot be unpacked', { dps: dps.id })
    const reason = foreignIn(xml, key, dps)
    return reason === undefined ? { issued: xml, key } : later(reason, { dps: dps.id, key })
  }

  async function find(dps: Dps): Promise<Outcome | undefined> {
    const known = await ask('GET', `/dps/${dps.id}`)
    if (known.status === 404) return undefined
    const { data: found } = Found.safeParse(known.body)
    if (known.status !== 200 || !found) return later('lookup of a DPS failed', { dps: dps.id, status: known.status })
    const note = await ask('GET', `/nfse/${found.chaveAcesso}`)
    const { data } = Packed.safeParse(note.body)
    if (note.status !== 200 || !data) return later('download of a note failed', { dps: dps.id, status: note.status })
    return issuedOf(dps, found.chaveAcesso, data.nfseXmlGZipB64)
  }

  async function send(dps: Dps): Promise<Outcome> {
    const { status, body } = await ask('POST', '/nfse', { dpsXmlGZipB64: gzipSync(dps.xml).toString('base64') })
    if (status === 201 || status === 200) {
      const { data: note } = Note.safeParse(body)
      return note ? issuedOf(dps, note.chaveAcesso, note.nfseXmlGZipB64) : later('note without key or XML', { dps: dps.id, status })
    }
    const { data: faults } = Faults.safeParse(body)
    if (!faults || !REFUSES.has(status)) return later('unclear answer to a DPS', { ofAll: BUSY.has(status), dps: dps.id, status })
    const refused = faults.map(refusalOf)
    // The DPS was sent before and its answer was lost, so the note exists: find it.
    if (refused.some(({ code, message }) => KNOWN.test(code) || KNOWN_IN_WORDS.test(message)))
      return (await find(dps)) ?? later('DPS reported as known but not found', { dps: dps.id })
    return refused.some(({ code }) => UNKNOWN.test(code)) ? later('the authority does not know what happened', { dps: dps.id }) : { refused }
  }

  /** Accepts only an event that cancels our note. For any other event the outcome stays open. */
  function cancelledBy(key: string, packed: string): Cancelled {
    const event = unpacked(packed)
    return event !== undefined && registersCancellation(event, key) ? { event } : later('the event does not cancel the note', { key })
  }

  async function findCancellation({ key }: Cancellation): Promise<Cancelled | undefined> {
    const { status, body } = await ask('GET', `/nfse/${key}/eventos/${CANCELLATION}/1`)
    if (status === 404) return undefined
    const { data } = Registered.safeParse(body)
    return status === 200 && data ? cancelledBy(key, data.eventoXmlGZipB64) : later('lookup of a cancellation failed', { key, status })
  }

  async function cancel(cancellation: Cancellation): Promise<Cancelled> {
    const { key, request } = cancellation
    const { status, body } = await ask('POST', `/nfse/${key}/eventos`, { pedidoRegistroEventoXmlGZipB64: gzipSync(request).toString('base64') })
    if (status === 201 || status === 200) {
      const { data } = Registered.safeParse(body)
      return data ? cancelledBy(key, data.eventoXmlGZipB64) : later('a cancellation without event', { key, status })
    }
    const { data: faults } = Faults.safeParse(body)
    // A 404 with reasons says that the authority does not know the note. A 404 without any may come from a gateway.
    if (!faults || !(REFUSES.has(status) || status === 404))
      return later('unclear answer to a cancellation', { ofAll: BUSY.has(status), key, status })
    const refused = faults.map(refusalOf)
    if (refused.some(({ code }) => UNKNOWN.test(code))) return later('the authority does not know what happened', { key })
    // The note may be cancelled already, because an earlier answer was lost.
    return (await findCancellation(cancellation)) ?? { refused }
  }

  return { environment, send, find, cancel, findCancellation }
}

function refusalOf(fault: z.output<typeof Fault>): Refusal {
  const words = [fault.Descricao ?? fault.descricao, fault.Complemento ?? fault.complemento].filter((part) => part)
  return { code: fault.Codigo ?? fault.codigo ?? '', message: words.join(' ') || 'Recusada sem motivo.' }
}

/** The reason why a note does not belong to this DPS and key. Undefined if the note does belong to them. */
function foreignIn(xml: string, key: string, dps: Dps) {
  try {
    using note = readXml(xml)
    using own = readXml(dps.xml)
    if (elementAt(note, '/NFSe/infNFSe')?.attr('Id')?.value !== `NFS${key}`) return 'the note has another key'
    const theirs = elementAt(note, '/NFSe/infNFSe/DPS/infDPS')
    const ours = elementAt(own, '/DPS/infDPS')
    if (!theirs || !ours || theirs.attr('Id')?.value !== dps.id) return 'the note belongs to another DPS'
    return saysTheSame(theirs, ours) ? undefined : 'the note differs from the DPS'
  } catch {
    return 'the note is not XML'
  }
}

/** Unpacks an input to at most `LARGEST` bytes, because even a small input may unpack to far more. */
function unpacked(base64: string) {
  try {
    return gunzipSync(Buffer.from(base64, 'base64'), { maxOutputLength: LARGEST }).toString('utf8')
  } catch {
    return undefined
  }
}

interface Call {
  method: 'GET' | 'POST'
  url: string
  agent: Agent
  timeout: number
  body?: string
}

/**
 * The status and the JSON body of a response. The body is undefined if it is not JSON. Redirects are not followed, so that a DPS goes only to the
 * configured host.
 */
function call({ method, url, agent, timeout, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { accept: 'application/json', ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }) }
    // The timeout covers the whole exchange. A timeout for silence would never expire if the server sends a byte per second.
    const sent = request(url, { method, agent, headers, signal: AbortSignal.timeout(timeout) }, (response) => {
      const parts: Buffer[] = []
      let size = 0
      response
        .on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size > LARGEST) sent.destroy(new Error('the answer is too large'))
        })
        .on('error', reject)
        .on('end', () => resolve({ status: response.statusCode ?? 0, body: jsonOf(Buffer.concat(parts)) }))
    })
    sent.on('error', reject).end(body)
  })
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
