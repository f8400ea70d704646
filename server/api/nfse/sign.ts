// XML signatures of the NFS-e: enveloped, over infDPS or infNFSe, without a prefix (E1228).
import { SignedXml } from 'xml-crypto'
import type { Certificate } from './certificate.ts'

/** The algorithms are chosen only here. The older municipal systems still use SHA-1. */
const SIGNATURE = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
const DIGEST = 'http://www.w3.org/2001/04/xmlenc#sha256'
/** The inclusive canonicalization, not the exclusive one. */
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'

/**
 * Appends the signature to a DPS or an NFS-e. The rest stays byte for byte as it was validated, whereas xml-crypto would serialise the document anew.
 */
export function sign(xml: string, { key, cert }: Pick<Certificate, 'key' | 'cert'>): string {
  const end = /<\/(DPS|NFSe)>$/.exec(xml)
  if (!end) throw new Error('only a DPS or an NFS-e can be signed')
  const signed = new SignedXml({
    privateKey: key,
    publicCert: cert,
    signatureAlgorithm: SIGNATURE,
    canonicalizationAlgorithm: C14N,
    idAttribute: 'Id',
  })
  signed.addReference({ xpath: `/*/*[local-name(.)='inf${end[1]}']`, transforms: [ENVELOPED, C14N], digestAlgorithm: DIGEST })
  signed.computeSignature(xml)
  return `${xml.slice(0, end.index)}${signed.getSignatureXml()}${end[0]}`
}
