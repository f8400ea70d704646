// Tests Itaú by the examples of its manual (2017: note 27, annexes 2 to 4) and by the columns in which it differs from FEBRABAN.
import { describe, expect, test } from 'vitest'
import { contractFaults, NO_TERMS, type Order, type Terms } from '../../../server/api/banks/bank.ts'
import { barcodeOf, typedLineOf } from '../../../server/api/banks/codes.ts'
import { itau as bank } from '../../../server/api/banks/itau.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, titleOf } from '../../support/banks/samples.ts'

const [contract] = contracts['341'] ?? []
if (!contract) throw new Error('The sample of a contract is missing.')
/** The contract and number of annexes 2 to 4. */
const example = { contract: { ...contract, wallet: '110', branch: '0057', account: '12345-7' }, number: 12_345_678, issuedOn: '2002-04-01' }

describe('our-number', () => {
  test('equals the example of note 27', () => {
    const one = { ...example, contract: { ...contract, wallet: '198', branch: '0057', account: '72192-0' }, number: 98_712_345 }
    expect(bank.printedNumberOf(one)).toBe('198/98712345-1')
  })

  test('equals the example of annex 4, and files carry wallet, number and digit', () => {
    expect(bank.printedNumberOf(example)).toBe('110/12345678-8')
    expect(bank.ourNumberOf(example)).toBe('110123456788')
  })

  test('has a digit of wallet and number alone in the wallets that annex 4 excepts', () => {
    const of = (wallet: string, branch: string) => bank.printedNumberOf({ ...example, contract: { ...example.contract, wallet, branch } })
    for (const wallet of ['126', '131', '150', '168']) expect(of(wallet, '0057')).toBe(of(wallet, '0058'))
    expect(of('109', '0057')).not.toBe(of('109', '0058'))
    // By hand: 1 3 1 1 2 3 4 5 6 7 8 with the weights 2 1 2 ... from the right make 2 + 3 + 2 + 1 + 4 + 3 + 8 + 5 + 3 + 7 + 7 = 45.
    expect(of('131', '0057')).toBe('131/12345678-5')
  })
})

test('barcode and line for typing equal the examples of annexes 2 and 3', () => {
  const barcode = barcodeOf({ bank: bank.code, free: bank.freeFieldOf(example), dueOn: '2002-05-01', cents: 12_345 })
  expect(barcode).toBe('34196166700000123451101234567880057123457000')
  expect(typedLineOf(barcode).formatted).toBe('34191.10121 34567.880058 71234.570001 6 16670000012345')
})

test('branch and account are printed with zeros and the digit, and the wallet as it is', () => {
  expect(bank.printedContractOf({ ...contract, branch: '57', account: '345-9' })).toBe('0057/00345-9')
  expect(bank.printedWalletOf(contract)).toBe('109')
})

describe('a contract', () => {
  test('of the manual has no fault, although it has neither agreement nor variation', () => {
    expect(contractFaults(bank, example.contract, { forFiles: true })).toEqual([])
  })

  test('with a wrong digit of branch and account is a fault', () => {
    expect(contractFaults(bank, { ...example.contract, account: '12345-8' })).toEqual([
      'Conta corrente do emitente: o dígito verificador não confere com a agência e a conta.',
    ])
  })

  test('with a wrong form is a fault', () => {
    expect(contractFaults(bank, { ...contract, wallet: '09' })).toEqual(['Carteira do emitente: 3 dígitos, como 109.'])
    expect(contractFaults(bank, { ...contract, branch: '1573-0' })).toHaveLength(1)
    expect(contractFaults(bank, { ...contract, account: '482100-1' })).toHaveLength(1)
    expect(contractFaults(bank, { ...contract, agreement: '123' })).toHaveLength(1)
  })

  test.each([
    ['145', 'se contradizem'],
    ['146', 'se contradizem'],
    ['112', 'escritural'],
    ['180', 'impressa pelo Itaú'],
    ['198', '15 posições'],
    ['175', 'não registra'],
    ['148', 'seguradoras'],
    ['150', 'moeda variável'],
    ['191', 'descontados'],
  ])('with the wallet %s is refused, because it %s', (wallet, why) => {
    const found = contractFaults(bank, { ...contract, wallet })
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(why)
    expect(found[0]).toContain(`a ${wallet} `)
  })

  test.each(['109', '110', '111', '210'])('with the wallet %s, which the company prints, is taken', (wallet) => {
    expect(contractFaults(bank, { ...contract, wallet })).toEqual([])
  })
})

