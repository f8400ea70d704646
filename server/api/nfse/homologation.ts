// The built-in authority. Its notes have no legal value. A note depends on nothing but the DPS: if the same DPS is sent again, even after a crash,
// the note has the same number, key and code, so no second note can arise. Nothing is stored, so `find` finds nothing.
import { createHash } from 'node:crypto'
import type { City, Issuer } from './account.ts'
import type { Certificate } from './certificate.ts'
import { APPLICATION, dpsIdOf } from './dps.ts'
import type { Authority, Outcome, Refusal } from './issuer.ts'
import { keyOf } from './key.ts'
import { hundredths, money, percent, share } from './money.ts'
import { brokenRule, NO_NBS, NO_SERVICE } from './rate-rules.ts'
import type { Schemas } from './schema.ts'
import { sign } from './sign.ts'
import { emailOf, phoneOf } from './taker.ts'
import { folded, lineOf } from './text.ts'
import { elementAt, readXml, textAt, writeXml, type Elements } from './xml.ts'

/** Facts that an authority knows although the DPS does not contain them. */
interface Known {
  cityOf: (ibge: string) => Pick<City, 'name'> | undefined
  issuerOf: (cnpj: string) => Issuer | undefined
  /** Returns the name of a cTribNac. */
  serviceOf?: (code: string) => string | undefined
  /** Returns the city's rate in percent, for a DPS that declares none. */
  rateOf?: (city: string, code: string) => number
  schemas: Pick<Schemas, 'validate'>
  certificate: Certificate
}

const RATE = 2
/** Codes with which the real authority refuses a document that its XSD refuses, and an Id that does not match the fields. */
const NOT_VALID = 'E1235'
const NOT_ITS_ID = 'E0004'
/** Code of refusals that only the built-in authority makes. */
const OURS = 'HOMOLOGACAO'

export function homologation(known: Known): Pick<Authority, 'environment' | 'send' | 'find'> {
  // Sending the DPS again always gives the same note, so `find` is not needed.
  return { environment: 2, send: async (dps) => answer(known, dps), find: async () => undefined }
}

const refused = (code: string, ...messages: string[]): Outcome => ({ refused: messages.map((message) => ({ code, message })) })

function answer(known: Known, dps: { id: string; xml: string }): Outcome {
  const problems = known.schemas.validate(dps.xml)
  if (problems.length > 0) return refused(NOT_VALID, ...problems)
  const said = readable(dps.xml)
  if (said === undefined) return refused(NOT_VALID, 'O que foi enviado não é uma DPS.')
  if (said.id !== dps.id || dpsIdOf(said) !== dps.id) return refused(NOT_ITS_ID, 'Id da DPS difere da concatenação dos campos que o formam.')
  if (said.environment !== '2') return refused(OURS, 'Só uma DPS de homologação (tpAmb 2) é aceita aqui.')
  // The number of the DPS becomes that of the note, but nNFSe has only 13 digits, nDPS 15.
  if (said.number.length > 13) return refused(OURS, 'O número da DPS não cabe no de uma NFS-e.')
  const issuer = known.issuerOf(said.cnpj)
  if (!issuer) return refused(OURS, 'Emitente não cadastrado.')
  const refusals = refusalsOf(said, issuer)
  if (refusals.length > 0) return { refused: refusals }
  const key = keyOf({ city: said.city, cnpj: said.cnpj, number: said.number, month: said.at.slice(2, 4) + said.at.slice(5, 7), code: codeOf(dps.id) })
  const xml = writeXml('NFSe', 'infNFSe', `NFS${key}`, noteOf(known, said, issuer))
  const note = sign(
    xml.replace('</infNFSe></NFSe>', () => `${dps.xml.replace(/^<\?xml[^>]*>/, '')}</infNFSe></NFSe>`),
    known.certificate,
  )
  const own = known.schemas.validate(note)
  // The DPS was valid, so only the issuer's name and address can be at fault.
  return own.length > 0 ? refused(OURS, ...own.map((problem) => `Dados do emitente não cabem na NFS-e: ${problem}`)) : { issued: note, key }
}

/** Refusals that the real authority is known to make: because of the ISS rate, or because of a code that no list contains. */
function refusalsOf(said: Said, issuer: Issuer): Refusal[] {
  const facts = { ...said.regime, withheld: said.withheld, active: issuer.cityAgreement ?? true }
  const broken = brokenRule(facts, said.rate === undefined ? undefined : Number(said.rate))
  return [
    ...(broken?.certain ? [{ code: broken.code, message: broken.words }] : []),
    ...(said.service === NO_SERVICE.code ? [{ code: NO_SERVICE.error, message: 'O código de tributação nacional informado não existe.' }] : []),
    ...(said.nbs === NO_NBS.code ? [{ code: NO_NBS.error, message: 'O código da NBS informado não existe.' }] : []),
  ]
}

