// Normalises the data of an account and of its issuer for the documents.
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import type { Account } from './account.ts'
import { folded } from './text.ts'

// Since July 2026 a CNPJ may contain letters. The library accepts them only in version 2 of its check.
export const isCnpj = (text: string) => /^[0-9A-Z]{12}\d{2}$/.test(text) && isValidCnpj(text, { version: 2 })
export const isCpf = (text: string) => /^\d{11}$/.test(text) && isValidCpf(text)

const MASK = /[./\-\s]/g
/** A CNPJ or CPF without its mask. Undefined if it is neither or its check digits are wrong. */
export function documentOf(text: string) {
  const digits = text.replace(MASK, '')
  const upper = /^[\da-z]*$/i.test(digits) ? digits.toUpperCase() : ''
  return isCnpj(upper) ? ({ kind: 'CNPJ', digits: upper } as const) : isCpf(upper) ? ({ kind: 'CPF', digits: upper } as const) : undefined
}

/** A code without punctuation. NBS and CEP are often written with dots and hyphens. */
export const codeOf = (text: string) => text.replace(MASK, '')

/** The digits of a phone number. Undefined if they are too few or too many for the layout: a note needs no phone number. */
export function phoneOf(text: string) {
  const digits = text.replace(/\D/g, '')
  return /^\d{6,20}$/.test(digits) ? digits : undefined
}

/** An e-mail that the layout accepts unchanged. Any other is left out, because replacing its letters could turn it into somebody else's address. */
export function emailOf(text = '') {
  const trimmed = text.trim()
  return trimmed !== '' && trimmed.length <= 80 && /^[!-~\xA1-\xAC\xAE-\xFF]+$/.test(trimmed) ? trimmed : undefined
}

/** Whether an id is an IBGE code: seven digits, the first of which stands for a region. */
export const isCity = (id: number | null): id is number => id !== null && Number.isInteger(id) && id >= 1_000_000 && id <= 9_999_999

/** The address of the customer (tomador) in the form of the layout. Undefined if a part is missing. */
export function addressOf({ street, number, complement, district, cep, cityId }: Account) {
  const at = { street: folded(street), number: folded(number), complement: folded(complement), district: folded(district), cep: codeOf(cep) }
  return at.street && at.number && at.district && /^\d{8}$/.test(at.cep) && isCity(cityId) ? { ...at, cityId } : undefined
}
