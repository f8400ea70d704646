// The certificate for signatures and for TLS with the authority: a company's A1 certificate, or one that is made here for homologação.
import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import forge from 'node-forge'

/** A certificate with its key. All fields are in PEM. */
export interface Certificate {
  key: string
  cert: string
  /** `cert` followed by the certificates above it, for TLS. A signature contains only `cert`. */
  chain: string
}

interface Source {
  /** Path of a PFX file. */
  file: string
  password: string
  /** Current time in ms. */
  at: number
}

/** Reads a PFX file. Throws an error with a sentence for the operator. The result is PEM, because Node's TLS refuses old PFX files (RC2). */
export function readCertificate({ file, password, at }: Source): Certificate {
  const bags = open(bytesOf(file), password)
  const keys = [forge.pki.oids['pkcs8ShroudedKeyBag'], forge.pki.oids['keyBag']].flatMap((type = '') => bags(type))
  const key = keys.map((bag) => bag.key).find((one) => one !== undefined && one !== null)
  if (!key) throw new Error('NFSE_CERT não tem chave privada RSA: exporte o certificado A1 com a chave.')
  const certificates = bags(forge.pki.oids['certBag'] ?? '').flatMap(({ cert }) => (cert ? [cert] : []))
  const own = certificates.find(({ publicKey }) => 'n' in publicKey && publicKey.n.equals(key.n))
  if (!own) throw new Error('NFSE_CERT não tem o certificado da sua chave privada: exporte o certificado A1 de novo.')
  const { notBefore, notAfter } = own.validity
  if (notAfter.getTime() <= at) throw new Error(`NFSE_CERT venceu em ${dayOf(notAfter)}: renove o certificado.`)
  if (notBefore.getTime() > at) throw new Error(`NFSE_CERT só vale a partir de ${dayOf(notBefore)}: confira o relógio desta máquina.`)
  const cert = forge.pki.certificateToPem(own)
  const above = certificates.filter((one) => one !== own).map((one) => forge.pki.certificateToPem(one))
  return { key: forge.pki.privateKeyToPem(key), cert, chain: [cert, ...above].join('') }
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10).split('-').toReversed().join('/')

function bytesOf(file: string) {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new Error(`NFSE_CERT não pode ser lido (${(error as NodeJS.ErrnoException).code}): deve ser o caminho de um arquivo PFX.`, { cause: error })
  }
}

/** Object identifier of PBES2 in DER, 1.2.840.113549.1.5.13. OpenSSL 3 encrypts with it. */
const PBES2 = Buffer.from('2a864886f70d01050d', 'hex')

/**
 * PBES2 takes the password as UTF-8, but the MAC of the file and older encryption take it as UTF-16, while forge uses one string for both. So a file
 * from OpenSSL 3 with an accented password needs two steps: verify the MAC, then remove the MAC and decrypt the rest.
 */
function decrypted(decoded: () => forge.asn1.Asn1, password: string, isPbes2: boolean) {
  const utf8 = forge.util.encodeUtf8(password)
  if (!isPbes2 || utf8 === password) return forge.pkcs12.pkcs12FromAsn1(decoded(), false, password)
  try {
    forge.pkcs12.pkcs12FromAsn1(decoded(), false, password)
  } catch (error) {
    if (/MAC/.test((error as Error).message)) throw error
  }
  const withoutMac = decoded()
  if (Array.isArray(withoutMac.value)) withoutMac.value.splice(2)
  return forge.pkcs12.pkcs12FromAsn1(withoutMac, false, utf8)
}

function open(bytes: Buffer, password: string) {
  const decoded = () => forge.asn1.fromDer(bytes.toString('binary'))
  try {
    decoded()
  } catch (error) {
    throw new Error('NFSE_CERT não é um arquivo PFX (.pfx ou .p12).', { cause: error })
  }
  try {
    const pfx = decrypted(decoded, password, bytes.includes(PBES2))
    return (bagType: string) => pfx.getBags({ bagType })[bagType] ?? []
  } catch (error) {
    const isPassword = /password|MAC/i.test((error as Error).message)
    throw new Error(
      isPassword ? 'NFSE_CERT_PASSWORD não abre o arquivo de NFSE_CERT.' : 'NFSE_CERT não é um arquivo PFX (.pfx ou .p12) que se possa ler.',
      {
        cause: error,
      },
    )
  }
}

const YEARS = 10

/** Makes a self-signed certificate for homologação. Nobody trusts it. */
export function makeCertificate(at: number): Certificate {
  const { privateKey: key } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  })
  const signer = forge.pki.privateKeyFromPem(key)
  const made = forge.pki.createCertificate()
  made.publicKey = forge.pki.setRsaPublicKey(signer.n, signer.e)
  made.serialNumber = '01'
  made.validity.notBefore = new Date(at)
  made.validity.notAfter = new Date(at)
  made.validity.notAfter.setUTCFullYear(made.validity.notAfter.getUTCFullYear() + YEARS)
  const name = [{ name: 'commonName', value: 'HOMOLOGACAO SEM VALIDADE' }]
  made.setSubject(name)
  made.setIssuer(name)
  made.sign(signer, forge.md.sha256.create())
  const cert = forge.pki.certificateToPem(made)
  return { key, cert, chain: cert }
}
