// Banco do Brasil (001). Sources: "Layout de arquivos CNAB 240" of 2017 and "Especificações técnicas para confecção de boleto" of 2016.
import { padded, withDigit, type Bank, type Contract, type Numbered } from './bank.ts'
import { rest11 } from './codes.ts'

/** Check digit of our-number, branch and account: weights 9 to 2 from the right, modulo 11; 10 is written X (2016, annex XI). */
export const digitOf = (digits: string) => {
  const digit = (11 - rest11(digits)) % 11
  return digit === 10 ? 'X' : String(digit)
}

/** Digits of the sequential part of our-number, by the length of the agreement (2016, annexes VII to IX). */
const SEQUENTIAL: Record<number, number> = { 4: 7, 6: 5, 7: 10 }
const widthOf = ({ agreement }: Contract) => SEQUENTIAL[agreement.length] ?? 0

/** Agreement and number, without the check digit that agreements of four and six digits have. */
const plainNumberOf = ({ contract, number }: Numbered) => contract.agreement + padded(number, widthOf(contract))
const ourNumberOf = (one: Numbered) => plainNumberOf(one) + (one.contract.agreement.length === 7 ? '' : digitOf(plainNumberOf(one)))

export const bancoDoBrasil: Bank = {
  code: '001',
  printedCode: '001-9',
  name: 'BANCO DO BRASIL',
  parts: {
    agreement: { form: /^(?!0)(\d{4}|\d{6}|\d{7})$/, words: '4, 6 ou 7 dígitos, sem zeros à esquerda' },
    wallet: { form: /^\d{2}$/, words: '2 dígitos, como 17' },
    variation: { form: /^\d{3}$/, words: '3 dígitos, como 019', onlyInFiles: true },
    branch: { form: /^\d{1,4}-[\dX]$/, words: 'até 4 dígitos, hífen e o dígito verificador, como 1480-X' },
    account: { form: /^\d{1,11}-[\dX]$/, words: 'até 11 dígitos, hífen e o dígito verificador, como 22418-9' },
  },
  faults: ({ agreement, branch, account }) => [
    // Agreements of seven digits have numbers above this one (2016, annex IX).
    ...(agreement === '1000000' ? ['Convênio do emitente: com 7 dígitos, deve ser maior que 1.000.000.'] : []),
    ...wrongDigit('Agência', branch),
    ...wrongDigit('Conta corrente', account),
  ],
  // One number less than fits, because the counter advances after the last boleto.
  most: (contract) => 10 ** widthOf(contract) - 2,
  ourNumberOf,
  printedNumberOf: (one) => {
    const plain = plainNumberOf(one)
    return one.contract.agreement.length === 7 ? plain : `${plain}-${digitOf(plain)}`
  },
  freeFieldOf: (one) => {
    const { agreement, wallet, branch, account } = one.contract
    return agreement.length === 7
      ? `000000${plainNumberOf(one)}${wallet}`
      : plainNumberOf(one) + padded(withDigit(branch).digits, 4) + padded(withDigit(account).digits, 8) + wallet
  },
  printedContractOf: ({ branch, account }) => `${branch} / ${account}`,
  printedWalletOf: ({ wallet, variation }) => (variation ? `${wallet}/${variation}` : wallet),
  paymentPlace: 'Pagável em qualquer banco até o vencimento. Após, atualize o boleto no site bb.com.br.',
  layout: {
    versions: [83, 42],
    companyCodeOf: ({ agreement, wallet, variation }) => `${padded(agreement, 9)}0014${wallet}${variation}`,
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    p: ({ title }) => ({
      // Simple collection has the code 7 in wallet 17 and 1 in wallets 11 and 12 (2017, field 14.3P).
      '58': title.contract.wallet === '17' ? 7 : 1,
      // The deadline of a write-off is the one that the bank has stored for the wallet (fields 38.3P and 39.3P).
      '224': 0,
      '225-227': 0,
      // No partial payment (field 42.3P).
      '240': 1,
    }),
    email: ({ title }) =>
      title.payer.emails.length === 0
        ? undefined
        : { '14': 'S', '18': 8, '19-20': 0, '21-160': title.payer.emails.join("'").slice(0, 140), '161-162': 0 },
    batchTrailer: () => ({ '24-240': '' }),
    fileTrailer: () => ({ '30-35': 0 }),
  },
  returned: { reasons: { refusals: { '52': 'título já liquidado na carteira 17' } } },
  termsFaults: ({ writeOffDays, protest }) => [
    ...(writeOffDays === null ? [] : ['O Banco do Brasil não recebe o prazo de baixa no arquivo: vale o que está cadastrado na carteira.']),
    ...(protest.kind === 'calendar' && !isCalendarDays(protest.days) ? ['O Banco do Brasil protesta após 6 a 29, 35 ou 40 dias corridos.'] : []),
    ...(protest.kind === 'working' && (protest.days < 3 || protest.days > 5) ? ['O Banco do Brasil protesta após 3 a 5 dias úteis.'] : []),
  ],
}

const isCalendarDays = (days: number) => (days >= 6 && days <= 29) || days === 35 || days === 40

function wrongDigit(name: string, text: string) {
  const { digits, digit } = withDigit(text)
  return digitOf(digits) === digit ? [] : [`${name} do emitente: o dígito verificador não confere.`]
}
