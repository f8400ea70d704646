// Bradesco, "Manual de procedimentos 4008.524.0339", version 06 of July 2017: file header page 8, batch header page 12, segments P to R pages 13 to 15,
// T and U pages 18 and 19, our-number (G069) page 40. The bank has no place for an e-mail: it does not read segment S (C042, page 27), and its
// segments Y are 01 and 50 (pages 16 and 17).
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '237',
  fileHeader: {
    cnpj: [19, 32],
    companyCode: [33, 52],
    branch: [53, 58],
    account: [59, 71],
    name: [73, 102],
    sequence: [158, 163],
    layout: [164, 166],
  },
  // The number in the file header does not count (notes on pages 8 and 12).
  batchSequence: [184, 191],
  p: {
    // Eleven digits and their digit. In front of them stand the wallet ('identificação do produto') and five zeros.
    ourNumber: [46, 57],
    wallet: [38, 40],
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
  // The manual does not divide the columns 38-57 of segment T, but describes them by G069, as in segment P.
  t: { ourNumber: [46, 57], document: [59, 73], dueOn: [74, 81], cents: [82, 96], companyUse: [106, 130], fee: [199, 213], reasons: [214, 223] },
}
