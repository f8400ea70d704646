// Writes a remessa: the CNAB 240 file by which a company registers and changes boletos at its bank. FEBRABAN's layout 10.6, chapter 3.2, is the
// base; each bank's own fields are written over it.
import { addDays } from '../../../shared/clock.ts'
import { padded, withDigit, type Bank, type Movement, type Order, type Remittance, type Title } from './bank.ts'
import { dayField, lineOf, type Fields } from './cnab.ts'

const kindOf = (kind: 'CPF' | 'CNPJ') => (kind === 'CPF' ? 1 : 2)
/** Code and value of a rate or an amount, in the order of FEBRABAN's codes: 1 an amount, 2 a percentage with two decimals. */
const valueOf = (one: { kind: string; cents?: number; rate?: number }): [code: number, value: number] =>
  one.kind === 'none' ? [0, 0] : one.cents === undefined ? [2, one.rate ?? 0] : [1, one.cents]

function companyFields({ bank, contract, company }: Remittance, shift: 0 | 1): Fields {
  const branch = withDigit(contract.branch)
  const account = withDigit(contract.account)
  const at = (from: number, to = from) => (from === to ? `${from + shift}` : `${from + shift}-${to + shift}`) as `${number}`
  return {
    '1-3': bank.code,
    '18': 2,
    // The batch header has one digit more for the number, and everything after it stands one column further.
    [shift === 0 ? '19-32' : '19-33']: padded(company.cnpj, 14 + shift),
    [at(33, 52)]: bank.layout.companyCodeOf(contract),
    [at(53, 57)]: Number(branch.digits),
    [at(58)]: branch.digit,
    [at(59, 70)]: Number(account.digits),
    [at(71)]: account.digit,
    [at(73, 102)]: company.name,
  }
}

const fileHeader = (one: Remittance): Fields => ({
  ...companyFields(one, 0),
  '4-7': 0,
  '8': 0,
  '103-132': one.bank.name,
  '143': 1,
  '144-151': dayField(one.at.slice(0, 10)),
  '152-157': one.at.slice(11).replaceAll(':', ''),
  '158-163': one.sequence,
  '164-166': one.bank.layout.versions[0],
  '167-171': 0,
})

const batchHeader = (one: Remittance): Fields => ({
  ...companyFields(one, 1),
  '4-7': 1,
  '8': 1,
  '9': 'R',
  '10-11': 1,
  '14-16': one.bank.layout.versions[1],
  '184-191': one.sequence,
  '192-199': dayField(one.at.slice(0, 10)),
  '200-207': 0,
})

/** The first columns of each segment. */
const segment = (bank: Bank, letter: string, movement: Movement): Fields => ({
  '1-3': bank.code,
  '4-7': 1,
  '8': 3,
  '14': letter,
  '16-17': bank.layout.movements[movement] ?? 0,
})

function p(bank: Bank, { title, abatementCents = 0 }: Order): Fields {
  const { contract, dueOn, terms } = title
  const branch = withDigit(contract.branch)
  const account = withDigit(contract.account)
  const { interest, discount, protest, writeOffDays } = terms
  const [discountCode, discountValue] = valueOf(discount)
  return {
    '18-22': Number(branch.digits),
    '23': branch.digit,
    '24-35': Number(account.digits),
    '36': account.digit,
    '38-57': bank.ourNumberOf(title),
    // Simple collection, registered, traditional document; the company prints and delivers it.
    '58': 1,
    '59': 1,
    '60': 1,
    '61': 2,
    '62': 2,
    '63-77': title.document,
    '78-85': dayField(dueOn),
    '86-100': title.cents,
    '101-105': 0,
    // Duplicata de serviço, not accepted by the payer.
    '107-108': 4,
    '109': 'N',
    '110-117': dayField(title.issuedOn),
    '118': interest.kind === 'none' ? 3 : interest.kind === 'daily' ? 1 : 2,
    '119-126': dayField(interest.kind === 'none' ? null : addDays(dueOn, 1)),
    '127-141': valueOf(interest)[1],
    '142': discountCode,
    '143-150': dayField(discount.kind === 'none' ? null : addDays(dueOn, -discount.days)),
    '151-165': discountValue,
    '166-180': 0,
    '181-195': abatementCents,
    '196-220': String(title.id),
    '221': { none: 3, calendar: 1, working: 2 }[protest.kind],
    '222-223': protest.kind === 'none' ? 0 : protest.days,
    '224': writeOffDays === null ? 2 : 1,
    '225-227': writeOffDays ?? 0,
    '228-229': 9,
    '230-239': 0,
  }
}

