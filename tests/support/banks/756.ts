// Sicoob: the sheets "05. Remessa, opção CNAB240" and "06. Retorno, opção CNAB240" of the bank's "Layouts para troca de informações" of February 2017,
// which agree with the public layout @banco-br/cnab_yaml 2.1.0 (cnab240/756 over cnab240/generic). The first ten of the twenty columns for our-number
// hold it; parcel, modality and form follow (13.3P and 13.3T). The bank does not read a deadline for a write-off (38.3P and 39.3P), and has no segment
// for an e-mail.
import type { Positions } from './next-door.ts'

export const positions: Positions = {
  bank: '756',
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
    ourNumber: [38, 47],
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
    name: [34, 73],
    street: [74, 113],
    district: [114, 128],
    cep: [129, 136],
    city: [137, 151],
    uf: [152, 153],
  },
  r: { fineCode: [66, 66], fineFrom: [67, 74], fine: [75, 89] },
  t: { ourNumber: [38, 47], document: [59, 73], dueOn: [74, 81], cents: [82, 96], companyUse: [106, 130], fee: [199, 213], reasons: [214, 223] },
}
