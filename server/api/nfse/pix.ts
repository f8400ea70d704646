// PIX keys: the kinds that a written key may be of, and the form in which a payment carries it.
import { getPixKeyInfo } from '@brazilian-utils/brazilian-utils/get-pix-key-info'
import { folded } from './text.ts'

/** The kinds of a key, in the words of the issuers' spreadsheet. */
export const PIX_KINDS = { cpf: 'CPF', cnpj: 'CNPJ', email: 'e-mail', phone: 'telefone', evp: 'aleatória' }
export type PixKind = keyof typeof PIX_KINDS

/** A name as a payment carries it, without what no plain letter stands for. */
export const pixNameOf = (name: string) => folded(name).replaceAll('?', '').trim()

/** Nobody writes a phone number like this. */
const WRITTEN_AS_CPF = /^\d{3}\.\d{3}\.\d{3}-\d{2}$/

/** Every reading of a key. Eleven digits may be both a CPF and a mobile number without +55, and the library answers the CPF alone. */
function readingsOf(key: string) {
  const read = getPixKeyInfo(key)
  const isPlain = read?.type === 'cpf' && !WRITTEN_AS_CPF.test(key.trim())
  return [read, isPlain ? getPixKeyInfo(`+55${read.value}`) : null].filter((reading) => reading !== null)
}

/** The key as a payment carries it, or why it cannot be used. */
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
