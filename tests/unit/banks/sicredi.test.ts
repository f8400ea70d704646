// Tests Sicredi by the examples of its manual of August 2019 (pages 11, 26, 93 and 100) and of the repository kivanio/brcobranca (sicredi_spec.rb).
import { expect, test } from 'vitest'
import { sicredi as bank } from '../../../server/api/banks/sicredi.ts'
import { barcodeOf, typedLineOf } from '../../../server/api/banks/codes.ts'
import { contractFaults, NO_TERMS, type Contract, type Remittance, type Terms, type Title } from '../../../server/api/banks/bank.ts'
import { remittanceOf } from '../../../server/api/banks/remittance.ts'
import { returnFileOf } from '../../../server/api/banks/return-file.ts'
import { contracts, lineWith, payer, titleOf } from '../../support/banks/samples.ts'

const [contract, withoutDigit] = contracts['748'] ?? []
if (!contract || !withoutDigit) throw new Error('A sample of a contract is missing.')
const manual: Contract = { ...contract, agreement: '00623', branch: '0165', post: '02' }
const published: Contract = { ...contract, agreement: '00129', branch: '0710', post: '65' }

const company = { cnpj: '26014883000171', name: "Sant’Ana & D'Ávila Sistemas “X”" }
const linesOf = (own: Partial<Title>, remittance: Partial<Remittance> = {}) =>
  remittanceOf({
    bank,
    contract,
    company,
    sequence: 7,
    at: '2026-11-30 09:15:00',
    orders: [{ movement: 'entry', title: titleOf(contract, own) }],
    ...remittance,
  }).split('\r\n')
const at = (line: string | undefined, from: number, to: number) => line?.slice(from - 1, to)

test('our-number, free field, barcode and line for typing equal the examples of pages 11, 93 and 100', () => {
  const one = { contract: manual, number: 3, issuedOn: '2007-11-20' }
  expect(bank.ourNumberOf(one)).toBe('072000031')
  expect(bank.printedNumberOf(one)).toBe('07/200003-1')
  expect(bank.freeFieldOf(one)).toBe('1107200003101650200623108')
  const barcode = barcodeOf({ bank: bank.code, free: bank.freeFieldOf(one), dueOn: '2007-12-20', cents: 15_035 })
  expect(barcode).toBe('74891372600000150351107200003101650200623108')
  expect(typedLineOf(barcode).formatted).toBe('74891.10721 00003.101656 02006.231084 1 37260000015035')
  expect(bank.printedContractOf(manual)).toBe('0165.02.00623')
})

test.each([
  [8902, '2016-07-25', 70_000, '74891.11620 08902.107104 65001.291007 3 68660000070000'],
  [8896, '2016-07-25', 70_000, '74891.11620 08896.307108 65001.291072 1 68660000070000'],
  [8899, '2016-07-25', 70_000, '74891.11620 08899.807104 65001.291031 6 68660000070000'],
  [8878, '2016-07-25', 19_558, '74891.11620 08878.507105 65001.291064 1 68660000019558'],
  [9048, '2016-08-26', 22_200, '74891.11620 09048.807102 65001.291031 8 68980000022200'],
])('the line for typing of number %i equals the published one', (number, dueOn, cents, line) => {
  const free = bank.freeFieldOf({ contract: published, number, issuedOn: '2016-06-01' })
  expect(typedLineOf(barcodeOf({ bank: bank.code, free, dueOn, cents })).formatted).toBe(line)
})

test('after 99999 the byte of our-number is the next one, up to 9', () => {
  const numbers = [99_999, 100_000, bank.most(contract)].map((number) => bank.ourNumberOf({ contract, number, issuedOn: '2026-11-30' }).slice(0, 8))
  expect(numbers).toEqual(['26299999', '26300000', '26999998'])
})

test('a wrong form of a contract is a fault, and the account is needed only for files and may have no digit', () => {
  expect(contractFaults(bank, { ...contract, agreement: '4321' })).toEqual([
    'Convênio do emitente: o código do beneficiário, com 5 dígitos, como 00623.',
  ])
  expect(contractFaults(bank, { ...contract, branch: '0812-3' })).toHaveLength(1)
  expect(contractFaults(bank, { ...contract, post: 'A1' })).toEqual(['Posto do emitente: 2 dígitos, como 02.'])
  expect(contractFaults(bank, { ...contract, wallet: '1' })).toEqual(['Carteira não se usa no SICREDI: deixe em branco.'])
  expect(contractFaults(bank, { ...contract, account: '' })).toEqual([])
  expect(contractFaults(bank, { ...contract, account: '' }, { forFiles: true })).toHaveLength(1)
  expect(contractFaults(bank, withoutDigit, { forFiles: true })).toEqual([])
})

