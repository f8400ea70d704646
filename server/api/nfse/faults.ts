// Faults, which prevent a document from being issued, and warnings. Their sentences use the names that are on screen.
import { isDay } from '../../../shared/clock.ts'
import { overdue } from '../../../shared/features/nfse.ts'
import { contractFaults } from '../banks/bank.ts'
import { bankOf } from '../banks/banks.ts'
import type { Account, Issuer } from './account.ts'
import { hundredths } from './money.ts'
import { pixKeyOf, pixNameOf } from './pix.ts'
import { brokenRule, needsAgreement, NO_NBS, NO_SERVICE, rateFactsOf, rateRuleOf, saysRate } from './rate-rules.ts'
import { contractOf } from './slip.ts'
import { addressOf, codeOf, documentOf, isCity, isCnpj } from './taker.ts'
import { folded, hasControl, hasControlInLines, lineOf, linesOf } from './text.ts'

export const WRONG_DOCUMENT = 'CNPJ / CPF do tomador não é válido: confira os dígitos.'
export const WRONG_CEP = 'CEP do tomador deve ter 8 dígitos.'

/** Whether a day is valid for the XSD, which accepts only years that begin with 20. */
const isYear = (day: string) => isDay(day) && day.startsWith('20')

interface Text {
  name: string
  text: string
  most: number
  /** Transforms the text into the form that the document will contain. */
  as?: (text: string) => string
  refused?: (text: string) => boolean
}

/** Faults of a text according to the layout. Lengths are in UTF-16 units, because some readers count an emoji as two, although the XSD counts one. */
function textFaults({ name, text, most, as = folded, refused = hasControl }: Text) {
  if (refused(text)) return [`${name} tem caracteres de controle.`]
  const { length } = as(text)
  return length > most ? [`${name} tem ${length} caracteres: cabem ${most}.`] : []
}

function valueFaults({ cents }: Account) {
  if (cents === 0) return ['Valor não pode ser zero.']
  if (cents < 0) return ['Valor não pode ser negativo.']
  return Number.isSafeInteger(cents) ? [] : ['Valor não cabe na nota.']
}

function takerFaults(account: Account) {
  if (!account.document?.trim()) return ['Tomador sem CNPJ / CPF.']
  return documentOf(account.document) ? [] : [WRONG_DOCUMENT]
}

function nameFaults({ name }: Account) {
  return lineOf(name) === '' ? ['Tomador sem Razão Social.'] : textFaults({ name: 'Razão Social', text: name, most: 300, as: lineOf })
}

/** Faults of the parts of an address that notes to companies and all boletos need. */
const placeFaults = ({ street, cep, cityId }: Account) => [
  ...(cityId === null
    ? ['Tomador sem código de município.']
    : isCity(cityId)
      ? []
      : ['Município do tomador deve ter o código do IBGE, com 7 dígitos.']),
  ...(cep.trim() === '' ? ['Tomador sem CEP.'] : /^\d{8}$/.test(codeOf(cep)) ? [] : [WRONG_CEP]),
  ...(folded(street) === '' ? ['Tomador sem Logradouro.'] : []),
]

/** Faults of the address. A company's address must be complete. An incomplete address of a natural person is left out of the DPS. */
function addressFaults(account: Account) {
  const { street, number, complement, district, document } = account
  const texts = [
    ...textFaults({ name: 'Logradouro', text: street, most: 255 }),
    ...textFaults({ name: 'Número', text: number, most: 60 }),
    ...textFaults({ name: 'Complemento', text: complement, most: 156 }),
    ...textFaults({ name: 'Bairro', text: district, most: 60 }),
  ]
  if (documentOf(document ?? '')?.kind === 'CPF') return addressOf(account) ? texts : []
  return [
    ...placeFaults(account),
    ...(folded(number) === '' ? ['Tomador sem Número: sem numeração, escreva S/N.'] : []),
    ...(folded(district) === '' ? ['Tomador sem Bairro.'] : []),
    ...texts,
  ]
}

function serviceFaults(account: Account) {
  const { serviceCode, nbs, description, issRate, issWithheld, issuer } = account
  const broken = saysRate(account) ? brokenRule(rateFactsOf(account), issRate) : undefined
  const code = nbs === null ? '' : codeOf(nbs)
  return [
    ...(/^\d{6}$/.test(serviceCode) ? [] : ['Serviço deve ter o código de tributação nacional, com 6 dígitos.']),
    ...(serviceCode === NO_SERVICE.code ? [`Serviço 99.99.99 não existe na lista nacional (${NO_SERVICE.error}).`] : []),
    ...(code === NO_NBS.code ? [`NBS 9.9999.99.99 não existe na lista nacional (${NO_NBS.error}).`] : []),
    ...(code === '' && issuer.ibsOperation !== null ? ['Serviço sem NBS, que a declaração do IBS e da CBS exige.'] : []),
    ...(code === '' || /^\d{9}$/.test(code) ? [] : ['NBS deve ter 9 dígitos.']),
    ...(linesOf(description) === '' ? ['Discriminação não pode ficar vazia.'] : []),
    ...textFaults({ name: 'Discriminação', text: description, most: 2000, as: linesOf, refused: hasControlInLines }),
    ...(issRate >= 0 && issRate <= 5 ? [] : ['Alíquota do ISS deve ser de 0% a 5%.']),
    ...(issWithheld && issRate === 0
      ? ['Alíquota do ISS não pode ser zero quando o tomador o retém.']
      : broken?.certain
        ? [`Alíquota do ISS retido deve ser de pelo menos ${Number(broken.rate).toLocaleString('pt-BR')}% (${broken.code}).`]
        : []),
  ]
}

