// Placeholders for benches of the API in which no documents are issued.
import type { Documents } from '../../server/api/nfse/documents.ts'

const refuse = () => Promise.reject(new Error('no document is made here'))
export const nothingIssued: { documents: Documents; wake: () => void } = {
  documents: {
    cancellation: refuse,
    registerCancellation: refuse,
    ready: refuse,
    faults: refuse,
    dps: refuse,
    homologate: refuse,
    danfse: refuse,
    slip: refuse,
    bundle: refuse,
    closingReport: refuse,
  },
  wake: () => undefined,
}