const q = ({ title: { payer } }: Order): Fields => ({
  '18': kindOf(payer.kind),
  '19-33': padded(payer.document, 15),
  '34-73': payer.name,
  '74-113': payer.street,
  '114-128': payer.district,
  '129-136': payer.cep,
  '137-151': payer.city,
  '152-153': payer.uf,
  '154': 0,
  '155-169': 0,
  '210-212': 0,
})

function r({ title: { terms, dueOn } }: Order): Fields {
  const [code, value] = valueOf(terms.fine)
  return {
    '18': 0,
    '19-26': 0,
    '27-41': 0,
    '42': 0,
    '43-50': 0,
    '51-65': 0,
    '66': code,
    '67-74': dayField(code === 0 ? null : addDays(dueOn, 1)),
    '75-89': value,
    '200-207': 0,
    '208-210': 0,
    '211-215': 0,
    '217-228': 0,
    '231': 0,
  }
}

/** Faults that prevent these boletos from being registered, although they can be printed. */
export function registrationFaults(bank: Bank, company: { cnpj: string }, { payer }: Pick<Title, 'payer'>) {
  const isNumeric = (document: string) => /^\d+$/.test(document)
  return [
    ...(isNumeric(company.cnpj) ? [] : [`CNPJ do emitente com letras: o arquivo do ${bank.name} só tem lugar para algarismos. Pergunte ao banco.`]),
    ...(isNumeric(payer.document) ? [] : [`CNPJ do tomador com letras: o arquivo do ${bank.name} só tem lugar para algarismos. Pergunte ao banco.`]),
    ...(/^\d{8}$/.test(payer.cep) && Number(payer.cep) > 0 ? [] : ['O banco recusa um pagador sem CEP.']),
    ...(payer.street && payer.city && /^[A-Z]{2}$/.test(payer.uf) ? [] : ['O banco recusa um pagador sem endereço, cidade e UF.']),
  ]
}

/** The text of a remessa with its orders in one batch: lines of 240 columns that end in CR LF, in ASCII. */
export function remittanceOf(one: Remittance): string {
  const { bank, orders } = one
  const { layout } = bank
  const details = orders.flatMap((order) => {
    const { movement, title } = order
    if (layout.movements[movement] === undefined) throw new Error(`O ${bank.name} não tem o movimento ${movement}.`)
    const isEntry = movement === 'entry'
    const email = isEntry ? layout.email?.(order) : undefined
    return [
      [segment(bank, 'P', movement), p(bank, order), layout.p?.(order) ?? {}],
      [segment(bank, 'Q', movement), q(order), layout.q?.(order) ?? {}],
      ...(isEntry && title.terms.fine.kind !== 'none' ? [[segment(bank, 'R', movement), r(order), layout.r?.(order) ?? {}]] : []),
      ...(email ? [[segment(bank, '', movement), email]] : []),
    ]
  })
  const entries = orders.filter(({ movement }) => movement === 'entry')
  const totals = { lines: details.length + 2, entries: entries.length, cents: entries.reduce((sum, { title }) => sum + title.cents, 0) }
  const lines = [
    lineOf(fileHeader(one), layout.fileHeader?.(one) ?? {}),
    lineOf(batchHeader(one), layout.batchHeader?.(one) ?? {}),
    ...details.map((layers, index) => lineOf(...layers, { '9-13': index + 1 })),
    lineOf(
      { '1-3': bank.code, '4-7': 1, '8': 5, '18-23': totals.lines, '24-29': totals.entries, '30-46': totals.cents, '47-115': '0'.repeat(69) },
      layout.batchTrailer?.(totals) ?? {},
    ),
    lineOf({ '1-3': bank.code, '4-7': 9999, '8': 9, '18-23': 1, '24-29': totals.lines + 2, '30-35': 0 }, layout.fileTrailer?.(totals) ?? {}),
  ]
  return lines.map((line) => `${line}\r\n`).join('')
}