/** The data of an issuer, either stored or imported. */
type Issued = Omit<Issuer, 'id' | 'companyId' | 'city' | 'version' | 'nextFile'>
const cnpjFaults = (cnpj: string) => (isCnpj(cnpj) ? [] : ['CNPJ do emitente não é válido: confira os dígitos.'])
const isRate = (value: number) => value >= 0 && value <= 100
const ibsOf = ({ ibsOperation, ibsSituation, ibsClass }: Issued) => [
  /^\d{6}$/.test(ibsOperation ?? ''),
  /^\d{3}$/.test(ibsSituation ?? ''),
  /^\d{6}$/.test(ibsClass ?? ''),
]

/** Faults that prevent an issuer from issuing notes. */
function noteFaultsOf(issuer: Issued) {
  const { cnpj, cityId, cityRegistration, simples, simplesRegime, specialRegime, series, ibsOperation, ibsSituation, ibsClass } = issuer
  const taxes = [issuer.taxFederal, issuer.taxState, issuer.taxCity]
  const declares = [ibsOperation, ibsSituation, ibsClass].some((code) => code !== null)
  return [
    ...cnpjFaults(cnpj),
    ...(isCity(cityId) ? [] : ['Município do emitente deve ter o código do IBGE, com 7 dígitos.']),
    // The DPS names its issuer only by CNPJ, but the NFS-e contains the full data, so all of it must be valid.
    ...(lineOf(issuer.name) === '' ? ['Emitente sem Razão Social.'] : []),
    ...textFaults({ name: 'Razão Social do emitente', text: issuer.name, most: 300, as: lineOf }),
    ...textFaults({ name: 'Nome Fantasia do emitente', text: issuer.tradeName, most: 150, as: lineOf }),
    ...([issuer.street, issuer.number, issuer.district].some((part) => folded(part) === '') ? ['Emitente sem endereço completo.'] : []),
    ...textFaults({ name: 'Logradouro do emitente', text: issuer.street, most: 255 }),
    ...textFaults({ name: 'Número do emitente', text: issuer.number, most: 60 }),
    ...textFaults({ name: 'Complemento do emitente', text: issuer.complement, most: 156 }),
    ...textFaults({ name: 'Bairro do emitente', text: issuer.district, most: 60 }),
    ...(/^\d{8}$/.test(issuer.cep) ? [] : ['CEP do emitente deve ter 8 dígitos.']),
    ...textFaults({ name: 'Inscrição Municipal do emitente', text: cityRegistration ?? '', most: 15, as: lineOf }),
    ...([1, 2, 3].includes(simples) ? [] : ['Emitente sem opção do Simples Nacional.']),
    ...(simples === 3 && ![1, 2, 3].includes(simplesRegime ?? 0) ? ['Emitente sem regime de apuração do Simples Nacional.'] : []),
    ...([0, 1, 2, 3, 4, 5, 6, 9].includes(specialRegime) ? [] : ['Regime especial de tributação do emitente não existe na NFS-e.']),
    ...(Number.isInteger(series) && series >= 1 && series <= 49_999 ? [] : ['Série do emitente deve ser de 1 a 49999.']),
    // For ME and EPP the sum is written as pTotTribSN, which has only two digits before the decimal point.
    ...(taxes.every(isRate) && (simples !== 3 || taxes.reduce((sum, tax) => sum + hundredths(tax), 0) < 10_000)
      ? []
      : ['Tributos aproximados do emitente devem somar menos de 100%.']),
    ...(declares && !ibsOf(issuer).every(Boolean) ? ['Códigos do IBS e da CBS do emitente não estão completos.'] : []),
  ]
}

/** Faults that prevent an issuer from issuing boletos. */
function slipFaultsOfIssuer(issuer: Issued) {
  const { cnpj, name, bank, pixKey, pixKind } = issuer
  const pix = pixKey === null ? undefined : pixKeyOf(pixKey, pixKind)
  const ofBank =
    bank === null ? [] : [...contractFaults(bankOf(bank), contractOf(issuer)), ...(issuer.terms ? bankOf(bank).termsFaults(issuer.terms) : [])]
  return [
    ...cnpjFaults(cnpj),
    ...ofBank,
    ...(pix && 'fault' in pix ? [pix.fault] : []),
    ...(pix && pixNameOf(name) === '' ? ['Razão Social do emitente não tem letra que o PIX aceite.'] : []),
  ]
}

