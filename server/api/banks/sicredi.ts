// Sicredi (748). Source: "Manual do beneficiário, CNAB 240" of August 2019; pages are the printed ones.
import { padded, type Bank, type Numbered } from './bank.ts'
import { rest11 } from './codes.ts'

/** Check digit of our-number and of the free field: 11 minus the rest, but 0 instead of 10 and 11 (pages 11 and 93). */
export function digitOf(digits: string) {
  const digit = 11 - rest11(digits)
  return digit > 9 ? 0 : digit
}

/** Our-number without its digit: the year, the byte 2 to 9 of a boleto that the company issues, and five digits (pages 9 and 42). */
const plainNumberOf = ({ number, issuedOn }: Numbered) => issuedOn.slice(2, 4) + padded(200_000 + number, 6)
const ourNumberOf = (one: Numbered) => {
  const { branch, post, agreement } = one.contract
  const plain = plainNumberOf(one)
  return `${plain}${digitOf(branch + post + agreement + plain)}`
}

/** The code of each month in the name of a file (page 27). */
const MONTHS = '123456789OND'

/** A text without the signs that Sicredi does not take, such as the apostrophe (page 29). Accents are removed later. */
const accepted = (text: string) => text.replaceAll(/[^\p{L}\p{M}\d !*\-$()[\]{},.;:/\\#%&@+=]/gu, ' ')

export const sicredi: Bank = {
  code: '748',
  printedCode: '748-X',
  name: 'SICREDI',
  parts: {
    agreement: { form: /^\d{5}$/, words: 'o código do beneficiário, com 5 dígitos, como 00623' },
    branch: { form: /^\d{4}$/, words: 'o número da cooperativa, com 4 dígitos, como 0165' },
    // The manual has letters only for the digit of our-number (page 10); the barcode has no place for them.
    post: { form: /^\d{2}$/, words: '2 dígitos, como 02' },
    // A 'conta beneficiária' has no digit in files (field 11.3P, page 42). The manual does not define the digit.
    account: { form: /^\d{1,12}(-\d)?$/, words: 'até 12 dígitos, com hífen e dígito verificador se houver, como 45981-3', onlyInFiles: true },
  },
  // Eight bytes with 100,000 numbers each, and one number left free, because the counter advances after the last boleto.
  most: () => 799_998,
  ourNumberOf,
  printedNumberOf: (one) => ourNumberOf(one).replace(/^(..)(.*)(.)$/, '$1/$2-$3'),
  // Type 1 is registered collection, wallet 1 is simple, and 10 says that the boleto states its amount (pages 92 and 93).
  freeFieldOf: (one) => {
    const { branch, post, agreement } = one.contract
    const digits = `11${ourNumberOf(one)}${branch}${post}${agreement}10`
    return `${digits}${digitOf(digits)}`
  },
  printedContractOf: ({ branch, post, agreement }) => `${branch}.${post}.${agreement}`,
  printedWalletOf: () => '1',
  paymentPlace: 'PREFERENCIALMENTE EM CANAIS ELETRÔNICOS DA SUA INSTITUIÇÃO FINANCEIRA',
  layout: {
    versions: [81, 40],
    // Blank, because Sicredi does not use the field (pages 33 and 37): the account tells the contract.
    companyCodeOf: () => '',
    movements: { entry: 1, writeOff: 2, abatement: 4, cancelAbatement: 5, dueDate: 6 },
    fileNameOf: ({ contract, at, sequence }) =>
      `${contract.agreement}${MONTHS.charAt(Number(at.slice(5, 7)) - 1)}${at.slice(8, 10)}.${padded(sequence % 1000, 3)}`,
    fileHeader: ({ company }) => ({ '73-102': accepted(company.name), '167-171': 1600 }),
    batchHeader: ({ company }) => ({ '74-103': accepted(company.name) }),
    p: ({ title: { terms } }) => ({
      // 'Duplicata de serviço' exists only as 'por indicação' (page 45).
      '107-108': 5,
      // Without a discount, one of its codes stands with the value zero (page 53).
      ...(terms.discount.kind === 'none' ? { '142': 1 } : {}),
      // One code for both protests: 3 and 4 days are working days, more are calendar days (page 47).
      ...(terms.protest.kind === 'none' ? {} : { '221': 1 }),
      '224': 1,
      '225-227': 60,
    }),
    q: ({ title: { payer } }) => ({
      '34-73': accepted(payer.name),
      '74-113': accepted(payer.street),
      '114-128': accepted(payer.district),
      '137-151': accepted(payer.city),
    }),
    // The fine is always due from the due date, whatever stands here (page 55).
    r: () => ({ '67-74': 0 }),
  },
  returned: {
    // The field has the document and the instalment instead (page 68).
    companyUse: null,
    occurrences: {
      '36': ['refused', 'Baixa recusada'],
      '78': ['other', 'Pedido de negativação confirmado'],
      '79': ['other', 'Pedido de exclusão de negativação confirmado'],
      '80': ['other', 'Negativação confirmada'],
      '81': ['refused', 'Negativação recusada'],
      '82': ['other', 'Exclusão de negativação confirmada'],
      '83': ['refused', 'Exclusão de negativação recusada'],
      '84': ['other', 'Negativação excluída por outros motivos'],
      '85': ['other', 'Aviso sobre a negativação'],
    },
    reasons: {
      refusals: { CZ: 'instrução inválida', L6: 'instrução inválida para beneficiário pessoa física', S1: 'recusado pela empresa de negativação' },
      fees: { S4: 'inclusão de negativação', S5: 'exclusão de negativação' },
      settlements: {
        N1: 'decurso de prazo',
        N2: 'determinação judicial',
        N3: 'pedido da empresa conveniada',
        N4: 'comunicado devolvido pelos Correios',
        N5: 'diversos',
      },
    },
  },
  termsFaults: ({ fine, writeOffDays, protest }) => [
    ...(fine.kind === 'fixed' ? ['O Sicredi só recebe a multa em percentual.'] : []),
    ...(writeOffDays === null || writeOffDays === 60 ? [] : ['O Sicredi sempre baixa o título 60 dias após o vencimento.']),
    ...(protest.kind === 'working' && protest.days !== 3 && protest.days !== 4 ? ['O Sicredi protesta após 3 ou 4 dias úteis.'] : []),
    ...(protest.kind === 'calendar' && protest.days < 5 ? ['O Sicredi protesta após 5 ou mais dias corridos.'] : []),
  ],
}
