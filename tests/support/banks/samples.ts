// Contracts, payers and titles for the tests of banks.
import { NO_TERMS, type Contract, type Payer, type Title } from '../../../server/api/banks/bank.ts'

const none: Contract = { agreement: '', wallet: '', variation: '', branch: '', account: '', post: '', transmission: '' }

/** Contracts by the bank's code: every form that the bank has, the most common one first. */
export const contracts: Record<string, [Contract, ...Contract[]]> = {
  '033': [{ ...none, agreement: '7654321', branch: '4567-5', account: '13000123-4', transmission: '456700007654321' }],
  '001': [
    { ...none, agreement: '3344556', wallet: '17', variation: '019', branch: '1480-X', account: '22418-9' },
    { ...none, agreement: '334455', wallet: '17', variation: '019', branch: '1480-X', account: '22418-9' },
    { ...none, agreement: '3344', wallet: '11', variation: '027', branch: '1480-X', account: '22418-9' },
  ],
  '237': [{ ...none, agreement: '4812907', wallet: '09', branch: '1364-1', account: '28715-6' }],
  '341': [{ ...none, wallet: '109', branch: '1573', account: '48210-4' }],
  '748': [
    { ...none, agreement: '04321', branch: '0812', post: '07', account: '04321-6' },
    { ...none, agreement: '98765', branch: '0812', post: '07', account: '98765' },
  ],
  '756': [{ ...none, agreement: '54321-7', branch: '9012-3', account: '67890-2' }],
  '104': [
    { ...none, agreement: '098765', branch: '1234-3' },
    { ...none, agreement: '1200346', branch: '1234-3' },
  ],
}

export function contractsOf(code: string) {
  const those = contracts[code]
  if (!those) throw new Error(`tests/support/banks/samples.ts: no contract of the bank ${code}.`)
  return those
}

export const payer: Payer = {
  kind: 'CNPJ',
  document: '04218377000180',
  name: 'Agropecuária do Teles Pires Ltda.',
  street: 'Estrada Jacinta, km 12',
  district: 'Zona Rural',
  cep: '78550001',
  city: 'Sinop',
  uf: 'MT',
  emails: ['contas@valedotelespires.example'],
}

export const titleOf = (contract: Contract, own: Partial<Title> = {}): Title => ({
  contract,
  number: 42,
  issuedOn: '2026-11-30',
  id: 8310,
  document: '8310/1',
  dueOn: '2026-12-15',
  cents: 150_000,
  payer,
  terms: NO_TERMS,
  ...own,
})

/** A line of 240 columns that holds these texts, each from its column on. */
export const lineWith = (...texts: [from: number, text: string][]) =>
  texts.reduce((line, [from, text]) => line.slice(0, from - 1) + text + line.slice(from - 1 + text.length), ' '.repeat(240))
