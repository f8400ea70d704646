// What the documents' thread does, function by function (documents.ts).
import { Tinypool } from 'tinypool'
import { wallDay } from '../../../shared/clock.ts'
import type { emissions } from '../db/schema.ts'
import type { Account, City, Issuer } from './account.ts'
import { danfse as drawNote } from './danfse.ts'
import type { Signing } from './documents.ts'
import { buildDps, type Dps } from './dps.ts'
import { faultsOf } from './faults.ts'
import { homologation } from './homologation.ts'
import { openSchemas, type Schemas } from './schema.ts'
import { sign } from './sign.ts'
import { slipPdf } from './slip-pdf.ts'

// documents.ts is the only one that starts this file, with these.
const signing = Tinypool.workerData as Signing
let opened: Schemas | undefined
/** Not where the thread begins: what is thrown there reaches nobody. */
const schemas = () => (opened ??= openSchemas(signing.xsdDir))

/** Throws what is wrong with the folder of the official package. */
export const ready = () => void schemas()

interface Wanted {
  account: Account
  number: number
  /** Milliseconds. */
  at: number
  environment: 1 | 2
}

const faultsIn = (wanted: Wanted) => {
  const faults = faultsOf(wanted.account, wallDay(wanted.at))
  return faults.length > 0 ? faults : schemas().validate(buildDps(wanted).xml)
}

/** What keeps each of them from being issued; none: []. `at`: milliseconds. */
export const faults = ({ accounts, at }: { accounts: Account[]; at: number }) =>
  accounts.map((account) => faultsIn({ account, number: 1, at, environment: 2 }))

/** Signed; or what keeps it from being issued. */
export function dps(wanted: Wanted): Dps | { faults: string[] } {
  const found = faultsIn(wanted)
  if (found.length > 0) return { faults: found }
  try {
    const { id, xml } = buildDps(wanted)
    return { id, xml: sign(xml, signing) }
  } catch (error) {
    // Tried again it would fail again: the account is refused instead.
    return { faults: [`A DPS não pôde ser montada: ${(error as Error).message}.`] }
  }
}

interface Sent {
  dps: Dps
  issuer: Issuer | undefined
  /** Those that the DPS names. */
  cities: City[]
  /** Percent. */
  rate?: number
  service?: string
}

/** The NFS-e of a DPS, by the authority in the box. */
export const homologate = ({ dps: sent, issuer, cities, rate, service }: Sent) =>
  homologation({
    cityOf: (ibge) => cities.find(({ id }) => String(id) === ibge),
    issuerOf: () => issuer,
    serviceOf: () => service,
    ...(rate !== undefined && { rateOf: () => rate }),
    schemas: schemas(),
    certificate: { ...signing, chain: signing.cert },
  }).send(sent)

export const danfse = async (nfse: string) => new Uint8Array(await drawNote(nfse))

export async function slip({ account, emission }: { account: Account; emission: typeof emissions.$inferSelect }) {
  const { number, barcode, pix, issuedAt, issuer } = emission
  if (number === null || barcode === null || issuedAt === null) throw new Error('this emission is no issued boleto')
  return new Uint8Array(await slipPdf({ issuer: issuer ?? account.issuer, account, number, barcode, pix, issuedAt }))
}
