// Santander, unverified: no manual of the bank's CNAB 240 is at hand. The columns are those of the npm package @banco-br/cnab_yaml 2.1.0, folder
// cnab240/033 over cnab240/generic. Header, T and U were compared with a sample return (retorno/santander-240.ret of the specifications).
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '033',
  // The company is known by its transmission code in a remessa. A retorno has branch and account there, and the company's code in 53-61.
  fileHeader: {
    cnpj: [19, 32],
    companyCode: [33, 47],
    name: [73, 102],
    sequence: [158, 163],
    layout: [164, 166],
  },
  p: {
    ourNumber: [45, 57],
    wallet: [58, 58],
    document: [63, 77],
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
    writeOffDays: [226, 227],
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
  // After our-number, segment T stands four columns further left than FEBRABAN's, and five from the field for the company's use on.
  t: { ourNumber: [41, 53], document: [55, 69], dueOn: [70, 77], cents: [78, 92], companyUse: [101, 125], fee: [194, 208], reasons: [209, 218] },
}