test.each<[Partial<Terms>, number]>([
  [{}, 0],
  [{ interest: { kind: 'monthly', rate: 100 } }, 0],
  [{ fine: { kind: 'fixed', cents: 500 } }, 0],
  [{ fine: { kind: 'share', rate: 9_999 } }, 0],
  [{ fine: { kind: 'share', rate: 10_000 } }, 1],
  [{ discount: { kind: 'share', rate: 9_000, days: 0 } }, 0],
  [{ discount: { kind: 'share', rate: 9_001, days: 0 } }, 1],
  [{ writeOffDays: 0 }, 1],
  [{ writeOffDays: 99 }, 0],
  [{ writeOffDays: 100 }, 1],
  [{ protest: { kind: 'calendar', days: 0 } }, 1],
  [{ protest: { kind: 'calendar', days: 1 } }, 0],
  [{ protest: { kind: 'working', days: 100 } }, 1],
])('the terms %j have %i faults', (terms, count) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toHaveLength(count)
})

describe('a remessa', () => {
  const linesOf = (...orders: Order[]) =>
    remittanceOf({
      bank,
      contract: example.contract,
      company: { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' },
      sequence: 7,
      at: '2026-11-30 09:15:00',
      orders,
    }).split('\r\n')
  const at = (line: string | undefined, from: number, to = from) => line?.slice(from - 1, to)
  const title = titleOf(example.contract, { number: example.number, document: '123456789012', cents: 150_000 })
  const entry = (terms: Partial<Terms>, cents = 150_000) =>
    linesOf({ movement: 'entry', title: { ...title, cents, terms: { ...NO_TERMS, ...terms } } })

  test('has branch and account with one digit after a blank in both headers, and no code of the company', () => {
    const [file, batch] = entry({})
    expect(at(file, 33, 72)).toBe(`${' '.repeat(20)}00057 000000012345 7`)
    expect(at(file, 103, 132)).toBe('BANCO ITAU SA'.padEnd(30))
    expect([at(file, 164, 166), at(file, 226, 228)]).toEqual(['040', '000'])
    expect(at(batch, 9, 17)).toBe('R0100030 ')
    expect(at(batch, 34, 73)).toBe(`${' '.repeat(20)}00057 000000012345 7`)
  })

  test('has wallet, number and digits at their columns of segment P', () => {
    const p = entry({})[2]
    expect(at(p, 18, 62)).toBe(`00057 000000012345 7110123456788${' '.repeat(8)}00000`)
    // The number of the document has ten columns.
    expect(at(p, 63, 77)).toBe('1234567890     ')
    expect(at(p, 101, 109)).toBe('00000008N')
    expect(at(p, 221, 240)).toBe(`300000${'0'.repeat(13)} `)
  })

  test.each<[Partial<Terms>, number, string, string, string]>([
    [{}, 150_000, '0', '00000000', '0'],
    [{ interest: { kind: 'daily', cents: 50 } }, 150_000, '0', '16122026', '50'],
    // 1 % of R$ 1.500,00 is R$ 15,00 in a month, R$ 0,50 in a day.
    [{ interest: { kind: 'monthly', rate: 100 } }, 150_000, '0', '16122026', '50'],
    // 1 % of R$ 100,00 is 3,33 cents in a day, and 2 % of R$ 149,99 is 9,9993 cents.
    [{ interest: { kind: 'monthly', rate: 100 } }, 10_000, '0', '16122026', '3'],
    [{ interest: { kind: 'monthly', rate: 200 } }, 14_999, '0', '16122026', '9'],
  ])('states the interest %j of %i cents as an amount for each day, rounded down', (terms, cents, code, from, amount) => {
    const p = entry(terms, cents)[2]
    expect([at(p, 118), at(p, 119, 126), at(p, 127, 141)]).toEqual([code, from, amount.padStart(15, '0')])
  })

  test('states a discount in percent as an amount', () => {
    const p = entry({ discount: { kind: 'share', rate: 250, days: 5 } }, 9_999)[2]
    // 2,5 % of R$ 99,99 is 249,975 cents.
    expect(at(p, 142, 165)).toBe(`010122026${'250'.padStart(15, '0')}`)
  })

  test('states the deadlines of protest and write-off in two columns each', () => {
    const p = entry({ protest: { kind: 'working', days: 5 }, writeOffDays: 60 })[2]
    expect(at(p, 221, 229)).toBe('205160000')
  })

  test('states a fine in segment R', () => {
    const r = entry({ fine: { kind: 'share', rate: 200 } })[4]
    expect(at(r, 14)).toBe('R')
    expect(at(r, 66, 89)).toBe(`216122026${'200'.padStart(15, '0')}`)
  })

  test('sends with other movements only our-number, the value and what changes', () => {
    const terms: Terms = { ...NO_TERMS, interest: { kind: 'daily', cents: 50 }, protest: { kind: 'working', days: 5 }, writeOffDays: 60 }
    const lines = linesOf(
      { movement: 'dueDate', title: { ...title, terms } },
      { movement: 'abatement', title: { ...title, terms }, abatementCents: 5_000 },
    )
    const rest = (dueOn: string, abatement: number) =>
      `${' '.repeat(15)}${dueOn}${'150000'.padStart(15, '0')}00000000 ${'0'.repeat(71)}${String(abatement).padStart(15, '0')}${' '.repeat(25)}${'0'.repeat(19)} `
    expect(at(lines[2], 16, 17)).toBe('06')
    expect(at(lines[2], 63, 240)).toBe(rest('15122026', 0))
    expect(at(lines[4], 16, 17)).toBe('04')
    expect(at(lines[4], 63, 240)).toBe(rest('00000000', 5_000))
    for (const q of [lines[3], lines[5]]) expect(at(q, 14, 153)?.replaceAll(/[0 ]/g, '')).toMatch(/^Q[46]$/)
  })
})

describe('a retorno', () => {
  const put = (...fields: [from: number, text: string][]) =>
    fields.reduce((line, [from, text]) => line.slice(0, from - 1) + text + line.slice(from - 1 + text.length), ' '.repeat(240))
  const money = (cents: number) => String(cents).padStart(15, '0')
  const read = (movement: string, t: [number, string][], u: [number, string][]) => {
    const zeros = [18, 33, 48, 63, 78, 93, 108, 123].map((from): [number, string] => [from, money(0)])
    const lines = [
      put([1, '34100000'], [18, '226014883000171'], [53, '00057 000000012345 7'], [143, '230112026'], [158, '000012']),
      put([1, '34100011T01']),
      put([1, '3410001300001T'], [16, movement], [74, '15122026'], [82, money(150_000)], [199, money(0)], [214, '0000000000'], ...t),
      put([1, '3410001300002U'], [16, movement], ...zeros, [138, '16122026'], [146, '17122026'], ...u),
      put([1, '34100015'], [18, '000004']),
      put([1, '34199999'], [18, '000001000006']),
    ]
    const { file, problems } = returnFileOf([bank], lines.join('\r\n'))
    expect(problems).toEqual([])
    return { file, happening: file?.happenings[0] }
  }

  test('has what was credited instead of what was paid, and the channel of the payment after the errors', () => {
    const { file, happening } = read(
      '06',
      [
        [38, '110123456788'],
        [59, '8310/1'],
        [106, '8310'],
        [199, money(250)],
        [222, 'B1'],
      ],
      [
        [18, money(4_000)],
        [33, money(1_000)],
        [78, money(152_750)],
        [93, money(152_750)],
      ],
    )
    expect(file).toMatchObject({ branch: '57', account: '12345-7', sequence: 12 })
    expect(happening).toMatchObject({
      ourNumber: '110123456788',
      document: '8310/1',
      companyUse: '8310',
      meaning: 'paid',
      reasons: ['outro banco, pelo código de barras'],
      fee: 250,
      amounts: { title: 150_000, paid: 153_000, credited: 152_750 },
      creditedOn: '2026-12-17',
    })
  })

  test.each([
    ['08', '0000000000', 'paid', []],
    ['17', '0500', 'refused', ['vencimento inválido ou sem mudança']],
    ['15', '0500', 'refused', ['título já baixado ou liquidado']],
    ['03', '0537', 'refused', ['prazo abaixo do mínimo ou acima do máximo', 'CPF ou CNPJ do pagador inválido']],
    // FEBRABAN's table has a code 46, which Itaú does not define.
    ['03', '4600', 'refused', ['motivo 46']],
    ['02', '0100', 'registered', ['CEP sem atendimento de protesto no momento']],
    ['25', '0000', 'other', []],
    ['26', '0000', 'fee', []],
    ['30', '0000', 'fee', []],
    ['32', '0000', 'writtenOff', []],
    ['95', '0000', 'other', []],
  ])('with the occurrence %s and the codes %s is %s', (movement, codes, meaning, reasons) => {
    const { happening } = read(movement, [[214, codes]], [])
    expect([happening?.meaning, happening?.reasons]).toEqual([meaning, reasons])
  })
})
