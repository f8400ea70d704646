// The receipt of a movement: a re-encoded picture or a PDF.
import { LARGEST_RECEIPT, messages, RECEIPT, type MovementCard } from '../../../shared/features/ledger.ts'
import { Failure } from '../../api/failure.ts'
import { readFile, send } from '../../api/request.ts'
import { base64Of, chooseFile } from '../../ui/file.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'

/** Accepted file types. HEIC is left out, so that phones convert such pictures to JPEG. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,application/pdf'
/** Maximum number of pixels, which keeps a receipt of any shape readable. */
const PIXELS = 2_560_000

/** The file to attach; `conteudo` is base64. */
export interface Receipt {
  nome: string
  conteudo: string
}

/** Prepares a file for upload. Throws a Failure with the reason if it cannot be used. */
export async function receiptOf(file: File): Promise<Receipt> {
  const isPdf = file.type === 'application/pdf'
  const content = isPdf ? file : await redrawn(file)
  if (content.size > LARGEST_RECEIPT) throw new Failure(400, messages.receiptSize)
  // Replaces characters that some systems forbid in file names.
  const name = Array.from(file.name.replace(/\.[^.]*$/, '').replaceAll(/[\\/:*?"<>|]/g, '-'))
    .slice(0, RECEIPT.max - 4)
    .join('')
  return {
    nome: `${name || 'Comprovante'}.${isPdf ? 'pdf' : 'jpg'}`,
    conteudo: await base64Of(content).catch(() => {
      throw new Failure(400, messages.receiptKind)
    }),
  }
}

/** Redraws a picture, which removes the camera's metadata, above all the location. */
async function redrawn(file: File) {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Failure(400, messages.receiptKind)
  })
  const scale = Math.min(1, Math.sqrt(PIXELS / (picture.width * picture.height)))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
  const context = canvas.getContext('2d')
  if (!context) throw new Failure(400, messages.receiptKind)
  // JPEG has no transparency, so the background is white.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

/** Lets the person choose a receipt; undefined when the person cancels. */
export const chooseReceipt = () => chooseFile(ACCEPTED)

/** Uploads a receipt. No form field can show the messages by field, so the first of them becomes the Failure's message. */
export const attach = (id: number, body: Receipt) =>
  send('PUT /financial-control-batch/{id}/receipt', { path: { id }, body }).catch((error: unknown) => {
    const { conteudo, nome } = error instanceof Failure ? error.fields : {}
    const why = conteudo ?? nome
    throw why === undefined ? error : new Failure(400, why)
  })

/** Downloads the expense report of a closing. `name` is the person of the batch. */
export async function saveReport({ id, data }: MovementCard, name: string) {
  const report = await readFile('GET /financial-control-batch/{id}/report', { path: { id } })
  saveFile(`Relatório de despesas - ${name} - ${data?.split('-').toReversed().join('-') ?? id}.pdf`, report)
  return true
}

export async function saveReceipt({ id, comprovante }: MovementCard) {
  saveFile(comprovante ?? 'Comprovante', await readFile('GET /financial-control-batch/{id}/receipt', { path: { id } }))
  return true
}
