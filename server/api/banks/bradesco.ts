// Bradesco (237). Sources: "Manual de Procedimentos Operacionais para Troca de Arquivos 240 posições" 4008.524.0339, version 06 of July 2017, whose
// pages and fields are cited here, and "Troca de Arquivos – Cobrança Bradesco" 4008.524.0121, version 10 of August 2015, cited as 2015.
import { padded, withDigit, type Bank, type Contract, type Numbered } from './bank.ts'
import { rest11 } from './codes.ts'

const numberOf = ({ number }: Numbered) => padded(number, 11)

/** Check digit of our-number: modulo 11 of wallet and number with weights 2 to 7; 10 is written P, and 11 is 0 (2015, pages 17 to 19). */
function digitOf(one: Numbered) {
  const rest = rest11(one.contract.wallet + numberOf(one), 7)
  return rest === 1 ? 'P' : String(rest === 0 ? 0 : 11 - rest)
}

/** A number with its digit, padded to the width that is printed. */
const printed = (text: string, width: number) => {
  const { digits, digit } = withDigit(text)
  return `${padded(digits, width)}-${digit}`
}
const accountOf = ({ account }: Contract) => padded(withDigit(account).digits, 7)

export const bradesco: Bank = {
  code: '237',
  printedCode: '237-2',
  name: 'BRADESCO',
  parts: {
    agreement: { form: /^\d{1,20}$/, words: 'o código da empresa, até 20 dígitos, como o Bradesco informou', onlyInFiles: true },
    wallet: { form: /^\d{2}$/, words: '2 dígitos, como 09' },
    // The manuals define no check digit of branch and account.
    branch: { form: /^\d{1,4}-[\dP]$/, words: 'até 4 dígitos, hífen e o dígito verificador, como 1364-1' },
    account: { form: /^\d{1,7}-[\dP]$/, words: 'até 7 dígitos, hífen e o dígito verificador, como 28715-6' },
  },
  // Internal collection: its barcode has zeros instead of the bank's code, and only Bradesco takes the payment (2015, "Cobrança Interna").
  faults: ({ wallet }) =>
    ['21', '22'].includes(wallet) ? [`Carteira do emitente: a ${wallet} é da Cobrança Interna, que não usa o boleto comum.`] : [],
  // One number less than fits, because the counter advances after the last boleto.
  most: () => 10 ** 11 - 2,
  ourNumberOf: (one) => numberOf(one) + digitOf(one),
  // 2015, fields 10 and 4 of the boleto.
  printedNumberOf: (one) => `${one.contract.wallet} / ${numberOf(one)}-${digitOf(one)}`,
  freeFieldOf: (one) => {
    const { contract } = one
    return `${padded(withDigit(contract.branch).digits, 4)}${contract.wallet}${numberOf(one)}${accountOf(contract)}0`
  },
  printedContractOf: ({ branch, account }) => `${printed(branch, 4)}/${printed(account, 7)}`,
  printedWalletOf: ({ wallet }) => wallet,
  paymentPlace: 'Pagável em qualquer banco.',
  layout: {
    versions: [84, 42],
    // Right-aligned with zeros (2015, page 16).
    companyCodeOf: ({ agreement }) => padded(agreement, 20),
    // C004. The bank does not treat the cancellation of a discount, nor the deadline for payment.
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    // The density is one of two fixed values (G020).
    fileHeader: () => ({ '167-171': 1600 }),
    p: ({ title }) => ({
      // The product is the wallet in three digits (field 13.3P and G069).
      '38-40': Number(title.contract.wallet),
      '41-45': 0,
      '46-57': numberOf(title) + digitOf(title),
    }),
  },
  returned: {
    // Segment T has a single field of 20 columns for wallet, number and digit (G069). Segment P shows how the bank divides it.
    ourNumber: '46-57',
    // C044.
    occurrences: {
      '40': ['other', 'Alteração do número do documento confirmada'],
      '41': ['other', 'Alteração do número de controle confirmada'],
      '42': ['other', 'Alteração dos dados do pagador confirmada'],
      '43': ['other', 'Alteração dos dados do sacador confirmada'],
      '47': ['other', 'Instrução de protesto falimentar confirmada'],
      '54': ['writtenOff', 'Baixa de título negativado confirmada'],
      '73': ['other', 'Pedido de negativação confirmado'],
    },
    // C047.
    reasons: {
      refusals: {
        '18': 'vencimento fora do prazo, ou título vencido há mais de 59 dias',
        '38': 'prazo de protesto ou negativação inválido',
        '39': 'protesto ou negativação não permitido para o título',
        '40': 'título com protesto ou negativação emitida',
        '41': 'título sem instrução de protesto ou negativação',
      },
      fees: { '03': 'sustação ou exclusão de negativação', '04': 'protesto ou inclusão de negativação' },
      settlements: { '18': 'pagamento parcial' },
    },
  },
  termsFaults: ({ writeOffDays, protest }) => [
    // 2015, columns 157-160.
    ...(protest.kind !== 'none' && (protest.days < 5 || protest.days > 99) ? ['O Bradesco protesta após 5 a 99 dias do vencimento.'] : []),
    // Page 14, remark on the fields 37.3P and 39.3P.
    ...(protest.kind !== 'none' && writeOffDays !== null && writeOffDays < protest.days
      ? ['O Bradesco não aceita uma baixa antes do protesto.']
      : []),
    ...(writeOffDays !== null && writeOffDays > 999 ? ['O Bradesco dá baixa até 999 dias após o vencimento.'] : []),
  ],
}
