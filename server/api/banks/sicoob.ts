// Sicoob (756). Source: the bank's spreadsheet "Instruções para montagem e validação de boletos de cobrança" of 2017-08-22, sheets 01 to 06, which
// the repository kivanio/brcobranca carries in docs/Sicoob. Its layout of 2017 has not been checked against a later one.
import { padded, withDigit, type Bank, type Contract, type Numbered } from './bank.ts'
import { dayField } from './cnab.ts'
import { rest11 } from './codes.ts'

/**
 * Check digit of cooperative and client: modulo 11 with weights from 2 to 9, and 0 instead of 10 and 11. The spreadsheet does not state the rule, but
 * its 714 cooperatives (sheet 01) and three published clients follow it. For accounts only one example was found, so their digit is not checked.
 */
export function digitOf(digits: string) {
  const digit = 11 - rest11(digits)
  return String(digit > 9 ? 0 : digit)
}

/** The weights 3, 1, 9 and 7 for our-number, repeated from the left (sheet 02, item 3.13). */
const WEIGHTS = [3, 1, 9, 7]
/** Check digit of our-number, made from 4 digits of the cooperative, 10 of the client and 7 of the number. */
export function numberDigitOf(digits: string) {
  const rest = Array.from(digits, Number).reduce((sum, digit, at) => sum + digit * (WEIGHTS[at % WEIGHTS.length] ?? 0), 0) % 11
  return rest < 2 ? 0 : 11 - rest
}

const cooperativeOf = ({ branch }: Contract) => withDigit(branch).digits
/** The client's code with its digit, as in '1-9' and 19. */
const clientOf = ({ agreement }: Contract, width: number) => padded(agreement.replace('-', ''), width)
const plainNumberOf = ({ number }: Numbered) => padded(number, 7)
const lastDigitOf = (one: Numbered) => numberDigitOf(cooperativeOf(one.contract) + clientOf(one.contract, 10) + plainNumberOf(one))
/** 'NumTitulo': ten digits in files. */
const ourNumberOf = (one: Numbered) => padded(`${plainNumberOf(one)}${lastDigitOf(one)}`, 10)

export const sicoob: Bank = {
  code: '756',
  printedCode: '756-0',
  name: 'SICOOB',
  parts: {
    agreement: { form: /^\d{1,6}-\d$/, words: 'o código do cliente, com até 6 dígitos, hífen e o dígito verificador, como 22938-5' },
    branch: { form: /^\d{4}-\d$/, words: 'o prefixo da cooperativa, com 4 dígitos, hífen e o dígito verificador, como 4327-3' },
    account: { form: /^\d{1,12}-\d$/, words: 'até 12 dígitos, hífen e o dígito verificador, como 48981-6', onlyInFiles: true },
  },
  faults: ({ agreement, branch }) => [...wrongDigit('Código do cliente', agreement), ...wrongDigit('Prefixo da cooperativa', branch)],
  // One number less than fits, because the counter advances after the last boleto.
  most: () => 9_999_998,
  ourNumberOf,
  printedNumberOf: (one) => `${plainNumberOf(one)}-${lastDigitOf(one)}`,
  // Wallet 1 and modality 01 (simple, registered), and the single instalment 001 (sheet 02, campos 1 to 3).
  freeFieldOf: (one) => `1${cooperativeOf(one.contract)}01${clientOf(one.contract, 7)}${ourNumberOf(one).slice(2)}001`,
  printedContractOf: ({ branch, agreement }) => `${branch} / ${agreement}`,
  printedWalletOf: () => '1',
  paymentPlace: 'Pagável em qualquer banco até o vencimento',
  layout: {
    versions: [81, 40],
    // Blank (fields 07.0 and 11.1): the account tells the contract.
    companyCodeOf: () => '',
    // The layout has no movement for an abatement (field 07.3P).
    movements: { entry: 1, writeOff: 2, dueDate: 6 },
    fileHeader: () => ({ '72': 0 }),
    p: ({ title }) => ({
      // Our-number, instalment 01, modality 01 and paper 4: A4 without an envelope (field 13.3P).
      '38-57': `${ourNumberOf(title)}01014`,
      '59': 0,
      '60': '',
      // 0 is 'isento', and the interest has the due date as its day (fields 27.3P and 28.3P).
      ...(title.terms.interest.kind === 'none' ? { '118': 0 } : { '119-126': dayField(title.dueOn) }),
      // The layout has no deadline for a write-off (fields 38.3P and 39.3P).
      '224': 0,
      '225-227': '',
    }),
    // The fine has the due date as its day (field 15.3R).
    r: ({ title }) => ({ '67-74': dayField(title.dueOn) }),
  },
  returned: {
    // The columns 48-52 hold instalment, modality and paper.
    ourNumber: '38-47',
    occurrences: { '85': ['other', 'Desistência de protesto confirmada'], '86': ['other', 'Cancelamento de protesto confirmado'] },
    reasons: { fees: { '03': 'desistência de protesto', '21': 'gravação eletrônica na CRA' } },
  },
  termsFaults: ({ writeOffDays }) =>
    writeOffDays === null ? [] : ['O Sicoob não recebe o prazo de baixa no arquivo: vale o que está cadastrado na cooperativa.'],
}

function wrongDigit(name: string, text: string) {
  const { digits, digit } = withDigit(text)
  return digitOf(digits) === digit ? [] : [`${name} do emitente: o dígito verificador não confere.`]
}
