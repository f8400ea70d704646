// The interface of a bank. One module per bank implements it with data and few functions.
import type { MOVEMENTS } from '../../../shared/features/bank-files.ts'
import type { Columns, Fields } from './cnab.ts'
import type { Meaning, Reasons } from './reasons.ts'

/** A company's agreement with its bank, in the bank's notation. A part that the bank does not use is ''. */
export interface Contract {
  /** Convênio, código do beneficiário, do cliente or da empresa. */
  agreement: string
  /** Carteira. */
  wallet: string
  /** Variação da carteira. */
  variation: string
  /** Agência, with a hyphen and its digit where the bank has one. */
  branch: string
  /** Conta corrente, with a hyphen and its digit. */
  account: string
  /** Posto da agência. */
  post: string
  /** Código de transmissão. */
  transmission: string
}
export type Part = keyof Contract

/** The parts by the names that people read, in the order in which they are asked. */
export const PARTS: Record<Part, string> = {
  agreement: 'Convênio',
  wallet: 'Carteira',
  variation: 'Variação da carteira',
  branch: 'Agência',
  account: 'Conta corrente',
  post: 'Posto',
  transmission: 'Código de transmissão',
}

/** The identity of a boleto within its contract. `number` begins at 1; some banks put the year of `issuedOn` into our-number. */
export interface Numbered {
  contract: Contract
  number: number
  /** Day, 'YYYY-MM-DD'. */
  issuedOn: string
}

/** The form of a part of the contract. */
interface Rule {
  form: RegExp
  /** The form in words, with an example. */
  words: string
  /** True if only the remessa needs the part, so that boletos can be printed without it. */
  onlyInFiles?: true
}

export interface Bank {
  /** COMPE code, three digits. */
  code: string
  /** The code with its digit, as it is printed in large type. */
  printedCode: string
  /** The bank's name in capitals, as it is printed. */
  name: string
  /** The parts that the bank uses. */
  parts: Partial<Record<Part, Rule>>
  /** Faults of a contract whose parts have the right form, such as a wrong check digit. */
  faults?(contract: Contract): string[]
  /** The largest number of a boleto. */
  most(contract: Contract): number
  /** Nosso número as the bank's files and returns carry it, without blanks. */
  ourNumberOf(one: Numbered): string
  /** Nosso número as it is printed. */
  printedNumberOf(one: Numbered): string
  /** Campo livre: the 25 digits of the barcode that each bank defines. */
  freeFieldOf(one: Numbered): string
  /** The field 'Agência / Código do beneficiário' on paper. */
  printedContractOf(contract: Contract): string
  /** The wallet on paper. */
  printedWalletOf(contract: Contract): string
  /** Local de pagamento, as the bank's manual words it. */
  paymentPlace: string
  /** The bank's own fields of a remessa. */
  layout: Layout
  /** The differences of the bank's return file from FEBRABAN's layout. */
  returned: BankColumns
  /** Terms that the bank does not take, each as a sentence. */
  termsFaults(terms: Terms): string[]
}

type WithDigit = [digits: Columns, digit: Columns]

/** The columns and tables in which a bank differs from FEBRABAN's layout. */
export interface BankColumns {
  /** Columns of segment T: our-number without blanks, and the number of the document. */
  ourNumber?: Columns
  document?: Columns
  /** The field for the company's use. Null if the bank does not repeat there what the remessa has. */
  companyUse?: Columns | null
  dueOn?: Columns
  /** Nominal value. */
  title?: Columns
  fee?: Columns
  /** Reasons of the occurrence, two characters each. */
  reasonCodes?: Columns
  /** Reasons of a payment or write-off, if only some of the columns above hold them. */
  settlementCodes?: Columns
  /** The company's code in the file header; 33-52 by default. */
  companyCode?: Columns
  /** Branch and account in the file header, each with the column of its digit. Null if the header does not state the account. */
  branch?: WithDigit
  account?: WithDigit | null
  /** The amount that was paid, if columns 78-92 of segment U do not hold it. Amounts are in cents. */
  paid?(amounts: Amounts): number
  occurrences?: Record<string, [meaning: Meaning, name: string]>
  reasons?: {
    refusals?: Reasons
    fees?: Reasons
    settlements?: Reasons
    /** Tables by occurrence, for a bank whose codes depend on it. Such a table stands alone: nothing is laid over it or under it. */
    byOccurrence?: Record<string, Reasons>
  }
}

/** Amounts of segment U, in cents. */
export interface Amounts {
  /** Nominal value of the boleto, from segment T. */
  title: number
  additions: number
  discount: number
  abatement: number
  /** IOF. */
  tax: number
  /** Columns 78-92: the amount that the payer paid. */
  paid: number
  /** Columns 93-107: the amount that the bank credits. */
  credited: number
  otherCosts: number
  otherCredits: number
}

