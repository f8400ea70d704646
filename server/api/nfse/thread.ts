// The functions that run in the thread of the documents (see documents.ts).
import { Tinypool } from 'tinypool'
import { wallDay } from '../../../shared/clock.ts'
import { termsFor } from '../banks/terms.ts'
import type { emissions } from '../db/schema.ts'
import type { Account, City, Issuer } from './account.ts'
import { reportPdf, type ClosingReport } from '../ledger/report-pdf.ts'
import { printed, zipped, type Paper } from './bundle.ts'
import { danfse as drawNote } from './danfse.ts'
import { buildCancellation, buildEvent, type CancellationData } from './cancellation.ts'
import { buildDps, type Dps } from './dps.ts'
import { faultsOf } from './faults.ts'
import { homologation } from './homologation.ts'
import type { Cancelled } from './issuer.ts'
import { openSchemas, type Schemas } from './schema.ts'
import { sign } from './sign.ts'
import { slipPdf, type SlipPdf } from './slip-pdf.ts'

export interface Signing {
  /** The key and certificate are PEM. */
  key: string
  cert: string
  /** Folder of the official XSD package. If undefined, documents are not validated. */
  xsdDir: string | undefined
}

// Only documents.ts starts this file, and it passes these values, so the cast is safe.
const signing = Tinypool.workerData as Signing
let opened: Schemas | undefined
/** Opened on first use, because nobody would receive an error at the start of the thread. */
const schemas = () => (opened ??= openSchemas(signing.xsdDir))

/** Throws if there is a problem with the folder of the official XSD package. */
export const ready = () => void schemas()

interface Wanted {
  account: Account
  number: number
  /** Time of the issue, in ms. */
  at: number
  environment: 1 | 2
  /** The note that this one replaces (dps.ts). */
  replaced?: { key: string; reason: string; explanation: string } | undefined
}

const faultsIn = (wanted: Wanted) => {
  const faults = faultsOf(wanted.account, wallDay(wanted.at))
  return faults.length > 0 ? faults : schemas().validate(buildDps(wanted).xml)
}

/** The faults of each account, an empty list if its documents can be issued. `at` is in ms. */
export const faults = ({ accounts, at }: { accounts: Account[]; at: number }) =>
  accounts.map((account) => faultsIn({ account, number: 1, at, environment: 2 }))

/** A signed DPS, or the faults that prevent it. `reason` is the technical reason for the log, if an error is the fault. */
export function dps(wanted: Wanted): Dps | { faults: string[]; reason?: string } {
  const found = faultsIn(wanted)
  if (found.length > 0) return { faults: found }
  try {
    const { id, xml } = buildDps(wanted)
    return { id, xml: sign(xml, signing) }
  } catch (error) {
    // The account is refused, because a retry would fail again.
    return { faults: ['A DPS não pôde ser montada. O motivo está no registro do servidor.'], reason: (error as Error).message }
  }
}

/** A signed request to cancel a note, or the faults that prevent it. */
export function cancellation(wanted: CancellationData): { request: string } | { faults: string[] } {
  try {
    const xml = buildCancellation(wanted)
    const faults = schemas().validate(xml)
    return faults.length > 0 ? { faults } : { request: sign(xml, signing) }
  } catch {
    // The cancellation is refused, because a retry would fail again.
    return { faults: ['O pedido de cancelamento não pôde ser montado.'] }
  }
}

/** The event with which the built-in authority registers a request. */
export function registerCancellation(request: string): Cancelled {
  const problems = schemas().validate(request)
  if (problems.length > 0) return { refused: problems.map((message) => ({ code: 'E1235', message })) }
  return { event: sign(buildEvent(request), signing) }
}

interface Sent {
  dps: Dps
  issuer: Issuer | undefined
  /** The cities that the DPS names. */
  cities: City[]
  /** The rate in percent. */
  rate?: number
  service?: string
}

/** The NFS-e that the built-in authority makes from a DPS. */
export const homologate = ({ dps: sent, issuer, cities, rate, service }: Sent) =>
  homologation({
    cityOf: (ibge) => cities.find(({ id }) => String(id) === ibge),
    issuerOf: () => issuer,
    serviceOf: () => service,
    ...(rate !== undefined && { rateOf: () => rate }),
    schemas: schemas(),
    certificate: { ...signing, chain: signing.cert },
  }).send(sent)

const WATERMARKS = { replaced: 'SUBSTITUÍDA', cancelled: 'CANCELADA' } as const
const watermarkOf = ({ voidedAs }: Pick<typeof emissions.$inferSelect, 'voidedAs'>) => (voidedAs === null ? undefined : WATERMARKS[voidedAs])

/** The DANFSe of an issued note, with a mark if the note is no longer valid. */
export const danfse = async ({ nfse, voidedAs }: { nfse: string; voidedAs: 'replaced' | 'cancelled' | null }) =>
  new Uint8Array(await drawNote(nfse, { watermark: watermarkOf({ voidedAs }) }))

/** Maximum number of characters of a client's name in the name of a file. */
const LONGEST_NAME = 80

interface Issued {
  account: Account
  emission: typeof emissions.$inferSelect
  /** Whether the bank of a boleto knows it. */
  isRegistered: boolean
}

function slipOf({ account, emission, isRegistered }: Issued): SlipPdf {
  const { number, barcode, pix, issuedAt, issuer, dueOn, fineCents, interestCents } = emission
  if (number === null || barcode === null || issuedAt === null) throw new Error('the emission is not an issued boleto')
  const secondCopy = dueOn === null ? undefined : { dueOn, charges: { fine: fineCents, interest: interestCents } }
  const company = issuer ?? account.issuer
  const terms = termsFor(emission, company.terms)
  return { issuer: { ...company, terms }, account, number, barcode, pix, issuedAt, isRegistered, ...secondCopy }
}

export const slip = async (issued: Issued) => new Uint8Array(await slipPdf(slipOf(issued)))

/** One file with several issued documents. `at` is in ms. */
export async function bundle({ issued, format, at }: { issued: Issued[]; format: 'zip' | 'pdf'; at: number }) {
  const papers = issued.map((one): Paper => {
    const { account, emission } = one
    const name = `${account.name.slice(0, LONGEST_NAME)} - conta ${account.reference}-${account.instalment} - ${emission.nfse === null ? 'Boleto' : 'NFS-e'}`
    return emission.nfse === null
      ? { name, slip: slipOf(one) }
      : {
          name: emission.voidedAs === null ? name : `${name} ${WATERMARKS[emission.voidedAs].toLowerCase()}`,
          nfse: emission.nfse,
          watermark: watermarkOf(emission),
        }
  })
  return new Uint8Array(await (format === 'zip' ? zipped : printed)(papers, new Date(at)))
}

export const closingReport = async (report: ClosingReport) => new Uint8Array(await reportPdf(report))
