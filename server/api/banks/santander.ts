// Santander (033). Sources: "Layout de arquivo padrão 240, cobrança" (H7815) version 2.9 of April 2018, and "Código de barras, cobrança com registro"
// version 3.1 of January 2017.
import { padded, withDigit, type Bank, type Numbered } from './bank.ts'
import { dayField } from './cnab.ts'
import { mod11 } from './codes.ts'

/** Our-number: twelve digits and the check digit (H7815, note 15). */
function ourNumberOf({ number }: Numbered) {
  const digits = padded(number, 12)
  return `${digits}${mod11(digits)}`
}

export const santander: Bank = {
  code: '033',
  printedCode: '033-7',
  name: 'SANTANDER',
  parts: {
    agreement: { form: /^(?!0+$)\d{7}$/, words: '7 dígitos do código do beneficiário, com zeros à esquerda, como 0282033' },
    branch: { form: /^\d{4}(-\d)?$/, words: '4 dígitos, com hífen e dígito verificador se o banco o informa, como 4567-5' },
    account: { form: /^\d{1,9}-\d$/, words: 'até 9 dígitos, hífen e o dígito verificador, como 13000123-4', onlyInFiles: true },
    transmission: { form: /^(?!0+$)\d{15}$/, words: '15 dígitos que o banco informa, como 456700000282033', onlyInFiles: true },
  },
  // One number less than fits, because the counter advances after the last boleto.
  most: () => 10 ** 12 - 2,
  ourNumberOf,
  printedNumberOf: (one) => `${padded(one.number, 12)}-${ourNumberOf(one).slice(-1)}`,
  // A fixed 9, no IOF, and 101 for registered boletos that the company prints (barcode manual, page 5).
  freeFieldOf: (one) => `9${one.contract.agreement}${ourNumberOf(one)}0101`,
  // Barcode manual, page 9: the branch stands without its digit, and the wallet by its name.
  printedContractOf: ({ branch, agreement }) => `${withDigit(branch).digits} / ${agreement}`,
  printedWalletOf: () => 'COBRANCA SIMPLES RCR',
  paymentPlace: 'Pagável em qualquer banco.',
  layout: {
    versions: [40, 30],
    companyCodeOf: ({ transmission }) => transmission,
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    fileHeader: ({ company }) => ({
      '17': 2,
      '18-32': padded(company.cnpj, 15),
      '48-72': '',
      '103-132': 'BANCO SANTANDER',
      '152-157': '',
      '167-171': '',
    }),
    batchHeader: ({ contract }) => ({ '34-53': '', '54-68': contract.transmission, '69-73': '', '200-207': '' }),
    p: ({ title }) => {
      const { contract, terms } = title
      const branch = withDigit(contract.branch)
      const account = withDigit(contract.account)
      return {
        '18-21': Number(branch.digits),
        '22': Number(branch.digit),
        '23-31': Number(account.digits),
        '32': account.digit,
        // Only transfers of portfolios state a second account (note 45).
        '33-42': 0,
        '43-44': '',
        '45-57': ourNumberOf(title),
        // Simple collection, quick with registration: the company prints the boleto (note 5).
        '58': 5,
        '61-62': '',
        ...(terms.interest.kind !== 'none' && { '119-126': dayField(title.dueOn) }),
        // A rate has five decimals (note 18), although the table says two. The bank confirmed five: eduardokum/laravel-boleto, issue 400.
        ...(terms.interest.kind === 'monthly' && { '127-141': terms.interest.rate * 1000 }),
        // Without an order the bank must neither protest (note 25) nor leave its agreed deadline for a write-off (note 26).
        ...(terms.protest.kind === 'none' && { '221': 0 }),
        ...(terms.writeOffDays === null && { '224': 3 }),
        '228-229': 0,
        '230-240': '',
      }
    },
    q: () => ({ '213-221': 0 }),
    // The bank charges the fine after the day that is stated here (note 33).
    r: ({ title }) => ({ '42-65': '', '67-74': dayField(title.dueOn), '90-240': '' }),
    batchTrailer: () => ({ '24-240': '' }),
    fileTrailer: () => ({ '30-35': '' }),
  },
  // Segment T stands up to five columns further to the left than FEBRABAN's (page 10).
  returned: {
    ourNumber: '41-53',
    document: '55-69',
    companyUse: '101-125',
    dueOn: '70-77',
    title: '78-92',
    fee: '194-208',
    reasonCodes: '209-218',
    companyCode: '53-61',
    branch: ['33-36', '37'],
    account: ['38-46', '47'],
    occurrences: {
      '32': ['other', 'Código de IOF inválido'],
      '61': ['other', 'Alteração do valor nominal confirmada'],
      '91': ['other', 'Alteração do valor mínimo confirmada'],
      '92': ['other', 'Alteração do valor máximo confirmada'],
      // Told on the day of the payment; the night's file has the payment itself, as 06 (page 24).
      '93': ['other', 'Baixa operacional'],
      '94': ['other', 'Baixa operacional cancelada'],
      A4: ['other', 'Pagador recebe o boleto por DDA'],
    },
    reasons: {
      refusals: {
        '65': 'a espécie do título não permite a instrução',
        '72': 'entrada de título sem registro',
        '90': 'identificador ou quantidade de parcelas de carnê inválido',
        '91': 'título descontado: instrução não permitida',
        '92': 'data do desconto inválida',
        '93': 'número do lote inválido',
        Z1: 'quantidade de pagamentos possíveis inválida',
        Z5: 'título com reserva: instrução não permitida',
        Z6: 'segmento inválido para a carteira',
        Z7: 'a instrução exige o segmento Y-53',
      },
      settlements: {
        '03': 'no próprio banco',
        '06': 'arquivo magnético',
        // The same code has both meanings, with the occurrences 09 and 06.
        '09': 'comandada pelo banco, ou pagamento parcial',
        '93': 'baixa operacional',
        '94': 'baixa operacional cancelada',
      },
    },
  },
  termsFaults: ({ writeOffDays }) =>
    writeOffDays !== null && (writeOffDays < 1 || writeOffDays > 99) ? ['O Santander baixa após 1 a 99 dias.'] : [],
}
