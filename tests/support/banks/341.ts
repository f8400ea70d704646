// Itaú, "Cobrança bancária, layout de arquivos FEBRABAN 240" of January 2017: header page 7, segments P to R pages 9 to 11, T and U pages 14 and 15,
// notes 20 and 29 pages 21 and 31. The bank has no column for the company's code, no codes of interest and discount, and no segment for an e-mail.
// Columns 78-107 of segment U have the amount that was credited, twice; 108-137 are zeros.
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '341',
  fileHeader: {
    cnpj: [19, 32],
    branch: [54, 57],
    // Five digits, a blank, and the digit of branch and account.
    account: [66, 72],
    name: [73, 102],
    sequence: [158, 163],
    layout: [164, 166],
  },
  p: {
    // Wallet, eight digits and the DAC.
    ourNumber: [38, 49],
    document: [63, 72],
    dueOn: [78, 85],
    cents: [86, 100],
    kind: [107, 108],
    accepted: [109, 109],
    issuedOn: [110, 117],
    interestFrom: [119, 126],
    interest: [127, 141],
    discountUntil: [143, 150],
    discount: [151, 165],
    abatement: [181, 195],
    companyUse: [196, 220],
    protestCode: [221, 221],
    protestDays: [222, 223],
    writeOffCode: [224, 224],
    writeOffDays: [225, 226],
  },
  q: {
    payerKind: [18, 18],
    payer: [19, 33],
    // Ten more columns than the field itself: the bank shortens a name that goes on in 64-73 (note 20).
    name: [34, 73],
    street: [74, 113],
    district: [114, 128],
    cep: [129, 136],
    city: [137, 151],
    uf: [152, 153],
  },
  r: { fineCode: [66, 66], fineFrom: [67, 74], fine: [75, 89] },
  t: {
    ourNumber: [38, 49],
    document: [59, 68],
    dueOn: [74, 81],
    cents: [82, 96],
    companyUse: [106, 130],
    fee: [199, 213],
    // Four codes. The columns 222-223 have the way of the payment (note 29).
    reasons: [214, 221],
  },
}
