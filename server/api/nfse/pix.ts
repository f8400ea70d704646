// PIX keys: the kinds that a written key may have, and the form that a payment needs.
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { folded } from './text.ts'

/** The kinds of keys, with their names in the spreadsheet of the issuers. */
export const PIX_KINDS = { cpf: 'CPF', cnpj: 'CNPJ', email: 'e-mail', phone: 'telefone', evp: 'aleatória' }
export type PixKind = keyof typeof PIX_KINDS

/** A name in the form that a payment needs. Characters without a plain equivalent are removed. */
export const pixNameOf = (name: string) => folded(name).replaceAll('?', '').trim()

/** A key in this notation is a CPF, because nobody writes a phone number like this. */
const WRITTEN_AS_CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/

/** All possible readings of a key. Eleven digits may be a CPF or a mobile number without +55, but the library returns only the CPF. */
function readingsOf(key: string) {
  const read = getPixKeyInfo(key)
  const isPlain = read?.type === 'cpf' && !WRITTEN_AS_CPF.test(key.trim())
  return [read, isPlain ? getPixKeyInfo(`+55${read.value}`) : null].filter((reading) => reading !== null)
}

/** The key in the form that a payment needs, or the reason why the key cannot be used. */
export function pixKeyOf(key: string, kind: PixKind | null): { key: string } | { fault: string } {
  const readings = readingsOf(key)
  const [reading, other] = kind === null ? readings : readings.filter(({ type }) => type === kind)
  if (other) return { fault: 'Chave PIX do emitente pode ser CPF ou telefone: informe qual em tipo_chave_pix.' }
  if (reading) return { key: reading.value }
  return {
    fault:
      kind === null
        ? 'Chave PIX do emitente não é CPF, CNPJ, e-mail, telefone celular nem chave aleatória.'
        : `Chave PIX do emitente não serve como ${PIX_KINDS[kind]}: confira a chave e o seu tipo.`,
  }
}
