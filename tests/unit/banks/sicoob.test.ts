// Tests Sicoob by the examples of its spreadsheet of 2017-08-22 (sheets 01, 02 and 07) and of the repository kivanio/brcobranca (sicoob_spec.rb and
// CNAB240SICOOB.RET).
import { expect, test } from 'vitest'
import { digitOf, numberDigitOf, sicoob as bank } from '../../../server/api/banks/sicoob.ts'
import { barcodeOf, typedLineOf } from '../../../server/api/banks/codes.ts'
import { contractFaults, NO_TERMS, type Contract, type Terms, type Title } from '../../../server/api/banks/bank.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, lineWith, titleOf } from '../../support/banks/samples.ts'

const [contract] = contracts['756'] ?? []
if (!contract) throw new Error('A sample of a contract is missing.')
const published: Contract = { ...contract, agreement: '22938-5', branch: '4327-3' }
const issuedOn = '2026-11-30'

const linesOf = (own: Partial<Title>) =>
  remittanceOf({
    bank,
    contract,
    company: { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' },
    sequence: 7,
    at: '2026-11-30 09:15:00',
    orders: [{ movement: 'entry', title: titleOf(contract, own) }],
  }).split('\r\n')
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to)

test('the check digit of a cooperative or client equals those of sheets 01 and 02 and of published boletos', () => {
  for (const text of ['0001-9', '1001-4', '2001-0', '3009-0', '4327-3', '4351-6', '5002-4', '9999-6', '1-9', '22938-5', '14818-0']) {
    const [digits = '', digit] = text.split('-')
    expect(digitOf(digits), text).toBe(digit)
  }
})

test('the check digit of our-number equals the examples of sheets 02 and 07', () => {
  expect(numberDigitOf('000100000000190000021')).toBe(8)
  expect(numberDigitOf('432700000000000000000')).toBe(6)
})

test('our-number has ten digits in files, and seven digits and its check digit on paper', () => {
  const digits = Array.from({ length: 13 }, (_, index) => bank.ourNumberOf({ contract: published, number: index + 1, issuedOn }).slice(-1))
  expect(digits.join('')).toBe('7419630853085')
  const one = { contract: { ...contract, agreement: '1-9', branch: '0001-9' }, number: 21, issuedOn }
  expect([bank.ourNumberOf(one), bank.printedNumberOf(one)]).toEqual(['0000000218', '0000021-8'])
})

test('the free field and the line for typing equal the published ones', () => {
  const free = bank.freeFieldOf({ contract: published, number: 2, issuedOn })
  expect(free).toBe('1432701022938500000024001')
  const barcode = barcodeOf({ bank: bank.code, free, dueOn: '2016-02-18', cents: 5_000 })
  expect(typedLineOf(barcode).formatted).toBe('75691.43279 01022.938508 00000.240010 2 67080000005000')
  expect(bank.printedContractOf(published)).toBe('4327-3 / 22938-5')
})

test('a wrong form or check digit of a contract is a fault, and the account is needed only for files', () => {
  expect(contractFaults(bank, { ...contract, agreement: '543217' })).toEqual([
    'Convênio do emitente: o código do cliente, com até 6 dígitos, hífen e o dígito verificador, como 22938-5.',
  ])
  expect(contractFaults(bank, { ...contract, agreement: '54321-8' })).toEqual(['Código do cliente do emitente: o dígito verificador não confere.'])
  expect(contractFaults(bank, { ...contract, branch: '9012-4' })).toEqual(['Prefixo da cooperativa do emitente: o dígito verificador não confere.'])
  expect(contractFaults(bank, { ...contract, wallet: '1' })).toEqual(['Carteira não se usa no SICOOB: deixe em branco.'])
  expect(contractFaults(bank, { ...contract, account: '' })).toEqual([])
  expect(contractFaults(bank, { ...contract, account: '' }, { forFiles: true })).toHaveLength(1)
})

