// Schemas, columns and readers that the spreadsheets of issuers and of accounts share.
import { z } from 'zod'
import { Id, line as words, text } from '../../../shared/wire.ts'
import { cities } from '../db/schema.ts'
import type { Db } from '../db/sql.ts'
import { REFUSED } from '../errors.ts'
import { withZeros } from '../sheet.ts'

export const named = (name: string, max: number) => text({ name, max, empty: `${name} precisa ser preenchido.` })
export const digits = (name: string, count: number) =>
  z.string().refine((typed) => /^\d+$/.test(typed) && typed.length === count, `${name}: informe ${count} dígitos.`)
/** Schema of an optional field. A union would lose the messages of the field's own schema. */
export const noneOr = <S extends z.ZodType>(schema: S) =>
  z.string().transform((typed, { issues }): z.output<S> | '' => {
    if (typed === '') return ''
    const { data, error } = schema.safeParse(typed)
    issues.push(...(error?.issues ?? []).map(({ message }) => ({ code: 'custom' as const, input: typed, message })))
    return error ? '' : data
  })
export const orNull = (typed: string) => typed || null
export const integer = (name: string, min: number, max: number) => {
  const wrong = `${name}: informe um número inteiro de ${min} a ${max}.`
  return z
    .string()
    .regex(/^\d{1,15}$/, wrong)
    .transform(Number)
    .pipe(z.int(wrong).min(min, wrong).max(max, wrong))
}
export const percent = (name: string, max = 100) => {
  const wrong = `${name}: informe um percentual de 0 a ${max}, com até duas casas.`
  return z.number(wrong).min(0, wrong).max(max, wrong)
}
/** Keeps only letters and digits, because documents are stored without punctuation. */
export const bare = (typed = '') => typed.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase()
export const onlyDigits = (typed = '') => typed.replaceAll(/\D/g, '')

export const address = {
  logradouro: 'rua ou avenida ?',
  numero: 'S/N onde não há ?',
  complemento: '?',
  bairro: '?',
  municipio: 'código do IBGE, 7 dígitos ?',
  cep: '8 dígitos ?',
  telefone: '?',
}
/** Returns a function that tells whether digits form a code of the given length. Such a code has at most one leading zero. */
export const isCode = (length: number) => (digits: string) => digits.length === length && /^0?[1-9]/.test(digits)
export const addressIn = (values: Record<string, string>) => ({
  street: () => values['logradouro'] ?? '',
  number: () => values['numero'] ?? '',
  complement: () => values['complemento'] ?? '',
  district: () => values['bairro'] ?? '',
  cep: () => withZeros('cep', values, onlyDigits(values['cep']), isCode(8), 8),
  phone: () => onlyDigits(values['telefone']),
})
export const Address = {
  street: words('Logradouro', 255),
  number: words('Número', 60),
  complement: words('Complemento', 156),
  district: words('Bairro', 60),
  cep: noneOr(digits('CEP', 8)),
  phone: noneOr(z.string().regex(/^\d{6,20}$/, 'Telefone: informe de 6 a 20 dígitos.')),
}
export const columnsOfAddress = {
  logradouro: 'street',
  numero: 'number',
  complemento: 'complement',
  bairro: 'district',
  cep: 'cep',
  telefone: 'phone',
}
export const City = digits('Município', 7).transform(Number).pipe(Id)
export const byCode = async (db: Db) => {
  const known = new Set((await db.select({ id: cities.id }).from(cities)).map(({ id }) => id))
  return (code: string) => {
    if (known.has(Number(code))) return Number(code)
    throw new Error(REFUSED.get('accounts_city_id_fkey')?.message)
  }
}
/**
 * The city code of a line, for the schema. Throws if the city does not exist: otherwise the database would report ten thousand such lines one by one,
 * which takes minutes.
 */
export function cityIn(values: Record<string, string>, city: ((code: string) => number) | undefined) {
  const code = onlyDigits(values['municipio'])
  if (code.length === 7) city?.(code)
  return code
}