test.each<[Partial<Terms>, string[]]>([
  [{}, []],
  [{ interest: { kind: 'monthly', rate: 100 }, fine: { kind: 'share', rate: 200 }, discount: { kind: 'share', rate: 500, days: 3 } }, []],
  [{ fine: { kind: 'fixed', cents: 500 } }, ['O Sicredi só recebe a multa em percentual.']],
  [{ writeOffDays: 60 }, []],
  [{ writeOffDays: 59 }, ['O Sicredi sempre baixa o título 60 dias após o vencimento.']],
  [{ protest: { kind: 'working', days: 2 } }, ['O Sicredi protesta após 3 ou 4 dias úteis.']],
  [{ protest: { kind: 'working', days: 3 } }, []],
  [{ protest: { kind: 'working', days: 5 } }, ['O Sicredi protesta após 3 ou 4 dias úteis.']],
  [{ protest: { kind: 'calendar', days: 4 } }, ['O Sicredi protesta após 5 ou mais dias corridos.']],
  [{ protest: { kind: 'calendar', days: 5 } }, []],
])('the terms %j have the faults %j', (terms, faults) => {
  expect(bank.termsFaults({ ...NO_TERMS, ...terms })).toEqual(faults)
})

test('the headers have a blank code of the company, the density 01600, and no sign that Sicredi refuses', () => {
  const [file, batch] = linesOf({})
  expect([at(file, 33, 52)?.trim(), at(file, 53, 72), at(file, 164, 171)]).toEqual(['', '00812 0000000043216 ', '08101600'])
  expect([at(batch, 14, 16), at(batch, 34, 53)?.trim()]).toEqual(['040', ''])
  expect([at(file, 73, 102), at(batch, 74, 103)]).toEqual(['SANT ANA & D AVILA SISTEMAS  X', 'SANT ANA & D AVILA SISTEMAS  X'])
})

test('segment P has a write-off after 60 days, the kind 05, and a code of discount even without one', () => {
  const [, , p] = linesOf({ number: 42 })
  expect([at(p, 38, 57)?.trim(), at(p, 107, 108), at(p, 142, 165)]).toEqual([
    bank.ourNumberOf({ contract, number: 42, issuedOn: '2026-11-30' }),
    '05',
    `1${'0'.repeat(23)}`,
  ])
  expect([at(p, 221, 223), at(p, 224, 227)]).toEqual(['300', '1060'])
})

test('segments P and R have protest code 1 for working days too, and a fine in percent without a day', () => {
  const terms: Terms = {
    ...NO_TERMS,
    protest: { kind: 'working', days: 4 },
    fine: { kind: 'share', rate: 200 },
    discount: { kind: 'share', rate: 500, days: 3 },
  }
  const [, , p, , r] = linesOf({ terms })
  expect([at(p, 142, 165), at(p, 221, 223)]).toEqual(['212122026000000000000500', '104'])
  expect([at(r, 14, 14), at(r, 66, 89)]).toEqual(['R', '200000000000000000000200'])
})

test('an apostrophe in the payer’s name or address becomes a blank', () => {
  const [, , , q] = linesOf({ payer: { ...payer, name: "Joana D'Arc", street: "Rua Mãe d'Água, 5", city: "D'Oeste" } })
  expect([at(q, 34, 73)?.trim(), at(q, 74, 113)?.trim(), at(q, 137, 151)?.trim()]).toEqual(['JOANA D ARC', 'RUA MAE D AGUA, 5', 'D OESTE'])
})

test.each([
  ['2026-09-01 09:15:00', 7, '04321901.007'],
  ['2026-10-15 09:15:00', 1_000, '04321O15.000'],
  ['2026-11-30 09:15:00', 12, '04321N30.012'],
  ['2027-12-31 09:15:00', 999, '04321D31.999'],
])('a file of %s with number %i is called %s', (when, sequence, name) => {
  expect(bank.layout.fileNameOf?.({ bank, contract, company, sequence, at: when, orders: [] })).toBe(name)
})

test('a retorno tells a refused write-off from an e-mail, and its field for the company’s use is not our id', () => {
  const t = (movement: string, reasons: string) =>
    lineWith([1, `7480001300001T ${movement}00812 0000000043216 262000428           1`], [74, '15122026'], [106, '8457'], [214, reasons])
  const u = (movement: string) => lineWith([1, `7480001300002U ${movement}${'0'.repeat(120)}1412202600000000`])
  const text = [
    lineWith([1, '74800000         22601488300017104321               00812 0000000043216 '], [143, '230112026091500000508081']),
    lineWith([1, '74800011T01  040']),
    t('36', '60'),
    u('36'),
    t('81', 'S1'),
    u('81'),
    t('85', 'N3'),
    u('85'),
    lineWith([1, '74800015         000008']),
    lineWith([1, '74899999         000001000010']),
  ].join('\n')
  const { file, problems } = returnFileOf([bank], text)
  expect(problems).toEqual([])
  expect([file?.companyCode, file?.branch, file?.account, file?.sequence]).toEqual(['04321', '812', '4321-6', 508])
  expect(file?.happenings[0]).toMatchObject({ ourNumber: '262000428', companyUse: '', meaning: 'refused', name: 'Baixa recusada' })
  expect(file?.happenings.map(({ reasons }) => reasons)).toEqual([
    ['movimento para título não cadastrado'],
    ['recusado pela empresa de negativação'],
    ['pedido da empresa conveniada'],
  ])
})
