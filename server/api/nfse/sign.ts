// XML signatures of the NFS-e: enveloped, over the first element below the root, without a prefix (E1228).
import { SignedXml } from 'xml-crypto'
import type { Certificate } from './certificate.ts'

/** The algorithms are chosen only here. The older municipal systems still use SHA-1. */
const SIGNATURE = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#sha256'
/** The inclusive canonicalization, not the exclusive one. */
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/** The elements that are signed, by the root of the document. */
const SIGNED = new Map([
  ['DPS', 'infDPS'],
  ['NFSe', 'infNFSe'],
  ['pedRegEvento', 'infPedReg'],
  ['evento', 'infEvento'],
])

/**
 * Appends the signature to a DPS, an NFS-e, a request of an event or an event. The rest stays byte for byte as it was validated, whereas xml-crypto would serialise the document anew.
 */
export function sign(xml: string, { key, cert }: Pick<Certificate, 'key' | 'cert'>): string {
  const end = /<\/(\w+)>$/.exec(xml)
  const name = SIGNED.get(end?.[1] ?? '')
  if (!end || name === undefined) throw new Error('only a DPS, an NFS-e or an event can be signed')
  const signed = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: SIGNATURE,
    canonicalizationAlgorithm: C14N,
    idAttribute: 'Id',
  })
  signed.addReference({ xpath: `/*/*[local-name(.)='${name}']`, transforms: [ENVELOPED, C14N], digestAlgorithm: DIGEST })
  signed.computeSignature(xml)
  return `${xml.slice(0, end.index)}${signed.getSignatureXml()}${end[0]}`
}
