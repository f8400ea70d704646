// The receipt of a movement: a picture, drawn anew, or a PDF.
import { LARGEST_RECEIPT, messages, RECEIPT, type MovementCard } from '../../../shared/features/ledger.ts'
import { Failure } from '../../api/failure.ts'
import { readFile, send } from '../../api/request.ts'
import { saveFile } from '../../ui/grid/saveFile.ts'

/** What a file may be. HEIC is left out: a phone then gives it as JPEG. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,application/pdf'
/** Pixels of a picture at most: a receipt of any shape is read in it. */
const PIXELS = 2_560_000

/** What is attached; `conteudo` as base64. */
export interface Receipt {
  nome: string
  conteudo: string
}

/** A file as it is sent. Throws a Failure that says why it is none. */
export async function receiptOf(file: File): Promise<Receipt> {
  const isPdf = file.type === 'application/pdf'
  const content = isPdf ? file : await redrawn(file)
  if (content.size > LARGEST_RECEIPT) throw new Failure(400, messages.receiptSize)
  // Of the signs that no name of a file has everywhere.
  const name = Array.from(file.name.replace(/\.[^.]*$/, '').replaceAll(/[\\/:*?"<>|]/g, '-'))
    .slice(0, RECEIPT.max - 4)
    .join('')
  return { nome: `${name || 'Comprovante'}.${isPdf ? 'pdf' : 'jpg'}`, conteudo: await base64Of(content) }
}

/** What the camera wrote into it, the place above all, is not in what is drawn. */
async function redrawn(file: File) {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Failure(400, messages.receiptKind)
  })
  const scale = Math.min(1, Math.sqrt(PIXELS / (picture.width * picture.height)))
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
  const context = canvas.getContext('2d')
  if (!context) throw new Failure(400, messages.receiptKind)
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
}

const base64Of = (content: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    // A data URL is a text.
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(new Failure(400, messages.receiptKind)))
    reader.readAsDataURL(content)
  })

/** Asks for a file, and attaches it. */
export const chooseReceipt = () =>
  new Promise<File | undefined>((resolve) => {
    const input = Object.assign(document.createElement('input'), { type: 'file', accept: ACCEPTED })
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })

/** Throws a Failure that says what is wrong with it: no field of a form does. */
export const attach = (id: number, body: Receipt) =>
  send('PUT /financial-control-batch/{id}/receipt', { path: { id }, body }).catch((error: unknown) => {
    const { conteudo, nome } = error instanceof Failure ? error.fields : {}
    const why = conteudo ?? nome
    throw why === undefined ? error : new Failure(400, why)
  })

export async function saveReceipt({ id, comprovante }: MovementCard) {
  saveFile(comprovante ?? 'Comprovante', await readFile('GET /financial-control-batch/{id}/receipt', { path: { id } }))
  return true
}
