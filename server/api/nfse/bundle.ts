// Issued documents of several accounts in one file: a ZIP, or a PDF with a page for each of them.
import { zipSync } from 'fflate'
import { bytesOf, newPdf } from '../pdf.ts'
import { danfse, drawDanfse, type Watermark } from './danfse.ts'
import { valuesOf } from './nfse-values.ts'
import { drawSlip, slipPdf, type SlipPdf } from './slip-pdf.ts'

/** An issued document. `name` is its name in a ZIP, without the extension. */
export type Paper = { name: string } & ({ nfse: string; watermark: Watermark | undefined } | { slip: SlipPdf })

/** A ZIP with the PDF of each document, and the XML of each NFS-e. Equal names are told apart by a number. */
export async function zipped(papers: Paper[], at: Date) {
  const files = new Map<string, Uint8Array>()
  for (const paper of papers) {
    const base = paper.name.replaceAll(/[\s\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()
    let name = base
    for (let nth = 2; files.has(`${name}.pdf`); nth += 1) name = `${base} (${nth})`
    files.set(`${name}.pdf`, await ('nfse' in paper ? danfse(paper.nfse, paper) : slipPdf(paper.slip)))
    if ('nfse' in paper) files.set(`${name}.xml`, Buffer.from(paper.nfse))
  }
  return zipSync(Object.fromEntries(files), { mtime: at })
}

/** One PDF with a page for each document, for printing. */
export async function printed(papers: Paper[], at: Date) {
  const pdf = newPdf({ title: 'Notas e boletos', subject: 'Documentos para imprimir', at })
  for (const [nth, paper] of papers.entries()) {
    if (nth > 0) pdf.addPage()
    if ('nfse' in paper) drawDanfse(pdf, valuesOf(paper.nfse), paper)
    else drawSlip(pdf, paper.slip)
  }
  return bytesOf(pdf)
}
