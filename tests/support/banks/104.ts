// Caixa, "Leiaute de arquivo eletrônico padrão CNAB 240, Cobrança Bancária CAIXA - SIGCB" of June 2018: header page 23, segment P pages 25 and 26,
// Q page 28, R page 30, Y-04 page 45, T pages 54 to 56, U page 57. The code of the company has seven columns since April 2020 ("Padronização para
// emissão de boletos", page 39); a code of six digits is followed by a zero.
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '104',
  fileHeader: {
    cnpj: [19, 32],
    companyCode: [59, 65],
    branch: [53, 58],
    name: [73, 102],
    sequence: [158, 163],
    layout: [164, 166],
  },
  p: {
    // Modality and number. Column 40 belongs to the older SINCO and is 0.
    ourNumber: [41, 57],
    wallet: [58, 58],
    document: [63, 73],
    dueOn: [78, 85],
    cents: [86, 100],
    kind: [107, 108],
    accepted: [109, 109],
    issuedOn: [110, 117],
    interestCode: [118, 118],
    interestFrom: [119, 126],
    interest: [127, 141],
    discountCode: [142, 142],
    discountUntil: [143, 150],
    discount: [151, 165],
    abatement: [181, 195],
    companyUse: [196, 220],
    protestCode: [221, 221],
    protestDays: [222, 223],
    writeOffCode: [224, 224],
    writeOffDays: [225, 227],
  },
  q: {
    payerKind: [18, 18],
    payer: [19, 33],
    name: [34, 73],
    street: [74, 113],
    district: [114, 128],
    cep: [129, 136],
    city: [137, 151],
    uf: [152, 153],
  },
  r: { fineCode: [66, 66], fineFrom: [67, 74], fine: [75, 89] },
  email: { segment: 'Y', marks: [[[18, 19], '04']], address: [20, 69] },
  // In T, our-number stands one column further left than in P, because its check digit follows in column 57.
  t: { ourNumber: [40, 56], document: [59, 69], dueOn: [74, 81], cents: [82, 96], companyUse: [106, 130], fee: [199, 213], reasons: [214, 223] },
}