/** A request to the bank about a boleto. `entry` registers it. */
export type Movement = (typeof MOVEMENTS)[number]

export interface Payer {
  kind: 'CPF' | 'CNPJ'
  /** 11 or 14 digits or letters. */
  document: string
  name: string
  /** Street, number and complement. */
  street: string
  district: string
  /** Eight digits. */
  cep: string
  city: string
  uf: string
  emails: string[]
}

/** A boleto as its bank knows it. Days are 'YYYY-MM-DD'. */
export interface Title extends Numbered {
  /** The receivable's id, which returns repeat in the field for the company's use. */
  id: number
  /** The number that is printed as 'Nº do documento'. */
  document: string
  dueOn: string
  cents: number
  payer: Payer
  terms: Terms
}

export interface Order {
  movement: Movement
  title: Title
  /** Only for an abatement, and to cancel one at a bank that asks for the amount (Itaú). */
  abatementCents?: number
}

export interface Remittance {
  bank: Bank
  contract: Contract
  company: { cnpj: string; name: string }
  /** Number of this file, without gaps per company and bank. */
  sequence: number
  /** Wall time, 'YYYY-MM-DD HH:MM:SS'. */
  at: string
  orders: Order[]
}

/** The bank's own fields. Each function returns those that differ from FEBRABAN's. */
export interface Layout {
  /** Versions of the layout in the headers of file and batch. */
  versions: [file: number, batch: number]
  /** The company's code in both headers, at most 20 characters. */
  companyCodeOf(contract: Contract): string
  /** Codes of the movements (C004). A movement that the bank does not offer is absent. */
  movements: Partial<Record<Movement, number>>
  /** Name of the file, if the bank prescribes it. */
  fileNameOf?(remittance: Remittance): string
  fileHeader?(remittance: Remittance): Fields
  batchHeader?(remittance: Remittance): Fields
  p?(order: Order): Fields
  q?(order: Order): Fields
  r?(order: Order): Fields
  /** The segment that tells the bank where to mail the boleto. Undefined if the payer has no address or the bank has no place for it. */
  email?(order: Order): Fields | undefined
  batchTrailer?(totals: Totals): Fields
  fileTrailer?(totals: Totals): Fields
}

/** Numbers of lines and of boletos that enter, and the sum of the latter. */
export interface Totals {
  /** Lines of the batch, with its header and trailer. */
  lines: number
  entries: number
  cents: number
}

/** Interest, fine, discount and deadlines that a company asks for. Rates are in hundredths of a percent. */
export interface Terms {
  /** Simple interest for each day that a payment is late. */
  interest: { kind: 'none' } | { kind: 'daily'; cents: number } | { kind: 'monthly'; rate: number }
  /** A fine that is due once, from the day after the due date. */
  fine: { kind: 'none' } | { kind: 'fixed'; cents: number } | { kind: 'share'; rate: number }
  /** A discount for payment at least `days` days before the due date. */
  discount: { kind: 'none' } | { kind: 'fixed'; cents: number; days: number } | { kind: 'share'; rate: number; days: number }
  /** Days after the due date until the bank writes the boleto off. Null if the company does not ask for it. */
  writeOffDays: number | null
  protest: { kind: 'none' } | { kind: 'calendar' | 'working'; days: number }
}

export const NO_TERMS: Terms = {
  interest: { kind: 'none' },
  fine: { kind: 'none' },
  discount: { kind: 'none' },
  writeOffDays: null,
  protest: { kind: 'none' },
}

/** Faults of a contract. With `forFiles`, also those that only prevent a remessa. */
export function contractFaults(bank: Bank, contract: Contract, { forFiles = false } = {}) {
  const found = (Object.keys(PARTS) as Part[]).flatMap((part) => {
    const rule = bank.parts[part]
    const text = contract[part]
    if (!rule) return text === '' ? [] : [`${PARTS[part]} não se usa no ${bank.name}: deixe em branco.`]
    if (text === '' && rule.onlyInFiles && !forFiles) return []
    return rule.form.test(text) ? [] : [`${PARTS[part]} do emitente: ${rule.words}.`]
  })
  return found.length > 0 ? found : (bank.faults?.(contract) ?? [])
}

/** Splits '22418-7' into its digits and its check digit. */
export function withDigit(text: string) {
  const [digits = '', digit = ''] = text.split('-')
  return { digits, digit }
}

/** A number with leading zeros. Throws if it does not fit. */
export function padded(number: number | string, width: number) {
  const digits = String(number).padStart(width, '0')
  if (!/^\d+$/.test(digits) || digits.length > width) throw new Error(`O número ${number} não cabe em ${width} dígitos.`)
  return digits
}
