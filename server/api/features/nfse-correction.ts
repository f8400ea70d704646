// Corrects the customer (tomador) and missing data of an account.
import type { z } from 'zod'
import { messages, type Correction } from '../../../shared/features/nfse.ts'
import type { Db } from '../db/sql.ts'
import { refusal } from '../errors.ts'
import { WRONG_CEP, WRONG_DOCUMENT } from '../nfse/faults.ts'
import { documentOf } from '../nfse/taker.ts'
import { cityFinder } from './clients.ts'

/** The columns that a correction changes. A wrong document or CEP is refused; a missing one keeps the account from being issued. */
export async function correctionOf(db: Db, { municipio, ...body }: Omit<z.output<typeof Correction>, 'idCliente'>) {
  const digits = (typed: string) => typed.replaceAll(/\D/g, '')
  if (body.documento && !documentOf(body.documento)) throw refusal(400, WRONG_DOCUMENT)
  if (body.cep && digits(body.cep).length !== 8) throw refusal(400, WRONG_CEP)
  return {
    document: body.documento.replaceAll(/[^\p{L}\d]/gu, '').toUpperCase() || null,
    name: body.razaoSocial,
    cityRegistration: body.inscricaoMunicipal || null,
    street: body.logradouro,
    number: body.numero,
    complement: body.complemento,
    district: body.bairro,
    cityId: municipio === '' ? null : await cityNamed(db, municipio),
    cep: digits(body.cep),
    phone: digits(body.telefone),
    emails: [...new Set(body.emails)],
    nbs: digits(body.nbs) || null,
    description: body.discriminacao,
  }
}

/** Finds a municipality by its name, with or without the state, or by its IBGE code. */
async function cityNamed(db: Db, written: string) {
  try {
    return (await cityFinder(db, messages.ambiguousCity))(written.replace(/\s*[-/]\s*([A-Z]{2})$/i, ' $1'))
  } catch (error) {
    throw refusal(400, (error as Error).message)
  }
}