test.each<[Partial<Terms>, number]>([
  [{}, 0],
  [{ interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'fixed', cents: 500 }, discount: { kind: 'share', rate: 500, days: 3 } }, 0],
  [{ protest: { kind: 'working', days: 5 } }, 0],
  [{ writeOffDays: 60 }, 1],
])('the terms %j have %i faults', (terms, count) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toHaveLength(count)
})

test('the headers have no code of the company, and a zero only in the file header after the account', () => {
  const [file, batch] = linesOf({})
  expect([at(file, 33, 52)?.trim(), at(file, 53, 72), at(file, 164, 171)]).toEqual(['', '0901230000000678902'.padEnd(20, '0'), '08100000'])
  expect([at(batch, 14, 16), at(batch, 34, 53)?.trim(), at(batch, 54, 73)]).toEqual(['040', '', '0901230000000678902 '])
})

test('segment P has our-number with instalment, modality and paper, and codes 0 without interest and write-off', () => {
  const [, , p] = linesOf({ number: 42 })
  expect(at(p, 38, 57)).toBe(`${bank.ourNumberOf({ contract, number: 42, issuedOn })}01014     `)
  expect([at(p, 58, 62), at(p, 107, 108), at(p, 118, 126), at(p, 221, 227)]).toEqual(['10 22', '04', '000000000', '3000   '])
})

test('interest and fine have the due date as their day', () => {
  const [, , p, , r] = linesOf({ terms: { ...NO_TERMS, interest: { kind: 'monthly', rate: 220 }, fine: { kind: 'share', rate: 200 } } })
  expect(at(p, 118, 141)).toBe('215122026000000000000220')
  expect([at(r, 14, 14), at(r, 66, 89)]).toEqual(['R', '215122026000000000000200'])
})

test('a remessa with an abatement is refused, because the layout has no movement for it', () => {
  expect(() =>
    remittanceOf({
      bank,
      contract,
      company: { cnpj: '26014883000171', name: 'Exemplo Sistemas Ltda.' },
      sequence: 7,
      at: '2026-11-30 09:15:00',
      orders: [{ movement: 'abatement', title: titleOf(contract), abatementCents: 100 }],
    }),
  ).toThrow('O SICOOB não tem o movimento abatement.')
})

test('a retorno is read with our-number alone, and its header has zero as the digit of the cooperative', () => {
  // Built like the published file of 2015, with an invented company.
  const text = [
    lineWith(
      [1, '75600000         226014883000171'],
      [53, '09012000000006789020EXEMPLO SISTEMAS LTDA.'],
      [103, 'SICOOB'],
      [143, '2110820150936190000010850'],
    ),
    lineWith([1, '75600011T01  043 2026014883000171']),
    lineWith(
      [1, '7560001300001T 06'],
      [18, '09012000000006789020'],
      [38, '000000008301011     1000000000000001'],
      [74, '13082015000000000000200'],
      [199, '0000000000001700000000003'],
    ),
    lineWith([1, `7560001300002U 06${'0'.repeat(60)}${'000000000000200'.repeat(2)}${'0'.repeat(30)}1008201510082015`]),
    lineWith([1, '75600015         000004']),
    lineWith([1, '75699999         000001000006']),
  ].join('\r\n')
  const { file, problems } = returnFileOf([bank], text)
  expect(problems).toEqual([])
  expect([file?.cnpj, file?.companyCode, file?.branch, file?.account, file?.sequence]).toEqual(['26014883000171', '', '9012-0', '67890-2', 1])
  expect(file?.happenings).toMatchObject([
    {
      ourNumber: '0000000083',
      document: '000000000000001',
      meaning: 'paid',
      reasons: ['no caixa, em dinheiro'],
      dueOn: '2015-08-13',
      fee: 170,
      amounts: { title: 200, paid: 200, credited: 200 },
      on: '2015-08-10',
      creditedOn: '2015-08-10',
    },
  ])
})