/** A code of nine digits, taken from a hash of the Id. */
const codeOf = (id: string) => String(createHash('sha256').update(id).digest().readUIntBE(0, 6) % 1_000_000_000).padStart(9, '0')

/** Reads the XML. Without an XSD nothing has verified yet that the text is XML, so a failure is a refusal. */
function readable(xml: string) {
  try {
    return read(xml)
  } catch {
    return undefined
  }
}

interface Said extends NonNullable<ReturnType<typeof read>> {}

function read(xml: string) {
  using document = readXml(xml)
  const at = (path: string) => textAt(document, `/DPS/infDPS/${path}`)
  const [cnpj, value] = [at('prest/CNPJ'), at('valores/vServPrest/vServ')]
  const id = elementAt(document, '/DPS/infDPS')?.attr('Id')?.value
  if (id === undefined || cnpj === undefined || value === undefined) return undefined
  return {
    id,
    cnpj,
    cents: centsOf(value),
    environment: at('tpAmb'),
    at: at('dhEmi') ?? '',
    series: at('serie') ?? '',
    number: at('nDPS') ?? '',
    city: at('cLocEmi') ?? '',
    place: at('serv/locPrest/cLocPrestacao') ?? '',
    service: at('serv/cServ/cTribNac') ?? '',
    registration: at('prest/IM'),
    nbs: at('serv/cServ/cNBS'),
    regime: {
      simples: Number(at('prest/regTrib/opSimpNac')),
      simplesRegime: Number(at('prest/regTrib/regApTribSN') ?? 0) || null,
      specialRegime: Number(at('prest/regTrib/regEspTrib')),
    },
    withheld: at('valores/trib/tribMun/tpRetISSQN') !== '1',
    rate: at('valores/trib/tribMun/pAliq'),
  }
}

/** Converts '1500' or '1500.00' to cents. */
const centsOf = (text: string) => Number(text.includes('.') ? text.replace('.', '') : `${text}00`)

/** The note for a DPS. It leaves out the totals of IBS and CBS, which the XSD allows: their rates are unknown here. */
function noteOf(known: Known, said: Said, issuer: Issuer): Elements {
  const nameOf = (ibge: string) => folded(known.cityOf(ibge)?.name ?? '') || ibge
  const rate = hundredths(said.rate === undefined ? (known.rateOf?.(said.city, said.service) ?? RATE) : Number(said.rate))
  const iss = share(said.cents, rate)
  const withheld = said.withheld ? iss : 0
  return [
    ['xLocEmi', nameOf(said.city)],
    ['xLocPrestacao', nameOf(said.place)],
    ['nNFSe', said.number],
    // States the provider's city, because nearly every service is taxed there.
    ['cLocIncid', said.city],
    ['xLocIncid', nameOf(said.city)],
    ['xTribNac', folded(known.serviceOf?.(said.service) ?? '') || `Serviço ${said.service}`],
    ['verAplic', APPLICATION],
    ['ambGer', '2'],
    ['tpEmis', '1'],
    ['procEmi', '1'],
    ['cStat', said.regime.simples === 2 ? '107' : '100'],
    // The time of the DPS, because with the current time the same DPS would give a different note.
    ['dhProc', said.at],
    ['nDFSe', said.number],
    ['emit', emitterOf(said, issuer)],
    [
      'valores',
      [
        ['vBC', money(said.cents)],
        ['pAliqAplic', percent(rate / 100)],
        ['vISSQN', money(iss)],
        ['vTotalRet', said.withheld ? money(withheld) : undefined],
        ['vLiq', money(said.cents - withheld)],
      ],
    ],
  ]
}

function emitterOf({ cnpj, registration }: Said, issuer: Issuer): Elements {
  return [
    ['CNPJ', cnpj],
    ['IM', registration],
    ['xNome', lineOf(issuer.name)],
    ['xFant', lineOf(issuer.tradeName) || undefined],
    [
      'enderNac',
      [
        ['xLgr', folded(issuer.street)],
        ['nro', folded(issuer.number)],
        ['xCpl', folded(issuer.complement) || undefined],
        ['xBairro', folded(issuer.district)],
        ['cMun', String(issuer.cityId)],
        ['UF', issuer.city.uf],
        ['CEP', issuer.cep],
      ],
    ],
    ['fone', phoneOf(issuer.phone)],
    ['email', emailOf(issuer.email)],
  ]
}
