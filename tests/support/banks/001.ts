// Banco do Brasil, "Layout de arquivos CNAB 240" of 2017: header page 5, segments P to S pages 8 to 15, T and U
// pages 21 to 23. The bank reads only 37 columns of the name and 12 of the district.
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '001',
  fileHeader: {
    cnpj: [19, 32],
    companyCode: [33, 52],
    branch: [53, 58],
    account: [59, 71],
    name: [73, 102],
    sequence: [158, 163],
    layout: [164, 166],
  },
  p: {
    ourNumber: [38, 57],
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
  },
  q: {
    payerKind: [18, 18],
    payer: [19, 33],
    name: [34, 70],
    street: [74, 113],
    district: [114, 125],
    cep: [129, 136],
    city: [137, 151],
    uf: [152, 153],
  },
  r: { fineCode: [66, 66], fineFrom: [67, 74], fine: [75, 89] },
  email: { segment: 'S', marks: [[[18, 18], '8']], address: [21, 160] },
  t: { ourNumber: [38, 57], document: [59, 73], dueOn: [74, 81], cents: [82, 96], companyUse: [106, 130], fee: [199, 213], reasons: [214, 223] },
}