/** Faults of an issuer, for notes and for boletos. Checked by the import, by the screen before sending, and by the job. */
export const issuerFaults = (issuer: Issued) => ({ notes: noteFaultsOf(issuer), slips: slipFaultsOfIssuer(issuer) })

/** Faults that prevent an NFS-e from being issued on that day. If an account has no faults, the XSD accepts its DPS. */
export function faultsOf(account: Account, today: string): string[] {
  return [
    ...valueFaults(account),
    ...takerFaults(account),
    ...nameFaults(account),
    ...addressFaults(account),
    ...serviceFaults(account),
    ...(isYear(account.month) && isYear(today) ? [] : ['Mês deve ser de um ano entre 2000 e 2099.']),
    ...issuerFaults(account.issuer).notes,
  ]
}

/** Maximum amount in cents of a boleto, because its barcode has ten digits for the amount. */
const MOST_OF_A_SLIP = 9_999_999_999

/** The fault of an overdue boleto, which needs another due date. The note of the same account can be issued all the same. */
export const overdueFaults = ({ dueOn }: Pick<Account, 'dueOn'>, today: string) => (isYear(dueOn) && dueOn < today ? [overdue(dueOn)] : [])

/** Faults that prevent a boleto from being issued on that day. */
export const slipFaultsOf = (account: Account, today: string) => [...slipFaultsBut(account), ...overdueFaults(account, today)]

/** Faults that prevent a boleto from being issued, except that it is overdue, which depends on the day. */
export function slipFaultsBut(account: Account): string[] {
  const { issuer, cents, dueOn } = account
  return [
    ...(account.cancelledAt === null ? [] : ['A NFS-e desta conta foi cancelada.']),
    ...(issuer.bank === null ? ['Emitente sem convênio para emitir boletos.'] : []),
    ...valueFaults(account),
    ...(cents > MOST_OF_A_SLIP ? ['Valor não cabe num boleto: o maior é R$ 99.999.999,99.'] : []),
    ...(isYear(dueOn) ? [] : ['Vencimento deve ser de um ano entre 2000 e 2099.']),
    ...takerFaults(account),
    ...nameFaults(account),
    // The bank would refuse to register the boleto, and an unregistered boleto cannot be paid.
    ...placeFaults(account),
    ...issuerFaults(issuer).slips,
  ]
}

/** First months in which IBS and CBS must be declared: outside the Simples, and within it. */
const IBS_FROM = '2026-10'
const IBS_FROM_OF_SIMPLES = '2027-01'

/** Possible problems with the ISS rate. They are only warnings, because their rules are known only from a transcription. */
function rateWarnings(account: Account) {
  const { issuer, issRate, issWithheld, document } = account
  const rule = rateRuleOf(rateFactsOf(account))
  const broken = saysRate(account) ? brokenRule(rateFactsOf(account), issRate) : undefined
  return [
    ...(needsAgreement(issuer)
      ? ['Emitente sem a situação do convênio do município com o sistema nacional: a nota vai sem alíquota do ISS, e pode ser recusada.']
      : []),
    ...(rule && !rule.certain && rule.rate === 'absent' && issWithheld
      ? [`A nota vai sem alíquota do ISS, embora o tomador o retenha: confira com a contabilidade (${rule.code}).`]
      : []),
    ...(broken && !broken.certain ? [`Alíquota do ISS pode ser recusada: o município a exige na nota (${broken.code}).`] : []),
    ...(issWithheld && documentOf(document ?? '')?.kind === 'CPF'
      ? ['O tomador que retém o ISS é pessoa física: o município pode não o autorizar (E0667).']
      : []),
  ]
}

/** Warnings, which do not prevent an NFS-e from being issued. `month` is its competence, 'YYYY-MM…'. */
export function warningsOf(account: Account, month: string): string[] {
  const { issuer } = account
  const from = issuer.simples === 1 ? IBS_FROM : IBS_FROM_OF_SIMPLES
  const competence = month.slice(0, 7)
  const grace = competence < IBS_FROM_OF_SIMPLES ? ' (até 31/12/2026 a falta não é motivo de recusa)' : ': a nota pode ser recusada'
  const since = issuer.simples === 1 ? 'outubro de 2026' : 'janeiro de 2027, também no Simples Nacional'
  return [
    ...(issuer.ibsOperation === null && competence >= from ? [`Emitente sem IBS e CBS, que se declaram desde ${since}${grace}.`] : []),
    ...rateWarnings(account),
    // The key has the CNPJ at positions 10 to 23. TSChaveNFSe allows letters only at positions 7 to 20, and the last two characters of a CNPJ are
    // digits. So only a letter at the CNPJ's twelfth position conflicts with that type.
    ...(/^.{11}[A-Z]/.test(issuer.cnpj)
      ? ['CNPJ do emitente tem letra na 12ª posição: a NFS-e é emitida, mas o leiaute oficial ainda não aceita cancelá-la nem substituí-la.']
      : []),
  ]
}
