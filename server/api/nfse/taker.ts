// What an account and its issuer say of themselves, as documents write it.
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj'
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf'
import type { Account } from './account.ts'
import { folded } from './text.ts'

// Letters stand in CNPJ since July 2026: to the library they are valid in version 2 only.
export const isCnpj = (text: string) => /^[0-9A-Z]{12}\d{2}$/.test(text) && isValidCnpj(text, { version: 2 })
export const isCpf = (text: string) => /^\d{11}$/.test(text) && isValidCpf(text)

const MASK = /[./\-\s]/g
/** A CNPJ or a CPF without its mask; undefined: it is neither, or its check digits are wrong. */
export function documentOf(text: string) {
  const digits = text.replace(MASK, '')
  const upper = /^[\da-z]*$/i.test(digits) ? digits.toUpperCase() : ''
  return isCnpj(upper) ? ({ kind: 'CNPJ', digits: upper } as const) : isCpf(upper) ? ({ kind: 'CPF', digits: upper } as const) : undefined
}

/** A code as its digits: NBS and CEP are often written with dots and hyphens. */
export const codeOf = (text: string) => text.replace(MASK, '')

/** Digits, where they are as many as the layout takes; what else stands there is left out: a note needs no telephone. */
export function phoneOf(text: string) {
  const digits = text.replace(/\D/g, '')
  return /^\d{6,20}$/.test(digits) ? digits : undefined
}

/** Left out where the layout would not take it as it is: folded, it would be somebody else's. */
export function emailOf(text = '') {
  const trimmed = text.trim()
  return trimmed !== '' && trimmed.length <= 80 && /^[!-~\xA1-\xAC\xAE-\xFF]+$/.test(trimmed) ? trimmed : undefined
}

/** IBGE: seven digits, the first of them a region. */
export const isCity = (id: number | null): id is number => id !== null && Number.isInteger(id) && id >= 1_000_000 && id <= 9_999_999

/** The taker's address as the layout writes it; undefined where a part of it is missing. */
export function addressOf({ street, number, complement, district, cep, cityId }: Account) {
  const at = { street: folded(street), number: folded(number), complement: folded(complement), district: folded(district), cep: codeOf(cep) }
  return at.street && at.number && at.district && /^\d{8}$/.test(at.cep) && isCity(cityId) ? { ...at, cityId } : undefined
}
